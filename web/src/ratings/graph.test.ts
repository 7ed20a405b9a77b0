import { expect, test } from 'vitest'
import { graphOf, HEIGHT, WIDTH } from './graph'
import { changeText } from './words'

const points = (...ratings: number[]) => ratings.map((rating, at) => ({ at, rating }))

test('nobody without a rating has a graph', () => {
  expect(graphOf([])).toBeNull()
})

test('the line goes from edge to edge, higher ratings are higher, and lines are at round numbers', () => {
  const { path, lines } = graphOf(points(1500, 1662, 1580))!
  const places = [...path.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(places.map(([x]) => x)).toEqual([0, WIDTH / 2, WIDTH])
  const [first, second, third] = places.map(([, y]) => y!)
  expect(second!).toBeLessThan(third!)
  expect(third!).toBeLessThan(first!)
  expect(lines.map(({ rating }) => rating)).toEqual([1500, 1550, 1600, 1650, 1700])
  for (const { y } of lines) expect(y).toBeGreaterThanOrEqual(0)
  for (const { y } of lines) expect(y).toBeLessThanOrEqual(HEIGHT)
  expect(lines[0]!.y).toBe(first)
})

test('one game, and one that changed nothing, have a graph too', () => {
  expect(graphOf(points(1500))!.path).toMatch(/^M150 [\d.]+h/)
  expect(graphOf(points(1500, 1500))!.path).not.toContain('NaN')
})

test('changes have a sign', () => {
  expect([12, -8, 0].map(changeText)).toEqual(['+12', '−8', '±0'])
})
