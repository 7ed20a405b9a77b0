/**
 * Networks: the search for them, and every reason why a sequence of chips is none. Chips are
 * numbers in the search and names in the reasons; `Position` knows which chips there are.
 */

import { NAMES, directionBetween, goal, listed, named, numberOf, squaresBetween, type Color, type Square } from './squares'

export const CHIPS = 10
export const SHORTEST_NETWORK = 6

export type NetworkRule =
  | 'own chips'
  | 'length'
  | 'goals at the ends'
  | 'no goal inside'
  | 'no chip twice'
  | 'straight lines'
  | 'clear lines'
  | 'turn at every chip'

/** Why a sequence of squares is no network: the rule it breaks, where, and a sentence. */
export type Flaw = { rule: NetworkRule; squares: Square[]; sentence: string }

/** An own chip in sight, and the direction in which it stands. */
export type Sight = { direction: number; chip: number }

type Seen = (chip: number) => readonly Sight[]

/** Lead a path on to the last goal in all ways that turn at every chip and make it `length` chips
 * long, until `found` returns true. */
export function completePath(
  path: number[],
  came: number,
  length: number,
  seen: Seen,
  color: Color,
  found: (path: readonly number[]) => boolean,
): boolean {
  for (const { direction, chip } of seen(path[path.length - 1]!)) {
    if (direction === came || path.includes(chip)) continue
    const isLast = path.length + 1 === length
    if (goal(chip, color) !== (isLast ? 1 : -1)) continue
    path.push(chip)
    if (isLast ? found(path) : completePath(path, direction, length, seen, color, found)) return true
    path.pop()
  }
  return false
}

/** The longest way on from a path that turns at every chip and enters no goal. */
export function longestPath(path: readonly number[], came: number, seen: Seen, color: Color): readonly number[] {
  let longest = path
  for (const { direction, chip } of seen(path[path.length - 1]!)) {
    if (direction === came || path.includes(chip) || goal(chip, color) >= 0) continue
    const found = longestPath([...path, chip], direction, seen, color)
    if (found.length > longest.length) longest = found
  }
  return longest
}

/** All reasons why squares, taken in order, are no network of a colour. `at` tells what stands on
 * a square. */
export function* flaws(
  path: readonly Square[],
  color: Color,
  at: (square: Square) => Color | null,
): Generator<Flaw> {
  yield* foreignChips(path, color, at)
  yield* wrongLength(path)
  yield* wrongGoals(path, color)
  yield* repeatedChips(path)
  yield* wrongLines(path, at)
  yield* missingTurns(path)
}

function* foreignChips(
  path: readonly Square[],
  color: Color,
  at: (square: Square) => Color | null,
): Generator<Flaw> {
  const squares = path.filter((square) => at(square) !== color)
  const sentence = `${named(color)} has no chip on ${listed(squares)}`
  if (squares.length) yield { rule: 'own chips', squares, sentence }
}

function* wrongLength(path: readonly Square[]): Generator<Flaw> {
  if (path.length >= SHORTEST_NETWORK && path.length <= CHIPS) return
  const sentence = `a network has ${SHORTEST_NETWORK} to ${CHIPS} chips, and this one has ${path.length}`
  yield { rule: 'length', squares: [...path], sentence }
}

function* wrongGoals(path: readonly Square[], color: Color): Generator<Flaw> {
  if (!path.length) return
  const goalOf = (square: Square) => goal(numberOf(square), color)
  const [first, last] = [path[0]!, path[path.length - 1]!]
  if (path.length > 1 && goalOf(first) >= 0 && goalOf(first) === goalOf(last)) {
    const sentence = `a network ends in the other goal: ${first} and ${last} are in the same one`
    yield { rule: 'goals at the ends', squares: [first, last], sentence }
  }
  for (const end of new Set([first, last])) {
    if (goalOf(end) >= 0) continue
    const sentence = `a network begins and ends in ${named(color)}'s goals, and ${end} is in neither`
    yield { rule: 'goals at the ends', squares: [end], sentence }
  }
  for (const inside of path.slice(1, -1).filter((square) => goalOf(square) >= 0)) {
    const sentence = `only the first and the last chip may be in a goal, and ${inside} is in one`
    yield { rule: 'no goal inside', squares: [inside], sentence }
  }
}

function* repeatedChips(path: readonly Square[]): Generator<Flaw> {
  for (const twice of new Set(path.filter((square, index) => path.indexOf(square) < index))) {
    const sentence = `a network may use each chip only once, and ${twice} is used twice`
    yield { rule: 'no chip twice', squares: [twice], sentence }
  }
}

function* wrongLines(path: readonly Square[], at: (square: Square) => Color | null): Generator<Flaw> {
  for (let i = 1; i < path.length; i++) {
    const [start, end] = [path[i - 1]!, path[i]!]
    const [from, to] = [numberOf(start), numberOf(end)]
    const squares = squaresBetween(from, to).map((number) => NAMES[number]!).filter(at)
    if (directionBetween(from, to) < 0) {
      const sentence = `${start} and ${end} are not on one straight line`
      yield { rule: 'straight lines', squares: [start, end], sentence }
    } else if (squares.length) {
      const sentence = `there is a chip between ${start} and ${end}: ${listed(squares)}`
      yield { rule: 'clear lines', squares, sentence }
    }
  }
}

function* missingTurns(path: readonly Square[]): Generator<Flaw> {
  const direction = (i: number) => directionBetween(numberOf(path[i]!), numberOf(path[i + 1]!))
  for (let i = 0; i + 2 < path.length; i++) {
    if (direction(i) < 0 || direction(i) !== direction(i + 1)) continue
    const squares = path.slice(i, i + 3)
    const sentence = `a network turns at every chip between its ends, and ${squares.join('-')} goes straight on`
    yield { rule: 'turn at every chip', squares, sentence }
  }
}
