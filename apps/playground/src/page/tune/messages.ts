import type { Misread, Reading } from '../../analysis/log/reader.ts'
import type { Needs } from '../../analysis/propose/needs.ts'
import type { NamedEffect, NamedProfile } from '../../analysis/result.ts'
import type { PolicySpec } from '../policy/spec.ts'

/** What the page asks of the worker: to read a log (or the sample), or to play it to a policy. */
export type Question =
  | { readonly kind: 'read'; readonly file: Blob | 'sample' }
  | { readonly kind: 'play'; readonly run: number; readonly spec: PolicySpec }

export type Answer =
  | { readonly kind: 'progress'; readonly bytes: number; readonly lines: number }
  | { readonly kind: 'read'; readonly reading: Reading; readonly profile: NamedProfile }
  | { readonly kind: 'failed'; readonly reason: string; readonly misread: Misread | undefined }
  | { readonly kind: 'effect'; readonly run: number; readonly effect: NamedEffect }
  | { readonly kind: 'needs'; readonly run: number; readonly needs: readonly Needs[] }
