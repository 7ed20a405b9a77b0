/**
 * The mistakes that reviews have found, kept in this browser so that the puzzle page can ask for the
 * better move again later.
 *
 *     for (const mistake of keptMistakes()) …   // the newest first, at most MOST of them
 *     forgetMistake(mistake.id)                 // once it has been solved often enough
 *
 * A mistake is told by the game before it (`start` and `moves`, so that repetitions are known), the
 * `position` that they lead to, the move that was `played` there, and the `best` moves, the first of
 * which is the one to show as the solution. `line` is how the game goes on after it. There may be
 * other moves that are as good: ask the engine before a move is called wrong. Its kinds:
 *
 * - `win`: the player to move wins within `plies`, proven, and the played move gave that away;
 * - `defend`: the played move loses by force, and the best one is not known to lose;
 * - `better`: the played move gives away winning chances, as far as the engine can tell.
 */

import { recall, remember } from '../parts/storage'
import type { Finding, ReviewGame } from './findings'
import type { ReviewedMove } from './review'

export type MistakeKind = 'win' | 'defend' | 'better'

export type Mistake = {
  /** The same for the same position, and short enough for an address. */
  id: string
  kind: MistakeKind
  position: string
  start: string
  moves: string[]
  played: string
  best: string[]
  line: string[]
  /** The plies within which the best move wins; null unless the kind is `win`. */
  plies: number | null
}

/** So many are kept: the oldest go first. */
export const MOST = 100

const KEY = 'tenchips.mistakes'

/** What is kept, the newest first. */
export function keptMistakes(): Mistake[] {
  const kept = recall<unknown>(KEY, [])
  return Array.isArray(kept) ? kept.filter(isMistake) : []
}

/** Keep some more; what was known of the same position gives way. */
export function keepMistakes(found: readonly Mistake[]): void {
  const ids = new Set(found.map(({ id }) => id))
  const others = keptMistakes().filter(({ id }) => !ids.has(id))
  remember(KEY, [...found, ...others].slice(0, MOST))
}

export function forgetMistake(id: string): void {
  remember(KEY, keptMistakes().filter((mistake) => mistake.id !== id))
}

/** The mistakes of a review as the puzzles keep them. A loss that was only faster is none. */
export function mistakesOf(game: ReviewGame, findings: readonly Finding[], moves: readonly ReviewedMove[]): Mistake[] {
  return moves.flatMap(({ ply, mark, move, before, after, better }): Mistake[] => {
    if (!mark || !better || better.score.wins === false) return []
    const position = findings[ply - 1]!.position.text()
    const isWin = before?.result === 'win' && before.plies !== null
    return [
      {
        id: mistakeId(position),
        kind: isWin ? 'win' : after?.result === 'loss' ? 'defend' : 'better',
        position,
        start: game.start,
        moves: game.moves.slice(0, ply - 1),
        played: move,
        best: [better.moves[0]!],
        line: better.moves,
        plies: isWin ? before.plies : null,
      },
    ]
  })
}

/** The id of a position: a hash (FNV-1a) of its text. */
export function mistakeId(position: string): string {
  let hash = 0x811c9dc5
  for (const letter of position) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  }
  return `m${(hash >>> 0).toString(16).padStart(8, '0')}`
}

/** Older versions and other programs may have written something else. */
function isMistake(value: unknown): value is Mistake {
  if (typeof value !== 'object' || value === null) return false
  const { id, kind, position, start, moves, played, best, line, plies } = value as Record<string, unknown>
  return (
    [id, position, start, played].every((text) => typeof text === 'string') &&
    ['win', 'defend', 'better'].includes(kind as string) &&
    [moves, best, line].every((list) => Array.isArray(list) && list.every((move) => typeof move === 'string')) &&
    (best as string[]).length > 0 &&
    (plies === null || typeof plies === 'number')
  )
}
