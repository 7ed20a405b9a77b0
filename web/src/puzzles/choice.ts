/** Which puzzle comes next: by theme and difficulty, due repetitions first; and the one of a day. */

import { dueOn, type Progress } from './progress'
import type { Puzzle } from './puzzle'
import { THEME_WORDS } from './words'

/** Difficulties, with their ratings: from the first, below the second. */
export const DIFFICULTIES = {
  easy: [0, 800],
  medium: [800, 1200],
  hard: [1200, Infinity],
} as const

export type Difficulty = keyof typeof DIFFICULTIES

/** What a visitor wants to solve; an empty text stands for everything. */
export type Choice = { theme: string; difficulty: Difficulty | '' }

/** A choice as it was stored; what is not readable counts as everything. */
export function readChoice(stored: Partial<Choice> | null): Choice {
  const { theme = '', difficulty = '' } = stored ?? {}
  return {
    theme: Object.hasOwn(THEME_WORDS, theme) ? theme : '',
    difficulty: Object.hasOwn(DIFFICULTIES, difficulty) ? difficulty : '',
  }
}

const DAY = 86_400_000
/** 1970-01-01, counted in days from 0001-01-01, which is day 1. */
const EPOCH = 719_163

/** The number of a moment's day in UTC, as Python's `date.toordinal` counts. */
export function dayNumber(milliseconds: number): number {
  return EPOCH + Math.floor(milliseconds / DAY)
}

/** The puzzle of a day, the same as `tenchips puzzle --daily`. */
export function dailyPuzzle(puzzles: readonly Puzzle[], day: number): Puzzle {
  const byId = [...puzzles].sort((one, two) => (one.id < two.id ? -1 : 1))
  return byId[day % byId.length]!
}

export function difficultyOf({ rating }: Puzzle): Difficulty {
  const names = Object.keys(DIFFICULTIES) as Difficulty[]
  return names.find((name) => rating < DIFFICULTIES[name][1])!
}

export function matching(puzzles: readonly Puzzle[], { theme, difficulty }: Choice): Puzzle[] {
  return puzzles.filter(
    (puzzle) =>
      !puzzle.own &&
      (!theme || puzzle.themes.includes(theme)) &&
      (!difficulty || difficultyOf(puzzle) === difficulty),
  )
}

/** The next puzzle: one that was failed and is due again, or a mistake of the visitor's own that is
 * due; else one that was not tried yet, else any; not the current one if there is another. Null if
 * nothing matches the choice. Mistakes have no themes and no rating, and are in every choice. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  choice: Choice,
  progress: Progress,
  day: number,
  current: string | null,
  random: () => number = Math.random,
): Puzzle | null {
  const all = matching(puzzles, choice)
  const others = all.filter(({ id }) => id !== current)
  const own = puzzles.filter((puzzle) => puzzle.own && puzzle.id !== current)
  const due = new Set(dueOn(progress, day))
  const solved = new Set(progress.solved)
  const groups = [
    [...own, ...others].filter(({ id }) => due.has(id)),
    others.filter(({ id }) => !solved.has(id) && !progress.failed[id]),
    others,
    all,
  ]
  const group = groups.find((some) => some.length)
  return group ? group[Math.floor(random() * group.length)]! : null
}
