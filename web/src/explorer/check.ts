/** Check a claim with the exact search: all games of that length, in slices, so that it can tell how far it is. */

import type { Engine } from '../engine/engine'

/** How a check stands: `isRight` is null while it is undecided. */
export type Check = { isRight: boolean | null; nodes: number; milliseconds: number }

const FIRST_SLICE = 200_000

/** Yields after every slice, until it is decided or the signal comes. Slices grow, since each
 * begins anew, with a memory of what was proved before. */
export async function* check(
  engine: Pick<Engine, 'exact'>,
  position: string,
  plies: number,
  signal: AbortSignal,
): AsyncGenerator<Check> {
  const started = performance.now()
  let nodes = 0
  for (let slice = FIRST_SLICE; !signal.aborted; slice *= 2) {
    const found = await engine.exact(position, plies, { nodes: slice, signal })
    if (signal.aborted) return
    nodes += found.nodes
    yield { isRight: found.proved, nodes, milliseconds: performance.now() - started }
    if (found.proved !== null) return
  }
}

/** "1,234,567 positions in 2.3 seconds", "65 positions in less than 0.1 seconds". */
export function checkWords({ nodes, milliseconds }: Check): string {
  const count = nodes.toLocaleString('en')
  const time = milliseconds < 100 ? 'less than 0.1' : (milliseconds / 1000).toFixed(1)
  return `${count} ${nodes === 1 ? 'position' : 'positions'} in ${time} seconds`
}
