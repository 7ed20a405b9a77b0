/** What the engine found, in words and for the bar: always told from White's side. */

import { numberText } from '../messages/numbers'
import type { BookMove } from '../engine/certificate'
import type { Score } from '../engine/score'
import { pliesText } from '../parts/plies'
import { named, type Color } from '../rules/position'

/** What is known without a search, as far as words need it. */
export type Known = Pick<BookMove, 'winner' | 'plies' | 'source'>

/** White's score, whoever is to move. */
export function forWhite(score: Score, turn: Color): Score {
  return turn === 'white' ? score : score.negated()
}

/** Who stands better: "White wins in 9 plies, proved", "Black is slightly better", "Even". */
export function verdict(score: Score, turn: Color): string {
  const white = forWhite(score, turn)
  if (white.isProven) return `${named(white.wins ? 'white' : 'black')} wins in ${pliesText(white.plies!)}, proved`
  const lead = Math.abs(white.chance - 0.5)
  if (lead < 0.05) return 'Even'
  const who = named(white.points > 0 ? 'white' : 'black')
  if (lead < 0.15) return `${who} is slightly better`
  return lead < 0.35 ? `${who} is better` : `${who} is much better`
}

/** What a certificate of the solved game says, or the opening book. */
export function knownVerdict({ winner, plies, source }: Known): string {
  return source === 'certificate'
    ? `${named(winner)} wins within ${pliesText(plies)}, proved by the certificate`
    : `${named(winner)} wins within ${pliesText(plies)}, proved by the solver`
}

/** A score in a line of its own: "+0.25" is good for White, "White in 9 plies" is proved. */
export function shortScore(score: Score, turn: Color): string {
  const white = forWhite(score, turn)
  if (!white.isProven) return `${white.points < 0 ? '−' : '+'}${numberText(Math.abs(white.points) / 100, 2)}`
  return `${named(white.wins ? 'white' : 'black')} in ${pliesText(white.plies!)}`
}

/** White's share of the bar, in percent. Only a proof fills it. */
export function whiteShare(score: Score, turn: Color): number {
  const white = forWhite(score, turn)
  if (white.isProven) return white.wins ? 100 : 0
  return Math.min(98, Math.max(2, Math.round(100 * white.chance)))
}

/** What the bar shows of the best line's score and of what is known, if there are any: of two proofs
 * the shorter one. */
export function barOf(score: Score | undefined, known: Known | null, turn: Color) {
  if (score && (!known || (score.isProven && score.plies! <= known.plies))) {
    return { share: whiteShare(score, turn), words: verdict(score, turn), isProved: score.isProven }
  }
  if (!known) return { share: null, words: 'Not evaluated yet', isProved: false }
  const share = known.winner === 'white' ? 100 : 0
  return { share, words: knownVerdict(known), isProved: true }
}

/** Fewer positions than this say nothing about the speed. */
const MEASURABLE = 10_000

/** "Depth 12, 840,000 positions per second". */
export function effort(depth: number, nodes: number, ms: number): string {
  if (nodes < MEASURABLE || ms <= 0) return `Depth ${depth}`
  return `Depth ${depth}, ${roughly((1000 * nodes) / ms)} positions per second`
}

/** A number to two digits: "840,000", "1.2 million". */
function roughly(number: number): string {
  const short = Number(number.toPrecision(2))
  if (short >= 1e6) return `${numberText(Number((short / 1e6).toPrecision(2)))} million`
  return numberText(short)
}
