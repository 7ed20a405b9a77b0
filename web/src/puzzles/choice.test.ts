import { expect, it } from 'vitest'
import { dailyPuzzle, dayNumber, difficultyOf, matching, nextPuzzle, readChoice } from './choice'
import { afterFailed, afterSolved, noProgress } from './progress'
import type { Puzzle } from './puzzle'

const puzzle = (id: string, rating: number, ...themes: string[]): Puzzle => ({
  id,
  position: '',
  kind: 'win',
  plies: 1,
  solution: ['33'],
  themes,
  rating,
})
const PUZZLES = [
  puzzle('c', 530),
  puzzle('a', 799, 'step'),
  puzzle('d', 800, 'cutting', 'step'),
  puzzle('b', 1200, 'cutting'),
]
const ALL = { theme: '', difficulty: '' } as const

it('counts days as Python does', () => {
  // date(2026, 1, 1).toordinal() == 739617
  expect(dayNumber(Date.UTC(2026, 0, 1))).toBe(739_617)
  expect(dayNumber(Date.UTC(2026, 0, 1, 23, 59, 59))).toBe(739_617)
  expect(dayNumber(Date.UTC(2026, 0, 2))).toBe(739_618)
})

it('takes the puzzles of the days by id, one after the other', () => {
  const days = [400, 401, 402, 403, 404]
  expect(days.map((day) => dailyPuzzle(PUZZLES, day).id)).toEqual(['a', 'b', 'c', 'd', 'a'])
})

it('divides the puzzles by difficulty and theme', () => {
  expect(PUZZLES.map(difficultyOf)).toEqual(['easy', 'easy', 'medium', 'hard'])
  const ids = (some: Puzzle[]) => some.map(({ id }) => id)
  expect(ids(matching(PUZZLES, ALL))).toEqual(['c', 'a', 'd', 'b'])
  expect(ids(matching(PUZZLES, { theme: 'step', difficulty: '' }))).toEqual(['a', 'd'])
  expect(ids(matching(PUZZLES, { theme: 'step', difficulty: 'medium' }))).toEqual(['d'])
})

it('gives due repetitions first, then new puzzles, then any, and never the same twice', () => {
  const next = (progress = noProgress(), current: string | null = null, day = 10) =>
    nextPuzzle(PUZZLES, ALL, progress, day, current, () => 0)?.id
  const failed = afterFailed(noProgress(), 'b', 10)
  expect(next(failed)).toBe('c')
  expect(next(failed, null, 11)).toBe('b')
  expect(next(failed, 'b', 11)).toBe('c')
  expect(next(noProgress(), 'c')).toBe('a')
  const solved = ['c', 'a'].reduce((progress, id) => afterSolved(progress, id, 10), failed)
  expect(next(solved)).toBe('d')
  expect(next(afterSolved(solved, 'd', 10), 'c')).toBe('a')
})

it('gives the current puzzle again where it is the only one, and null where there is none', () => {
  const next = (theme: string, difficulty: 'hard' | 'medium') =>
    nextPuzzle(PUZZLES, { theme, difficulty }, noProgress(), 1, 'b')
  expect(next('cutting', 'hard')?.id).toBe('b')
  expect(next('step', 'hard')).toBeNull()
})

it('reads a stored choice, and takes nonsense for everything', () => {
  const choice = { theme: 'step', difficulty: 'hard' } as const
  expect(readChoice(choice)).toEqual(choice)
  expect(readChoice(null)).toEqual(ALL)
  expect(readChoice({ theme: 'toString', difficulty: 'none' as 'hard' })).toEqual(ALL)
})
