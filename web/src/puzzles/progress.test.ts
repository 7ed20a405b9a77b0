import { expect, it } from 'vitest'
import { afterFailed, afterSolved, counts, dueOn, noProgress, readProgress, toRepeat, withMistakes } from './progress'

it('counts a streak and remembers the best', () => {
  let progress = ['a', 'b', 'a'].reduce((before, id) => afterSolved(before, id, 5), noProgress())
  expect(progress).toEqual({ solved: ['a', 'b'], streak: 2, best: 2, failed: {} })
  progress = afterSolved(afterFailed(progress, 'c', 5), 'd', 5)
  expect(progress).toMatchObject({ solved: ['a', 'b', 'd'], streak: 1, best: 2 })
})

it('counts a puzzle once for the streak, and again when it has come back', () => {
  let progress = afterSolved(afterSolved(noProgress(), 'a', 5), 'a', 6)
  expect(progress.streak).toBe(1)
  progress = afterSolved(afterFailed(progress, 'a', 6), 'a', 6)
  expect(progress.streak).toBe(0)
  expect([counts(progress, 'a', 6), counts(progress, 'a', 7)]).toEqual([false, true])
  expect(afterSolved(progress, 'a', 7).streak).toBe(1)
})

it('brings a failed puzzle back after 1, 3 and 7 days', () => {
  let progress = afterFailed(noProgress(), 'a', 100)
  expect([dueOn(progress, 100), dueOn(progress, 101)]).toEqual([[], ['a']])
  progress = afterSolved(progress, 'a', 101)
  expect([dueOn(progress, 103), dueOn(progress, 104)]).toEqual([[], ['a']])
  progress = afterSolved(progress, 'a', 106)
  expect([dueOn(progress, 112), dueOn(progress, 113)]).toEqual([[], ['a']])
  expect(afterSolved(progress, 'a', 113).failed).toEqual({})
})

it('begins anew after another failure, and does not count what is solved before it is due', () => {
  const failed = afterFailed(noProgress(), 'a', 100)
  expect(afterSolved(failed, 'a', 100).failed).toEqual(failed.failed)
  const again = afterFailed(afterSolved(failed, 'a', 101), 'a', 104)
  expect(again.failed).toEqual({ a: { due: 105, solved: 0 } })
})

it('reads what it stored, and nonsense as nothing', () => {
  const progress = afterFailed(afterSolved(noProgress(), 'b', 1), 'a', 100)
  expect(readProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress)
  for (const nonsense of [null, 3, 'x', [], { solved: 3, streak: -1, failed: [1], best: 'x' }]) {
    expect(readProgress(nonsense)).toEqual(noProgress())
  }
})

it('has mistakes of games repeated like failed puzzles, from the same day on, and a run spares the streak', () => {
  const begun = afterSolved(noProgress(), 'b', 100)
  const progress = withMistakes(begun, ['m1', 'm2'], 100)
  expect(dueOn(progress, 100)).toEqual(['m1', 'm2'])
  const solved = afterSolved(progress, 'm1', 100)
  expect(withMistakes(solved, ['m1', 'm2'], 101).failed.m1).toEqual({ due: 103, solved: 1 })
  expect(toRepeat(begun, 'c', 100)).toMatchObject({ streak: 1, failed: { c: { due: 101, solved: 0 } } })
})
