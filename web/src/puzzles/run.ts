/**
 * A timed run: three minutes, as many puzzles as one can, harder and harder; three mistakes end it.
 * Pure functions; `TimedRun.svelte` has the clock and the board.
 */

import { plural } from '../messages/plural'
import type { Puzzle } from './puzzle'

export const MINUTES = 3
export const MOST_MISTAKES = 3

/** The rating of the first puzzle, and how much it rises with each one that is solved. */
const FIRST = 500
const RISE = 40
/** A puzzle is taken from so many with about the right rating. */
const CANDIDATES = 20

export type Run = { current: Puzzle; solved: string[]; failed: string[] }

export function beginRun(puzzles: readonly Puzzle[], random: () => number = Math.random): Run {
  return { current: pick(puzzles, [], 0, random), solved: [], failed: [] }
}

/** The run after its puzzle was solved or failed, with the next one. */
export function goOn(
  puzzles: readonly Puzzle[],
  run: Run,
  isSolved: boolean,
  random: () => number = Math.random,
): Run {
  const solved = isSolved ? [...run.solved, run.current.id] : run.solved
  const failed = isSolved ? run.failed : [...run.failed, run.current.id]
  return { current: pick(puzzles, [...solved, ...failed], solved.length, random), solved, failed }
}

function pick(puzzles: readonly Puzzle[], seen: string[], solved: number, random: () => number): Puzzle {
  const rating = FIRST + RISE * solved
  const distance = (puzzle: Puzzle) => Math.abs(puzzle.rating - rating)
  const candidates = puzzles
    .filter(({ id }) => !seen.includes(id))
    .sort((one, two) => distance(one) - distance(two))
    .slice(0, CANDIDATES)
  return candidates[Math.floor(random() * candidates.length)]!
}

/** The best number of solved puzzles; a stored one may be anything. */
export function bestRun(stored: unknown, solved = 0): number {
  const before = Number.isSafeInteger(stored) && (stored as number) > 0 ? (stored as number) : 0
  return Math.max(before, solved)
}

/** "1 puzzle", "12 puzzles". */
export function countWords(count: number): string {
  return plural(count, ['# puzzle', '# puzzles'])
}
