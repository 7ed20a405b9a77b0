/**
 * The board's geometry: squares, goals, rays.
 *
 * A square is its name, column then row; read as an octal number the name is also the square's
 * number. People and components use names, code that counts uses numbers. Nothing here knows a
 * chip or a rule.
 */

export type Color = 'white' | 'black'
export type Square = string

export const SIZE = 8
export const COLORS: readonly Color[] = ['white', 'black']

/** The name of every square, by number. */
export const NAMES: readonly Square[] = Array.from(
  { length: SIZE * SIZE },
  (_, number) => `${number >> 3}${number & 7}`,
)

/** The number of a square, or -1 if the text names none. */
export function numberOf(square: Square): number {
  return /^[0-7][0-7]$/.test(square) ? parseInt(square, 8) : -1
}

export function other(color: Color): Color {
  return color === 'white' ? 'black' : 'white'
}

/** The colour as a sentence begins with it. */
export function named(color: Color): string {
  return color === 'white' ? 'White' : 'Black'
}

/** Squares as a sentence lists them: "33", "33 and 34", "33, 34 and 44". */
export function listed(squares: readonly Square[]): string {
  if (squares.length < 2) return squares.join('')
  return `${squares.slice(0, -1).join(', ')} and ${squares.at(-1)}`
}

/** What a square is: a dead corner, one of a colour's goals, or inner ground for both. */
export type Ground = 'corner' | 'inner' | Color

const GROUNDS: readonly Ground[] = NAMES.map((name) => {
  const [x, y] = [name[0]!, name[1]!].map((digit) => digit === '0' || digit === '7')
  return x && y ? 'corner' : x ? 'white' : y ? 'black' : 'inner'
})

export function ground(number: number): Ground {
  return GROUNDS[number]!
}

/** Whether a colour may ever put a chip there. */
export function usable(number: number, color: Color): boolean {
  return GROUNDS[number] === 'inner' || GROUNDS[number] === color
}

/** In which of a colour's goals a square lies: 0 is left or upper, 1 right or lower, -1 none. */
export function goal(number: number, color: Color): -1 | 0 | 1 {
  if (GROUNDS[number] !== color) return -1
  return (color === 'white' ? number >> 3 : number & 7) === 0 ? 0 : 1
}

/** The eight directions; numbers rise along the first four, and `d ^ 4` is the opposite of `d`. */
const DIRECTIONS = [[0, 1], [1, -1], [1, 0], [1, 1], [0, -1], [-1, 1], [-1, 0], [-1, -1]] as const

function ray(number: number, [dx, dy]: readonly [number, number]): number[] {
  const squares = []
  let x = (number >> 3) + dx
  let y = (number & 7) + dy
  for (; x >= 0 && x < SIZE && y >= 0 && y < SIZE; x += dx, y += dy) squares.push(SIZE * x + y)
  return squares
}

/** `RAYS[number][direction]`: the squares that way, nearest first. */
export const RAYS: readonly (readonly (readonly number[])[])[] = NAMES.map((_, number) =>
  DIRECTIONS.map((direction) => ray(number, direction)),
)

/** The squares that touch each square, diagonally too. */
export const NEIGHBOURS: readonly (readonly number[])[] = RAYS.map((rays) =>
  rays.flatMap((squares) => squares.slice(0, 1)),
)

/** The direction from one square straight to another, or -1 if they are not in line. */
export function directionBetween(start: number, end: number): number {
  return RAYS[start]!.findIndex((squares) => squares.includes(end))
}

/** The squares strictly between two squares in line, in order; none if they are not in line. */
export function squaresBetween(start: number, end: number): readonly number[] {
  const squares = RAYS[start]![directionBetween(start, end)] ?? []
  return squares.slice(0, Math.max(0, squares.indexOf(end))).sort((a, b) => a - b)
}
