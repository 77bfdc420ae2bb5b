import type { RedisCluster, RedisServer } from '../../../tooling/servers/index.ts'
import type { Policy } from '../src/index.ts'
import { redisKey, tagOf } from '../src/redis/keys.ts'

/** A key whose slot can be moved to another node, in steps. */
export interface MovingSlot {
  readonly key: string
  readonly names: readonly string[]
  readonly owner: RedisServer
  readonly target: RedisServer
  /** Both nodes know that the slot moves. */
  begin(): Promise<void>
  /** Moves the state of some policies. */
  move(names: readonly string[]): Promise<void>
  /** All nodes know that it has moved. */
  end(): Promise<void>
}

/** Finds a key alone in its slot; `charge` charges it, so that there is something to move. */
export async function movingSlot(
  { nodes }: RedisCluster,
  policies: readonly Policy[],
  name: string,
  charge: (key: string) => Promise<unknown>,
): Promise<MovingSlot> {
  const countIn = (slot: string) =>
    Promise.all(nodes.map((node) => node.cli('cluster', 'countkeysinslot', slot)))
  let [tries, key, slot] = [0, '', '']
  do {
    key = `${name} ${++tries}`
    slot = await nodes[0]!.cli('cluster', 'keyslot', redisKey('', String(tagOf(key)), policies[0]!))
  } while ((await countIn(slot)).some((count) => count !== '0')) // all that moves shall be ours
  await charge(key)
  const names = policies.map((policy) => redisKey('', String(tagOf(key)), policy))
  const owner = nodes[(await countIn(slot)).indexOf(String(names.length))]!
  const target = nodes.find((node) => node !== owner)!
  const ids = { owner: await owner.cli('cluster', 'myid'), target: await target.cli('cluster', 'myid') }
  return {
    key,
    names,
    owner,
    target,
    async begin() {
      await target.cli('cluster', 'setslot', slot, 'importing', ids.owner)
      await owner.cli('cluster', 'setslot', slot, 'migrating', ids.target)
    },
    async move(some) {
      await owner.cli('migrate', '127.0.0.1', String(target.port), '', '0', '5000', 'keys', ...some)
    },
    async end() {
      await target.cli('cluster', 'setslot', slot, 'node', ids.target)
      for (const node of nodes) await node.cli('cluster', 'setslot', slot, 'node', ids.target)
    },
  }
}
