/**
 * A puzzle as it is solved: the moves so far, a wrong move with its refutation, the solution shown.
 *
 * Pure functions from one state to the next. The page calls `advance` at intervals while
 * `isPlaying`, so that replies, refutations and solutions are seen move by move.
 */

import { moveText, parseMove, Position, type Move } from '../rules/position'
import type { Puzzle } from './puzzle'

/** A wrong move, the moves that refute it, and how many of those are on the board. */
type Mistake = { move: string; line: string[]; shown: number }

export type Solving = {
  puzzle: Puzzle
  /** How many moves of the solution are on the board. */
  made: number
  mistake: Mistake | null
  /** A wrong move was made before, or the solution was shown. */
  hasFailed: boolean
  /** The solution is played to its end without the solver. */
  isRevealed: boolean
}

export function begin(puzzle: Puzzle): Solving {
  return { puzzle, made: 0, mistake: null, hasFailed: false, isRevealed: false }
}

/** Whether the whole solution is on the board. */
export function isDone({ puzzle, made }: Solving): boolean {
  return made === puzzle.solution.length
}

/** Whether the solver is asked for a move. */
export function isAsking(state: Solving): boolean {
  return !state.mistake && !state.isRevealed && !isDone(state) && state.made % 2 === 0
}

/** The solver makes a legal move. */
export function answer(state: Solving, move: Move): Solving {
  if (!isAsking(state)) return state
  const text = moveText(move)
  if (text === state.puzzle.solution[state.made]) return { ...state, made: state.made + 1 }
  // One's own puzzles may have other good moves: the move has failed only once it is refuted.
  const hasFailed = state.hasFailed || !state.puzzle.own
  return { ...state, hasFailed, mistake: { move: text, line: [], shown: 0 } }
}

/** The moves that refute the wrong move are known. */
export function refute(state: Solving, line: string[]): Solving {
  return state.mistake ? { ...state, hasFailed: true, mistake: { ...state.mistake, line, shown: 0 } } : state
}

/** The move in place of the solution is as good: it becomes the solution. */
export function accept(state: Solving): Solving {
  if (!state.mistake) return state
  const solution = [state.mistake.move]
  return { ...state, puzzle: { ...state.puzzle, solution }, made: 1, mistake: null }
}

/** The wrong move is taken back. */
export function retry(state: Solving): Solving {
  return { ...state, mistake: null }
}

export function reveal(state: Solving): Solving {
  return isDone(state) ? state : { ...state, mistake: null, hasFailed: true, isRevealed: true }
}

/** Whether there is a move to be played on the board without the solver. */
export function isPlaying(state: Solving): boolean {
  const { mistake } = state
  return mistake ? mistake.shown < mistake.line.length : !isAsking(state) && !isDone(state)
}

/** Play the next move of a reply, a refutation or the solution. */
export function advance(state: Solving): Solving {
  if (!isPlaying(state)) return state
  const { mistake } = state
  if (mistake) return { ...state, mistake: { ...mistake, shown: mistake.shown + 1 } }
  return { ...state, made: state.made + 1 }
}

/** The moves on the board since the puzzle's position. */
export function movesOf({ puzzle, made, mistake }: Solving): string[] {
  const right = puzzle.solution.slice(0, made)
  return mistake ? [...right, mistake.move, ...mistake.line.slice(0, mistake.shown)] : right
}

export function positionOf(state: Solving): Position {
  const start = Position.parse(state.puzzle.position)
  return movesOf(state).reduce((position, text) => position.play(parseMove(text)!), start)
}

/** The plies within which the solver has to win now, or within which a wrong move loses. */
export function pliesLeft({ puzzle, made }: Solving): number {
  return puzzle.plies - made
}
