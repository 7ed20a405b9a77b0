import { describe, expect, it } from 'vitest'
import { Score } from '../engine/score'
import { barOf, effort, knownVerdict, shortScore, verdict, whiteShare } from './evaluation'

describe('a proof in words', () => {
  it('names the winner, whoever is to move', () => {
    expect(verdict(Score.winIn(9), 'white')).toBe('White wins in 9 plies, proved')
    expect(verdict(Score.lossIn(8), 'white')).toBe('Black wins in 8 plies, proved')
    expect(verdict(Score.winIn(1), 'black')).toBe('Black wins in 1 ply, proved')
    expect(verdict(Score.lossIn(4), 'black')).toBe('White wins in 4 plies, proved')
  })

  it('says when it comes from a certificate', () => {
    expect(knownVerdict({ winner: 'white', plies: 15, source: 'certificate' })).toBe(
      'White wins within 15 plies, proved by the certificate',
    )
  })

  it('is short beside a line', () => {
    expect(shortScore(Score.lossIn(4), 'black')).toBe('White in 4 plies')
  })
})

describe('an evaluation without a proof', () => {
  it.each([
    [0, 'Even'],
    [19, 'Even'],
    [30, 'White is slightly better'],
    [100, 'White is better'],
    [250, 'White is much better'],
    [-30, 'Black is slightly better'],
  ])('of %i points is in plain words', (points, words) => {
    expect(verdict(new Score(points), 'white')).toBe(words)
    expect(verdict(new Score(-points), 'black')).toBe(words)
  })

  it('is told from the side of White', () => {
    expect(shortScore(new Score(25), 'white')).toBe('+0.25')
    expect(shortScore(new Score(25), 'black')).toBe('−0.25')
  })
})

describe('the bar', () => {
  it('shows the chances of White', () => {
    expect(whiteShare(new Score(0), 'black')).toBe(50)
    expect(whiteShare(new Score(100), 'white')).toBe(73)
    expect(whiteShare(new Score(100), 'black')).toBe(27)
  })

  it('is full for a proof only', () => {
    expect(whiteShare(Score.winIn(3), 'white')).toBe(100)
    expect(whiteShare(Score.winIn(3), 'black')).toBe(0)
    expect(whiteShare(new Score(2000), 'white')).toBe(98)
    expect(whiteShare(new Score(2000), 'black')).toBe(2)
  })
})

describe('what the bar shows', () => {
  const known = { winner: 'black', plies: 14, source: 'certificate' } as const

  it('is the certificate, unless the search has a proof that is no longer', () => {
    expect(barOf(new Score(40), known, 'white')).toEqual({
      share: 0,
      words: 'Black wins within 14 plies, proved by the certificate',
      isProved: true,
    })
    expect(barOf(Score.lossIn(12), known, 'white').words).toBe('Black wins in 12 plies, proved')
    expect(barOf(Score.lossIn(14), known, 'white').words).toBe('Black wins in 14 plies, proved')
    expect(barOf(Score.lossIn(16), known, 'white').words).toBe(
      'Black wins within 14 plies, proved by the certificate',
    )
  })

  it('is an even bar before there is anything to show', () => {
    expect(barOf(undefined, null, 'white')).toEqual({
      share: null,
      words: 'Not evaluated yet',
      isProved: false,
    })
  })
})

it.each([
  [12, 840_123, 1000, 'Depth 12, 840,000 positions per second'],
  [9, 2_400_000, 2000, 'Depth 9, 1.2 million positions per second'],
  [1, 30, 0, 'Depth 1'],
])('the effort at depth %i', (depth, nodes, ms, words) => {
  expect(effort(depth, nodes, ms)).toBe(words)
})
