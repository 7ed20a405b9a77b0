import { expect, test } from 'vitest'
import type { Info } from '../engine/engine'
import { Score } from '../engine/score'
import { Position } from '../rules/position'
import { arrowsOf, threatWords } from './signs'

function line(rank: number, move: string, points: number): Info {
  const rest = { depth: 1, seldepth: 1, nodes: 1, time: 1, hashfull: 0 }
  return { ...rest, rank, move, moves: [move], score: new Score(points) }
}

test('an arrow for the first move of every line, with words', () => {
  expect(arrowsOf([line(1, '33', 25), line(2, '12-45', -50)], 'black')).toEqual([
    { rank: 1, move: { kind: 'add', to: '33' }, text: "engine's move 1, −0.25" },
    { rank: 2, move: { kind: 'step', from: '12', to: '45' }, text: "engine's move 2 from 12, +0.50" },
  ])
})

test.each([
  ['8/8/W2W2W1/8/1B1B4/6W1/1BW1WB2/2B3B1 w 0 7', 'White can win now at 73, 74, 75 and 76. Black threatens to win at 50.'],
  ['8/8/W2W2W1/8/3B4/6W1/1BW1WB2/2B3B1 b 0 6', 'White threatens to win at 73, 74, 75 and 76.'],
  ['8/8/8/8/8/8/8/8 w 0 1', 'Neither player can win with the next move.'],
])('threats of %s in words', (position, words) => {
  expect(threatWords(Position.parse(position))).toBe(words)
})
