import type { Steps } from '../../analysis/measure/quantiles.ts'
import { toNumberText } from '../plot/scale.ts'

interface Group {
  readonly from: number
  readonly to: number
  readonly bursts: number
}

/** Sizes by doublings: 1, 2, 3–4, 5–8, … */
function groupsOf(sizes: Steps): Group[] {
  const groups: Group[] = []
  const last = sizes.at(-1)?.[0] ?? 0
  for (let [from, to] = [1, 1]; from <= last; [from, to] = [to + 1, to * 2]) {
    const bursts = sizes.reduce((sum, [size, count]) => (size >= from && size <= to ? sum + count : sum), 0)
    if (bursts > 0) groups.push({ from, to, bursts })
  }
  return groups
}

const nameOf = ({ from, to }: Group): string =>
  from === to ? toNumberText(from) : `${toNumberText(from)}–${toNumberText(to)}`

/** How large bursts are. */
export function BurstSizes({ sizes }: { sizes: Steps }) {
  const groups = groupsOf(sizes)
  const most = Math.max(1, ...groups.map(({ bursts }) => bursts))
  return (
    <table class="table burst-sizes">
      <thead>
        <tr>
          <th scope="col">Burst of</th>
          <td />
          <th scope="col" class="number">
            Bursts
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <tr key={group.from}>
            <th scope="row" class="nowrap">
              {nameOf(group)}
            </th>
            <td>
              <span class="bar" style={{ width: `${(100 * group.bursts) / most}%` }} />
            </td>
            <td class="number">{toNumberText(group.bursts)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
