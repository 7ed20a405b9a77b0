/**
 * A game against the proof: Black is a person, White plays from the certificate. Pure values and
 * words; the engine is asked only for what its book says.
 */

import type { Engine } from '../engine/engine'
import { positionsOf } from '../explorer/address'

/** So many plies the game lasts if Black never gives one away. */
export const PERFECT = 15

export type Asked = Pick<Engine, 'book'>

/** The moves so far, and how many plies the whole game can last: at first, and after each of Black's
 * moves. White's first move is made. */
export type Played = { moves: readonly string[]; longest: readonly number[] }

export const BEGUN: Played = { moves: ['33'], longest: [PERFECT] }

/** A game as it was stored; what is not readable counts as one that begins. */
export function readPlayed(stored: unknown): Played {
  const { moves, longest } = (stored ?? {}) as Record<string, unknown>
  if (!Array.isArray(moves) || !Array.isArray(longest) || moves[0] !== BEGUN.moves[0]) return BEGUN
  // White has answered every move.
  if (moves.length !== 2 * longest.length - 1 || !longest.every(Number.isSafeInteger)) return BEGUN
  try {
    positionsOf(moves)
  } catch {
    return BEGUN
  }
  return { moves, longest }
}

/** The game after a move of Black and White's answer to it. */
export async function withAnswer(engine: Asked, { moves, longest }: Played, move: string): Promise<Played> {
  const made = [...moves, move]
  const answer = await ask(engine, made)
  return { moves: [...made, answer.move], longest: [...longest, made.length + answer.plies] }
}

/** The index of Black's first move that gave plies away; null if there is none. */
export function firstMistake({ longest }: Played): number | null {
  const turn = longest.findIndex((plies, index) => index > 0 && plies < longest[index - 1]!)
  return turn < 0 ? null : 2 * turn - 1
}

/** The moves to the end of the game, if from here Black always plays what loses last. */
export async function longestGame(engine: Asked, moves: readonly string[]): Promise<string[]> {
  const line = [...moves]
  while (!positionsOf(line).at(-1)!.outcome()) line.push((await ask(engine, line)).move)
  return line
}

async function ask(engine: Asked, moves: readonly string[]) {
  const [answer] = await engine.book([positionsOf(moves).at(-1)!.text()])
  if (answer?.winner !== 'white') throw new Error(`the certificate has no move after ${moves.join(' ')}`)
  return answer
}

/** The better of two scores; a stored one may be anything. */
export function bestScore(stored: unknown, plies = 0): number {
  const before = typeof stored === 'number' && stored <= PERFECT ? stored : 0
  return Math.max(before, plies)
}
