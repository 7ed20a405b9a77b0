/**
 * Puzzles of one's own: the mistakes that reviews have found. Unlike the puzzles of the package they
 * may have more than one good move, so a move is judged by the engine before it is called wrong.
 */

import type { Engine, Limit } from '../engine/engine'
import type { Mistake } from '../review/mistakes'
import type { Puzzle } from './puzzle'
import { movesOf, pliesLeft, positionOf, type Solving } from './solving'

export function ownPuzzle(mistake: Mistake): Puzzle {
  const { id, position, kind, plies, best } = mistake
  return { id, position, kind, plies: plies ?? 0, solution: best.slice(0, 1), themes: [], rating: 0, own: mistake }
}

/** So much less in winning chances is as good, as reviews see it. */
const AS_GOOD = 0.1

/** Whether the move that is on the board in place of the solution is as good as that. */
export async function isAsGood(
  state: Solving,
  engine: Pick<Engine, 'evaluate'>,
  limit: Limit,
): Promise<boolean> {
  const { own, solution } = state.puzzle
  const { move } = state.mistake!
  if (!own || move === own.played) return false
  if (own.best.includes(move)) return true
  const outcome = positionOf(state).outcome()
  if (outcome) return outcome.winner === positionOf({ ...state, mistake: null }).turn
  const value = async (first: string) => {
    const game = { position: own.start || undefined, moves: [...own.moves, first] }
    return (await engine.evaluate(game, limit))[0]?.score
  }
  const score = await value(movesOf(state)[0]!)
  if (!score) return false
  // The score is the opponent's.
  if (own.kind === 'win') return score.wins === false && score.plies! < pliesLeft(state)
  if (own.kind === 'defend') return !score.wins
  const best = await value(solution[0]!)
  return !!best && score.chance - best.chance < AS_GOOD
}
