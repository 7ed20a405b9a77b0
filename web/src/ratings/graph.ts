/** The history of a rating as a line. Pure. */

export type Point = { at: number; rating: number }

export type Graph = {
  /** The line, in a box of `WIDTH` by `HEIGHT`. */
  path: string
  /** Ratings at round numbers, with their height in the box. */
  lines: { rating: number; y: number }[]
}

export const WIDTH = 300
export const HEIGHT = 120
/** Space above and below the line. */
const MARGIN = 10

/** The line through the points, which come in order of time; null without points. */
export function graphOf(points: Point[]): Graph | null {
  const first = points[0]
  const last = points[points.length - 1]
  if (!first || !last) return null
  const ratings = points.map(({ rating }) => rating)
  const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)]
  const step = stepOf(highest - lowest)
  const from = Math.floor(lowest / step) * step
  const to = Math.max(from + step, Math.ceil(highest / step) * step)
  const y = (rating: number) =>
    round(HEIGHT - MARGIN - ((rating - from) / (to - from)) * (HEIGHT - 2 * MARGIN))
  // Games, not days: who pauses for a year has not stood still for most of the picture.
  const x = (index: number) => round(points.length === 1 ? WIDTH / 2 : (index / (points.length - 1)) * WIDTH)
  const path = points.map(({ rating }, index) => `${index ? 'L' : 'M'}${x(index)} ${y(rating)}`).join('')
  const lines = []
  for (let rating = from; rating <= to; rating += step) lines.push({ rating, y: y(rating) })
  return { path: points.length === 1 ? `${path}h0.01` : path, lines }
}

function stepOf(range: number): number {
  return [25, 50, 100, 200, 500].find((step) => range / step <= 4) ?? 1000
}

const round = (value: number) => Math.round(value * 100) / 100
