import { describe, expect, it, vi } from 'vitest'
import { createGuard, type Framework, fixedWindow, memoryStore, type OnWarning } from '../src/index.ts'

interface Request {
  readonly ip: string
  readonly claims?: boolean | undefined
}

const options = { store: memoryStore(), policies: fixedWindow({ limit: 10_000, window: '1m' }) }
const from = (claims?: boolean): Request => ({ ip: '192.0.2.1', claims })

/** A framework that trusts no proxy, which counts how often it is asked about that. */
function watched(unheeded = vi.fn(({ claims = false }: Request) => claims)) {
  const framework: Framework<Request> = { address: ({ ip }) => ip, addressSetting: '`trust`', unheeded }
  return { framework, unheeded }
}

describe('a forwarding header that the framework does not heed', () => {
  it('is told once to each listener, however many guards it has', async () => {
    const { framework, unheeded } = watched()
    const listeners = [vi.fn<OnWarning>(), vi.fn<OnWarning>()]
    for (const onWarning of [...listeners, ...listeners]) {
      const guard = createGuard({ ...options, onWarning }, framework)
      for (const claims of [false, true, true, false]) await guard(from(claims))
    }
    const message = expect.stringMatching(/X-Forwarded-For.*behind a proxy, configure `trust`: /)
    for (const listener of listeners) {
      expect(listener.mock.calls).toEqual([[{ code: 'forwarded-header-ignored', message }]])
    }
    expect(unheeded).toHaveBeenCalledTimes(8) // no more once it was told
  })

  it('is told on the console where there is no listener', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    for (let times = 0; times < 2; times++) await createGuard(options, watched().framework)(from(true))
    expect(warn.mock.calls).toEqual([[expect.stringMatching(/^\[rl\] forwarded-header-ignored: /)]])
    warn.mockRestore()
  })

  it('is looked for in the first thousand requests only', async () => {
    const { framework, unheeded } = watched()
    const onWarning = vi.fn<OnWarning>()
    const guard = createGuard({ ...options, onWarning }, framework)
    for (let times = 0; times < 1_010; times++) await guard(from(times >= 1_000))
    expect(unheeded).toHaveBeenCalledTimes(1_000)
    expect(onWarning).not.toHaveBeenCalled()
  })

  it('is not looked for where no address is asked for', async () => {
    const { framework, unheeded } = watched()
    await createGuard({ ...options, key: () => 'user:123' }, framework)(from(true))
    expect(unheeded).not.toHaveBeenCalled()
    await createGuard(
      { ...options, key: () => 'user:123', onWarning() {}, deny: ['203.0.113.1'] },
      framework,
    )(from(true))
    expect(unheeded).toHaveBeenCalledTimes(1)
  })

  it('is not worth an error where the question fails', async () => {
    const unheeded = vi.fn(() => {
      throw new Error('no `app` here')
    })
    const onWarning = vi.fn<OnWarning>()
    const guard = createGuard({ ...options, onWarning }, watched(unheeded).framework)
    for (let times = 0; times < 2; times++) expect(await guard(from(true))).toMatchObject({ pass: true })
    expect(unheeded).toHaveBeenCalledTimes(1)
    expect(onWarning).not.toHaveBeenCalled()
  })
})
