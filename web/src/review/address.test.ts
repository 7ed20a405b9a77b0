import { describe, expect, it } from 'vitest'
import { RULES } from '../engine/game'
import { START } from '../parts/line'
import { endingOf, openingOf, readReviewAddress, reviewAddress, type Reviewed } from './address'

const FULL: Reviewed = {
  start: START,
  moves: ['33', '44', '22'],
  rules: RULES,
  opening: 0,
  ending: null,
  you: null,
  at: null,
}

function roundTrip(game: Reviewed) {
  const url = new URL(reviewAddress(game), 'http://example.org')
  // What the browser makes of the address is the address.
  expect(url.pathname + url.search).toBe(reviewAddress(game))
  return readReviewAddress(url.search)
}

describe('the address of a review', () => {
  it('holds the game, the player and the ply', () => {
    const others: Partial<Reviewed>[] = [
      {},
      { at: 0 },
      { at: 2, you: 'black' },
      { opening: 2 },
      { ending: { how: 'resignation', loser: 'white' }, you: 'white' },
      { ending: { how: 'time', loser: 'black' } },
      { ending: { how: 'agreement', loser: null } },
      { rules: { noMove: 'draw', repetition: 0, stepLimit: 50 } },
      { start: '8/8/8/3W4/8/8/8/8 b 0 1', moves: ['45', '22'] },
      { moves: [] },
    ]
    for (const other of others) expect(roundTrip({ ...FULL, ...other })).toEqual({ ...FULL, ...other })
  })

  it('is short where nothing is special', () => {
    expect(reviewAddress(FULL)).toBe('/review?moves=33+44+22')
  })

  it('shows the end if it names no place of its own', () => {
    for (const at of ['3', '99', 'x', '-1']) expect(readReviewAddress(`?moves=33+44+22&at=${at}`).at).toBeNull()
  })

  it.each([
    ['?moves=33+33', 'move 2, 33: 33 already holds a chip'],
    ['?moves=zz', "'zz' is not a move"],
    ['?position=nonsense', 'is not a position'],
  ])('is refused with the reason: %s', (search, reason) => {
    expect(() => readReviewAddress(search)).toThrow(reason)
  })
})

it.each([
  ['0-1', 'resignation', { how: 'resignation', loser: 'white' }],
  ['1-0', 'time', { how: 'time', loser: 'black' }],
  ['1/2-1/2', 'agreement', { how: 'agreement', loser: null }],
  ['1/2-1/2', null, { how: 'agreement', loser: null }],
  ['1-0', 'network', null],
  ['1/2-1/2', 'repetition', null],
  ['*', null, null],
  [null, null, null],
])('a game of result %s by %s has the end that its moves do not tell', (result, termination, ending) => {
  expect(endingOf(result, termination)).toEqual(ending)
})

it('an end that nobody lost is none', () => {
  for (const end of ['end=resignation', 'end=time&loser=red', 'end=network&loser=white', 'loser=white'])
    expect(readReviewAddress(`?moves=33&${end}`).ending).toBeNull()
})

it('only an opening that an arena set counts', () => {
  expect(openingOf({ Opening: '5 plies' })).toBe(5)
  for (const Opening of ['in the middle', '-5 plies', '5.5 plies', '99999 plies']) expect(openingOf({ Opening })).toBe(0)
  expect(openingOf({})).toBe(0)
})
