/**
 * What is known of moves: who wins after them, within how many plies, and how that is known. Pure
 * values and words; `explore.ts` finds them.
 */

import { plural } from '../messages/plural'
import type { SquareResult } from '../board/types'
import { moveText, named, other, type Color, type Position } from '../rules/position'

/** How a result is known: from a certificate, from a search in this browser now, or from the
 * solver's long search, which no second program has checked. */
export type Source = 'certificate' | 'search' | 'solver'

/** A proved result of a move. `plies` counts from before the move and is a bound: the game lasts
 * at most so long. */
export type Proof = { winner: Color; plies: number; source: Source }

/** No proof so far; `chance` is the mover's, as the search estimates it. */
export type Open = { winner: null; chance: number | null }

export type Result = Proof | Open

export const UNKNOWN: Open = { winner: null, chance: null }

/** The results of a position's legal moves, by the move's text. */
export type Results = ReadonlyMap<string, Result>

/** Every legal move as open; a move that ends the game has its result from the rules. */
export function initialResults(position: Position): Results {
  return new Map(
    position.legalMoves().map((move) => {
      const outcome = position.play(move).outcome()
      const result: Result = outcome
        ? { winner: outcome.winner, plies: 1, source: 'search' }
        : UNKNOWN
      return [moveText(move), result]
    }),
  )
}

/** Best for the player to move first: quick wins, then what is open, then losses that last. */
export function ranked(results: Results, turn: Color): [string, Result][] {
  return [...results].sort(([, one], [, two]) => worth(two, turn) - worth(one, turn))
}

function worth(result: Result, turn: Color): number {
  if (!result.winner) return result.chance ?? 0
  return result.winner === turn ? 1000 - result.plies : result.plies - 1000
}

/** The ranked moves, those with the same proved result together. */
export function grouped(results: Results, turn: Color): { moves: string[]; result: Result }[] {
  const groups: { moves: string[]; result: Result }[] = []
  for (const [move, result] of ranked(results, turn)) {
    const last = groups.at(-1)
    if (result.winner && last && fullWords(last.result) === fullWords(result)) last.moves.push(move)
    else groups.push({ moves: [move], result })
  }
  return groups
}

/** Wins within so many plies are in no certificate: whoever checks or uses one searches them. */
export const LEFT_OUT = 5

/** What the results say of the position itself: the player to move wins with one winning move, and
 * loses if every move does. Null while that is open. A loss is known from a certificate if all
 * moves that a certificate has to hold are. */
export function claimOf(results: Results, turn: Color): Proof | null {
  const [best] = ranked(results, turn)
  if (!best?.[1].winner) return null
  if (best[1].winner === turn) return best[1]
  const isSearched = [...results.values()].some(
    (result) => result.winner && result.source !== 'certificate' && result.plies > LEFT_OUT + 1,
  )
  return { ...best[1], source: isSearched ? 'search' : best[1].source }
}

/** "White wins within 13 plies", "wins at once", "open". */
export function resultWords(result: Result): string {
  if (!result.winner) {
    if (result.chance === null) return /* @wc-include */ 'open'
    return `open, chances about ${Math.round(100 * result.chance)} %`
  }
  const who = named(result.winner)
  return result.plies === 1 ? `${who} wins at once` : `${who} wins within ${result.plies} plies`
}

export const SOURCE_WORDS: Record<Source, string> = {
  certificate: 'proved by certificate',
  search: 'proved by search now',
  solver: 'proved by the solver',
}

/** The result with how it is known, as one phrase. */
export function fullWords(result: Result): string {
  return result.winner ? /* @wc-include */ `${resultWords(result)}, ${SOURCE_WORDS[result.source]}` : resultWords(result)
}

/** How many moves win, lose and are open: "Of White's 48 moves 44 win, 4 lose." */
export function summary(results: Results, turn: Color): string {
  const count = (winner: Color | null) =>
    [...results.values()].filter((result) => result.winner === winner).length
  const [wins, losses, open] = [count(turn), count(other(turn)), count(null)]
  const who = named(turn)
  if (results.size > 1) {
    if (wins === results.size) return `All ${wins} moves of ${who} win.`
    if (losses === results.size) return `All ${losses} moves of ${who} lose.`
    if (open === results.size) return `All ${open} moves of ${who} are open.`
  }
  const words = [
    wins && plural(wins, ['# wins', '# win']),
    losses && plural(losses, ['# loses', '# lose']),
    open && plural(open, ['# is open', '# are open']),
  ].filter(Boolean)
  return `Of ${who}'s ${results.size} moves ${words.join(', ')}.`
}

/** The signs for the board: of several steps to one square the best for the player to move. */
export function squareResults(results: Results, position: Position): SquareResult[] {
  const bySquare = new Map<string, SquareResult>()
  for (const [text, result] of ranked(results, position.turn)) {
    const square = text.slice(-2)
    if (bySquare.has(square)) continue
    const isStep = text.length > 2
    bySquare.set(square, {
      square,
      result: !result.winner ? 'open' : result.winner === position.turn ? 'win' : 'loss',
      source: result.winner ? result.source : null,
      plies: result.winner ? result.plies : null,
      text: isStep ? `best step ${text}: ${fullWords(result)}` : fullWords(result),
    })
  }
  return [...bySquare.values()]
}
