/** The examples of the rules' page show what their words claim. */
import { expect, test } from 'vitest'
import { Position } from '../rules/position'
import { EXAMPLES } from './rules'

const list = (text: string) => text.split(' ').filter(Boolean)

test.each(EXAMPLES)('$words', ({ white, black, path, words }) => {
  const position = Position.diagram(list(white), list(black), 'black')
  if (path) {
    const flaw = position.whyNotNetwork(path.split('-'), 'black')
    expect(flaw === null).toBe(!words.startsWith('Not a network'))
    if (flaw) expect(flaw.squares.some((square) => words.includes(square))).toBe(true)
  } else {
    // As docs/rules.md explains: two of the crossed squares, and one that is free.
    expect(position.forbidden()).toEqual(expect.arrayContaining(['51', '56']))
    expect(position.forbidden()).not.toContain('46')
  }
})
