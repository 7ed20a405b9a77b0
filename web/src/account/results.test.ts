import { expect, it } from 'vitest'
import { resultFor } from './results'

const seat = (name: string) => ({ kind: 'person', name, level: null, bot: false, rating: null, account: false }) as const
const game = (white: string, black: string, result: '1-0' | '0-1' | '1/2-1/2' | null) => ({
  white: seat(white),
  black: seat(black),
  result,
})

it.each([
  ['Ann', 'Bob', '1-0', 'won'],
  ['Ann', 'Bob', '0-1', 'lost'],
  ['Bob', 'Ann', '0-1', 'won'],
  ['Bob', 'Ann', '1-0', 'lost'],
  ['Ann', 'Bob', '1/2-1/2', 'drawn'],
  ['Ann', 'Bob', null, 'unfinished'],
  ['Ann', 'Ann', '1-0', null],
] as const)('%s against %s, %s: for Ann %s', (white, black, result, expected) => {
  expect(resultFor(game(white, black, result), 'Ann')).toBe(expected)
})
