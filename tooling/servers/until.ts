import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again every 50 ms until the answer is true; gives up, naming what it waited for. */
export async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 20_000): Promise<void> {
  const end = Date.now() + timeoutMs
  for (;;) {
    if (await holds().catch(() => false)) return
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`)
    await sleep(50)
  }
}
