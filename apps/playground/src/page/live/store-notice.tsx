import type { Status } from './messages.ts'

interface StoreNoticeProps {
  readonly status: Status | undefined
  readonly connected: boolean
  readonly server: string | undefined
}

/** Where counts are kept, and what happened to that place. */
export function StoreNotice({ status, connected, server }: StoreNoticeProps) {
  if (status === undefined) return null
  if (!connected) {
    return (
      <p class="notice bad" role="alert">
        <strong>The server is away.</strong> The page goes on as soon as it answers.
      </p>
    )
  }
  if (status.away !== undefined) {
    return (
      <p class="notice bad" role="alert">
        <strong>Redis at {status.at} is away</strong> ({status.away}). This server decides alone meanwhile, in
        memory: answers say <code>degraded</code> and carry no count. It goes back to Redis as soon as that
        answers.
      </p>
    )
  }
  return (
    <p class="store muted small">
      {status.store === 'redis' ? (
        <>
          Counted in <strong>Redis at {status.at}</strong>, by its own clock. Every server on it shares one
          count.
        </>
      ) : (
        <>
          Counted <strong>in memory</strong> of {server ?? 'this server'}. Start it with{' '}
          <code>--redis-host</code> to share one count between servers.
        </>
      )}
    </p>
  )
}
