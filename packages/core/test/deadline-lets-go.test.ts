import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { createDeadline, type Expirable } from '../src/redis/deadline.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const one = (): Expirable => ({ done: false, due: 0, tick: 0, next: undefined })

it('keeps nothing of what is done, however long something else has been pending without a pause', async () => {
  const deadline = createDeadline(60_000, () => {})
  const done: WeakRef<Expirable>[] = []
  let pending = one()
  deadline.watch(pending)
  for (let count = 0; count < 1_000; count++) {
    const before = pending
    pending = one()
    deadline.watch(pending) // so that there is never a moment without
    deadline.settle(before)
    done.push(new WeakRef(before))
  }
  await sleep(0) // what a WeakRef was made of stays for the rest of the turn
  collectGarbage()
  expect(done.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(10)
  deadline.settle(pending)
})

it('lets those go, too, that are done before an older one is', async () => {
  const deadline = createDeadline(60_000, () => {})
  const oldest = one()
  deadline.watch(oldest)
  const others = Array.from({ length: 1_000 }, one)
  for (const other of others) deadline.watch(other)
  for (const other of others.reverse()) expect(deadline.settle(other)).toBe(true)
  const refs = others.splice(0).map((other) => new WeakRef(other))
  expect(deadline.settle(oldest)).toBe(true)
  expect(deadline.settle(oldest)).toBe(false)
  await sleep(0)
  collectGarbage()
  expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(10)
})
