import { Redis } from 'ioredis6'
import { afterAll, expect, inject, it } from 'vitest'
import { fuzz } from '../../../tooling/failures/fuzz/run.ts'

const redis = new Redis(inject('redisSocket'))
afterAll(() => redis.disconnect())

// `pnpm fuzz` plays a million, from another seed each time.
it('20 000 random cases end in an OptionsError, a StoreError or a lawful decision', async () => {
  expect(await fuzz(redis, 20_000, Date.now() % 1_000_000_000)).toEqual([])
})
