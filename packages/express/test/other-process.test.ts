import { inOtherProcess } from '@rl/contract'
import { expect, it } from 'vitest'

it('runs scenarios of the contract in a process of their own', async () => {
  const { start, stop } = inOtherProcess(process.execPath, [`${import.meta.dirname}/server.ts`])
  try {
    const [one, other] = await Promise.all([start('oneLimit'), start('keys')])
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) statuses.push((await fetch(one.url)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await one.log()).toEqual(['handled /', 'handled /', 'handled /'])
    expect(await other.log()).toEqual([])
    await one.close()
    await expect(fetch(one.url)).rejects.toThrow()
    await expect(start('nothing')).rejects.toThrow('There is no scenario "nothing"')
  } finally {
    stop()
  }
  await expect(start('oneLimit')).rejects.toThrow(/ended/)
})
