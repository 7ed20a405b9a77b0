import { expect, it } from 'vitest'
import type { Puzzle } from './puzzle'
import { beginRun, bestRun, goOn } from './run'

const PUZZLES: Puzzle[] = Array.from({ length: 300 }, (_, number) => ({
  id: `p${number}`,
  position: '',
  kind: 'win',
  plies: 1,
  solution: ['33'],
  themes: [],
  rating: 500 + 5 * number,
}))

it('gives harder and harder puzzles, and none twice', () => {
  for (const random of [() => 0, () => 0.999]) {
    let run = beginRun(PUZZLES, random)
    const ratings = [run.current.rating]
    for (let count = 0; count < 20; count++) {
      run = goOn(PUZZLES, run, true, random)
      ratings.push(run.current.rating)
    }
    expect(new Set(run.solved).size).toBe(20)
    expect(run.failed).toEqual([])
    expect(ratings[0]).toBeLessThan(600)
    expect(ratings[20]! - ratings[0]!).toBeGreaterThan(600)
    expect(ratings.every((rating, index) => rating >= (ratings[index - 5] ?? 0))).toBe(true)
  }
})

it('does not get harder after a mistake', () => {
  const begun = beginRun(PUZZLES, () => 0)
  const run = goOn(PUZZLES, begun, false, () => 0)
  expect(run).toMatchObject({ solved: [], failed: [begun.current.id] })
  expect(run.current.id).not.toBe(begun.current.id)
  expect(run.current.rating).toBeLessThan(520)
})

it('keeps the best and takes no nonsense', () => {
  expect([bestRun(null), bestRun(3, 5), bestRun(5, 3), bestRun('9', 1), bestRun(-2)]).toEqual([0, 5, 5, 1, 0])
})
