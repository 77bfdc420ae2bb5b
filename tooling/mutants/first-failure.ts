import fc from 'fast-check'

// We ask whether some history breaks a law, not for the smallest one.
fc.configureGlobal({ endOnFailure: true })
