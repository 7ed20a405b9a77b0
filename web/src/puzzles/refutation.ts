/** Why a move of a puzzle is wrong: the opponent's moves against it, found by the engine, and a sentence. */

import type { Engine, Game, Limit } from '../engine/engine'
import { pliesText } from '../parts/plies'
import { named, outcomeText, parseMove, type Position } from '../rules/position'
import { movesOf, pliesLeft, positionOf, type Solving } from './solving'

export type Refutation = { line: string[]; sentence: string }

/** How many plies beyond the puzzle's end are searched. */
const MORE_PLIES = 3
const MOST_NODES = 2_000_000
const MOST_MILLISECONDS = 5_000
/** The longest refutation that is put together, in plies. */
const LONGEST = 20

/** The refutation of the wrong move in a state; without an engine only a sentence. */
export async function findRefutation(
  state: Solving,
  engine: Pick<Engine, 'evaluate'> | null,
  signal?: AbortSignal,
): Promise<Refutation> {
  const { puzzle, mistake } = state
  const move = mistake!.move
  const after = positionOf(state)
  const outcome = after.outcome()
  if (outcome) return { line: [], sentence: `${move} is wrong: ${outcomeText(outcome)}.` }
  const notIt = { line: [], sentence: `${move} is not the move.` }
  if (!engine) return notIt
  const game = { position: puzzle.position, moves: movesOf(state) }
  const depth = pliesLeft(state) + MORE_PLIES
  const limit = { depth, nodes: MOST_NODES, time: MOST_MILLISECONDS, signal }
  const [best] = await engine.evaluate(game, limit)
  if (!best) return notIt
  const opponent = named(after.turn)
  if (best.score.wins) {
    const { line, isOver } = await wholeLine(engine, game, after, best.moves, limit)
    const [plies, moves] = [pliesText(best.score.plies!), line.join(' ')]
    const sentence = isOver
      ? `${move} loses: ${opponent} wins with ${moves}.`
      : `${move} loses: ${opponent} wins in ${plies}, beginning with ${moves}.`
    return { line, sentence }
  }
  const line = [best.move]
  return { line, sentence: answerWords(state, move, `${opponent} answers ${best.move}.`) }
}

function answerWords(state: Solving, move: string, answer: string): string {
  const { puzzle } = state
  if (move === puzzle.own?.played) return `${move} is the move that was played: ${answer}`
  if (puzzle.kind === 'defend') return `${move} loses: ${answer}`
  if (puzzle.kind !== 'win') return `${move} is not as good: ${answer}`
  const plies = pliesLeft(state)
  return plies === 1 ? `${move} does not win at once: ${answer}` : `${move} does not win in ${pliesText(plies)}: ${answer}`
}

/** A winning line, and where the search has cut it off, how it goes on until the network is there. */
async function wholeLine(
  engine: Pick<Engine, 'evaluate'>,
  game: Game & { moves: string[] },
  after: Position,
  found: string[],
  limit: Limit & { signal?: AbortSignal },
): Promise<{ line: string[]; isOver: boolean }> {
  const line: string[] = []
  let position = after
  let next: string[] | undefined = found
  while (next && line.length < LONGEST) {
    for (const text of next) {
      const move = parseMove(text)
      if (!move || position.whyIllegal(move)) return { line, isOver: false }
      position = position.play(move)
      line.push(text)
    }
    if (position.outcome()) return { line, isOver: true }
    const [best] = await engine.evaluate({ ...game, moves: [...game.moves, ...line] }, limit)
    next = best?.score.isProven ? best.moves : undefined
  }
  return { line, isOver: false }
}
