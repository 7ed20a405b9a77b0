/**
 * Games as pages give them to the engine, and what the search has to know of them: the chips, and
 * what the moves so far and the house rules say about draws.
 */

import { moveText, parseMove } from '../rules/moves'
import { Position } from '../rules/position'
import { NAMES, numberOf, type Color } from '../rules/squares'
import type { Chips, Core, Side } from './core'

/** The house rules: `noMove` is what it means to have no legal move, `repetition` at which
 * occurrence of a position the game is drawn, `stepLimit` after how many steps; 0 turns the last
 * two off. */
export type Rules = { noMove: 'loss' | 'draw'; repetition: number; stepLimit: number }

export const RULES: Rules = { noMove: 'loss', repetition: 3, stepLimit: 200 }

/** A game: the position it began with, as text, and its moves. Without a position it is the
 * empty board; without moves nothing is known of what came before. */
export type Game = { position?: string; moves?: readonly string[]; rules?: Partial<Rules> }

/** A question the engine cannot answer: the message tells what is wrong with it. */
export class QuestionError extends Error {
  override name = 'QuestionError'
}

/** A position with what its history and house rules say about it. */
export type Situation = {
  chips: Chips
  /** The keys of positions that are drawn if they come again. */
  drawn: bigint[]
  /** The moves until the step limit draws the game; -1: never. */
  stepsLeft: number
  /** The score of having no move: -1 is a loss, 0 a draw. */
  stuckScore: number
  /** The legal moves in rising order. */
  legal: number[]
}

/** The move with an action number, as text. */
export function textOf(action: number): string {
  return action < 64 ? NAMES[action]! : `${NAMES[(action >> 6) - 1]!}-${NAMES[action & 63]!}`
}

/** The action number of a move; throws a QuestionError if the text names no move. */
export function actionOf(text: string): number {
  const move = parseMove(text)
  if (!move) throw new QuestionError(`'${text.slice(0, 20)}' is not a move: write 33 or 33-45`)
  return (move.kind === 'add' ? 0 : 64 * (numberOf(move.from) + 1)) + numberOf(move.to)
}

export function sideOf(color: Color): Side {
  return color === 'white' ? 0 : 1
}

export function chipsOf(position: Position): Chips {
  const bits = (color: Color) =>
    position.chips(color).reduce((all, square) => all | (1n << BigInt(numberOf(square))), 0n)
  return { white: bits('white'), black: bits('black'), turn: sideOf(position.turn) }
}

/** The position that a game has come to; throws an Error with a sentence if it cannot have. */
export function positionOf(game: Game): Position {
  let position = game.position ? Position.parse(game.position) : Position.start()
  for (const text of game.moves ?? []) {
    const move = parseMove(text)
    if (!move) throw new QuestionError(`'${text.slice(0, 20)}' is not a move: write 33 or 33-45`)
    const refusal = position.whyIllegal(move)
    if (refusal) throw new QuestionError(`${moveText(move)} is not legal: ${refusal.sentence}`)
    position = position.play(move)
  }
  return position
}

/** What the search has to know of a game that is not over; the core is left in its last position. */
export function situationOf(core: Core, game: Game): Situation {
  const rules = { ...RULES, ...game.rules }
  const position = positionOf(game)
  const seen = occurrences(core, game)
  const chips = chipsOf(position)
  core.set(chips)
  const legal = core.legal()
  const repeated = seen.get(core.key())!
  if (core.hasNetwork(0) || core.hasNetwork(1)) throw new QuestionError('the game is over: it is won')
  if (!legal.length) throw new QuestionError('the game is over: there is no legal move')
  if (rules.repetition && repeated >= rules.repetition) {
    throw new QuestionError('the game is over: it is drawn by repetition')
  }
  if (rules.stepLimit && position.steps >= rules.stepLimit) {
    throw new QuestionError('the game is over: it is drawn by the step limit')
  }
  const hands = position.hand('white') + position.hand('black')
  const needed = rules.repetition - 1
  const drawn =
    needed < 1 || !position.steps ? [] : [...seen].filter(([, n]) => n >= needed).map(([key]) => key)
  return {
    chips,
    drawn: drawn.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    stepsLeft: rules.stepLimit ? Math.max(0, rules.stepLimit - position.steps) + hands : -1,
    stuckScore: rules.noMove === 'loss' ? -1 : 0,
    legal,
  }
}

/** How often each position has occurred in a game, by its key. */
function occurrences(core: Core, game: Game): Map<bigint, number> {
  core.set(chipsOf(game.position ? Position.parse(game.position) : Position.start()))
  const seen = new Map([[core.key(), 1]])
  for (const text of game.moves ?? []) {
    core.push(actionOf(text))
    seen.set(core.key(), (seen.get(core.key()) ?? 0) + 1)
  }
  return seen
}
