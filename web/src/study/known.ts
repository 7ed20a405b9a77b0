/** The engine's lines together with what is known without a search: a certificate or the opening book. */

import type { BookMove } from '../engine/certificate'
import type { Info } from '../engine/engine'
import { Score } from '../engine/score'
import type { Color } from '../rules/position'

/** The lines with the move that is known to win as the first, unless a line wins as soon. The others
 * follow, as many as there were. */
export function withKnown(lines: readonly Info[], known: BookMove | null, turn: Color): readonly Info[] {
  const [best] = lines
  if (!best || !known || known.winner !== turn) return lines
  if (best.score.isProven && best.score.plies! <= known.plies) return lines
  const first = { ...best, move: known.move, moves: [known.move], score: Score.winIn(known.plies) }
  const others = lines.filter(({ move }) => move !== known.move)
  return [first, ...others].slice(0, lines.length).map((line, index) => ({ ...line, rank: index + 1 }))
}
