import { describe, expect, it } from 'vitest'
import { START, positionsOf, readStudyAddress, studyAddress } from './line'

const MOVES = '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' ')

function roundTrip(address: string) {
  return readStudyAddress(new URL(address, 'http://example.org').search)
}

describe('a line', () => {
  it('gives a position more than it has moves', () => {
    const positions = positionsOf({ start: START, moves: MOVES })
    expect(positions).toHaveLength(14)
    expect(positions[13]!.text()).toBe('8/8/W2W2W1/7W/1B1B4/6W1/1BW1WB2/2B3B1 b 0 7')
    expect(positions[13]!.outcome()?.network).toEqual(['02', '32', '65', '62', '26', '46', '73'])
  })

  it('is in the address, with the ply that is shown', () => {
    for (const at of [0, 5, 13]) {
      const line = { start: START, moves: MOVES }
      expect(roundTrip(studyAddress(line, at))).toEqual({ ...line, at })
    }
  })

  it('may begin anywhere', () => {
    const line = { start: '8/8/8/3W4/8/8/8/8 b 0 1', moves: ['45', '22'] }
    const address = studyAddress(line)
    expect(address).toBe('/board?position=8/8/8/3W4/8/8/8/8+b+0+1&moves=45+22')
    expect(roundTrip(address)).toEqual({ ...line, at: 2 })
  })

  it('that is empty needs no words', () => {
    expect(studyAddress({ start: START, moves: [] })).toBe('/board')
    expect(readStudyAddress('')).toEqual({ start: START, moves: [], at: 0 })
  })

  it.each([
    ['?moves=33+33', 'move 2, 33: 33 already holds a chip'],
    ['?moves=33+zz', 'zz is not a move'],
    ['?moves=00', 'move 1, 00: nobody may use 00'],
    ['?position=nonsense', 'is not a position'],
    ['?position=8/8/8/3W4/8/8/8/8+w+0+1', "so it is Black's turn"],
  ])('is refused with the reason: %s', (search, reason) => {
    expect(() => readStudyAddress(search)).toThrow(reason)
  })

  it('is shown to its end if the ply is none of its own', () => {
    expect(readStudyAddress('?moves=33&at=7').at).toBe(1)
    expect(readStudyAddress('?moves=33&at=x').at).toBe(1)
  })
})
