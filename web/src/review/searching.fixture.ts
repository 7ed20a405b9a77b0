/** The engine without a worker, for tests of reviews. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Info } from '../engine/engine'
import { Score } from '../engine/score'
import type { Comparison, Line } from '../engine/search'
import type { Thinker } from '../engine/thinker'
import type { Asked } from './findings'

export const progress = { report: () => {}, isStopped: () => false, pause: async () => {} }

/** A file beside the engine's. */
export const engineFile = (name: string) => readFileSync(fileURLToPath(new URL(`../engine/${name}`, import.meta.url)))

function info({ points, ...line }: Line): Info {
  return { ...line, score: new Score(points), move: line.moves[0]! }
}

/** What a thinker answers when it is asked to search. */
export function searching(thinker: Thinker): Pick<Asked, 'evaluate' | 'compare'> {
  return {
    evaluate: async (game, { lines: _, signal: __, ...limit } = {}) =>
      ((await thinker.answer({ kind: 'analyse', game, limit, lines: 1 }, progress)) as Line[]).map(info),
    compare: async (game, move, { signal: _, ...limit } = {}) => {
      const found = (await thinker.answer({ kind: 'compare', game, move, limit }, progress)) as Comparison
      return { best: info(found.best), given: info(found.given) }
    },
  }
}
