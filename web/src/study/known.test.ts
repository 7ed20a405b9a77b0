import { expect, it } from 'vitest'
import type { Info } from '../engine/engine'
import { Score } from '../engine/score'
import { withKnown } from './known'

const KNOWN = { winner: 'white', move: '33', plies: 15, source: 'certificate' } as const

function line(rank: number, move: string, score: Score): Info {
  return { rank, move, moves: [move, '44'], score, depth: 9, seldepth: 9, nodes: 1, time: 1, hashfull: 0 }
}

const shown = (lines: readonly Info[]) => lines.map(({ rank, move, score }) => [rank, move, score.points])

it('begins with the move that is known to win', () => {
  const lines = [line(1, '04', new Score(178)), line(2, '33', new Score(120)), line(3, '74', new Score(90))]
  expect(shown(withKnown(lines, KNOWN, 'white'))).toEqual([
    [1, '33', Score.winIn(15).points],
    [2, '04', 178],
    [3, '74', 90],
  ])
  expect(withKnown(lines, KNOWN, 'white')[0]!.moves).toEqual(['33'])
})

it('leaves out the last line where the known move is not among them', () => {
  const lines = [line(1, '04', Score.winIn(19)), line(2, '74', new Score(90))]
  expect(shown(withKnown(lines, KNOWN, 'white')).map(([, move]) => move)).toEqual(['33', '04'])
})

it('changes nothing for the loser, without an answer, or where a line wins as soon', () => {
  const lines = [line(1, '04', Score.winIn(15))]
  expect(withKnown(lines, KNOWN, 'white')).toBe(lines)
  expect(withKnown(lines, null, 'white')).toBe(lines)
  expect(withKnown(lines, KNOWN, 'black')).toBe(lines)
  expect(withKnown([], KNOWN, 'white')).toEqual([])
})
