import { describe, expect, it } from 'vitest'
import { START } from '../parts/line'
import { addressOf, readAddress, soundPart, type Study } from './address'
import { readTree } from './movetext'
import { EMPTY, places, treeOf } from './tree'

const MOVES = '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' ')

function roundTrip(study: Study) {
  const url = new URL(addressOf(study), 'http://example.org')
  // What the browser makes of the address is the address: otherwise the page would go on correcting it.
  expect(url.pathname + url.search).toBe(addressOf(study))
  return readAddress(url.search)
}

describe('the address of a study', () => {
  it('holds a line and the ply that is shown', () => {
    for (const at of [0, 5, 13]) {
      const study = { start: START, tree: treeOf(MOVES), path: MOVES.slice(0, at) }
      expect(roundTrip(study)).toEqual(study)
    }
    expect(addressOf({ start: START, tree: treeOf(['33', '44']), path: ['33'] })).toBe('/board?moves=33+44&at=1')
  })

  it('holds every place of every variation, comments and marks', () => {
    const tree = readTree("{A 'study' & more} 33?! {100% + {?\\} #1} 44 (34 55 (56)) (35) 22")
    for (const path of places(tree)) {
      const study = { start: START, tree, path }
      expect(roundTrip(study)).toEqual(study)
    }
  })

  it('may begin anywhere', () => {
    const study = { start: '8/8/8/3W4/8/8/8/8 b 0 1', tree: treeOf(['45', '22']), path: ['45', '22'] }
    expect(addressOf(study)).toBe('/board?position=8/8/8/3W4/8/8/8/8+b+0+1&moves=45+22')
    expect(roundTrip(study)).toEqual(study)
  })

  it('of an empty study needs no words', () => {
    expect(addressOf({ start: START, tree: EMPTY, path: [] })).toBe('/board')
    expect(readAddress('')).toEqual({ start: START, tree: EMPTY, path: [] })
  })

  it.each([
    ['?moves=33+33', 'move 2, 33: 33 already holds a chip'],
    ['?moves=33+44+(33)', 'move 2, 33: 33 already holds a chip'],
    ['?moves=33+zz', "'zz' is not a move"],
    ['?moves=33+(44', 'a variation is not closed'],
    ['?moves=00', 'move 1, 00: nobody may use 00'],
    ['?position=nonsense', 'is not a position'],
    ['?position=8/8/8/3W4/8/8/8/8+w+0+1', "so it is Black's turn"],
  ])('is refused with the reason: %s', (search, reason) => {
    expect(() => readAddress(search)).toThrow(reason)
  })

  it.each([
    ['?moves=33+44+33', START, '33 44'],
    ['?moves=33+44+zz+55&at=1', START, '33 44'],
    ['?moves=33+(44', START, '33'],
    ['?position=8/8/8/3W4/8/8/8/8+b+0+1&moves=45+45', '8/8/8/3W4/8/8/8/8 b 0 1', '45'],
    ['?position=nonsense&moves=33', START, ''],
  ])('keeps what is sound: %s', (search, start, moves) => {
    const path = moves.split(' ').filter(Boolean)
    expect(soundPart(search)).toEqual({ start, tree: treeOf(path), path })
  })

  it('shows the end of the main line if it names no place of its own', () => {
    expect(readAddress('?moves=33&at=7').path).toEqual(['33'])
    expect(readAddress('?moves=33&at=x').path).toEqual(['33'])
  })
})
