import { expect, it } from 'vitest'
import { readAddress } from '../study/address'
import { treeOf } from '../study/tree'
import { START, positionsOf, studyAddress } from './line'

const MOVES = '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' ')

it('a line gives a position more than it has moves', () => {
  const positions = positionsOf({ start: START, moves: MOVES })
  expect(positions).toHaveLength(14)
  expect(positions[13]!.text()).toBe('8/8/W2W2W1/7W/1B1B4/6W1/1BW1WB2/2B3B1 b 0 7')
  expect(positions[13]!.outcome()?.network).toEqual(['02', '32', '65', '62', '26', '46', '73'])
})

it('the study page reads the address of a line', () => {
  const start = START
  for (const at of [0, 5, 13]) {
    const { search } = new URL(studyAddress({ start, moves: MOVES }, at), 'http://example.org')
    expect(readAddress(search)).toEqual({ start, tree: treeOf(MOVES), path: MOVES.slice(0, at) })
  }
})

it('the address of an empty line needs no words', () => {
  expect(studyAddress({ start: START, moves: [] })).toBe('/board')
})
