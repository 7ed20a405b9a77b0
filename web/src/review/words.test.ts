import { describe, expect, it } from 'vitest'
import { Score } from '../engine/score'
import { START, positionsOf } from '../parts/line'
import type { Color } from '../rules/position'
import type { Ending } from './address'
import { proven } from './marking'
import type { Review, ReviewedMove, Standing } from './review'
import { countWords, reasonOf, standingWords, storyOf } from './words'

const MOVES = ['33', '44', '22', '55']
const POSITIONS = positionsOf({ start: START, moves: MOVES })

function move(ply: number, more: Partial<ReviewedMove> = {}): ReviewedMove {
  const by: Color = ply % 2 ? 'white' : 'black'
  const nothing = { isJudged: true, mark: '', givenAway: 0, isMissedWin: false, evaluation: null } as const
  return { ply, by, move: MOVES[ply - 1]!, ...nothing, remark: '', better: null, before: null, after: null, ...more }
}

/** "w7" is a proven win of White in 7, "=" a draw, "60" an estimate of White's chances. */
function standing(text: string): Standing {
  if (text === '=') return { chance: 0.5, proof: { winner: null, plies: 0 } }
  const winner = { w: 'white', b: 'black' }[text[0]!] as Color | undefined
  if (!winner) return { chance: Number(text) / 100, proof: null }
  return { chance: winner === 'white' ? 1 : 0, proof: { winner, plies: text[1] ? Number(text.slice(1)) : null } }
}

function review(standings: string): Review {
  return {
    moves: MOVES.map((_, index) => move(index + 1)),
    standings: standings.split(' ').map(standing),
    accuracy: { white: 90, black: null },
    missedWins: { white: 0, black: 0 },
    done: 5,
  }
}

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const story = (standings: string, you: Color | null = null, ending: Ending | null = null) =>
  plain(storyOf(review(standings), POSITIONS, you, ending))

describe('how the game went', () => {
  it.each([
    ['w15 w14 w13 b4 b3', 'White was winning until move 2 (22).'],
    ['50 40 b9 w7 w6', 'Black was winning until move 2 (22).'],
    ['50 b9 w5 b4 b3', 'White was winning until move 2 (22).'],
    ['50 80 60 b4 b3', 'White was better until move 1 (44).'],
    ['50 60 60 b4 b3', 'Black was winning from move 2 (22) on.'],
    ['w w w9 w8 w7', 'White was winning from the start to the end.'],
    ['50 w9 50 50 =', 'White was winning until move 1 (44).'],
    ['50 50 10 50 50', 'Black was better until move 2 (22).'],
    ['50 50 60 50 50', 'Neither player was clearly winning.'],
  ])('%s: %s', (standings, sentence) => expect(story(standings)).toBe(sentence))

  it('calls the visitor you', () => {
    expect(story('w15 w14 w13 b4 b3', 'white')).toBe('You were winning until move 2 (22).')
    expect(story('50 60 60 b4 b3', 'black')).toBe('You were winning from move 2 (22) on.')
  })

  const resigned: Ending = { how: 'resignation', loser: 'white' }
  it.each<[string, Ending, Color | null, string]>([
    ['50 40 b9 w2 w1', resigned, null, 'White resigned a won game: White could win at once.'],
    ['50 40 b9 w8 w7', resigned, 'white', 'You resigned a won game: you could win in 7 plies.'],
    ['50 40 b9 w w', resigned, null, 'White resigned a won game: White could win.'],
    ['w15 w14 w13 b4 b3', resigned, 'white', 'You were winning until move 2 (22). You resigned.'],
    ['50 50 60 50 50', resigned, 'black', 'Neither player was clearly winning. White resigned.'],
    ['50 60 60 b4 b3', { how: 'time', loser: 'black' }, null, 'Black ran out of time in a won game: Black could win in 3 plies.'],
    ['50 60 60 b4 b3', { how: 'time', loser: 'white' }, 'black', 'You were winning from move 2 (22) on. White ran out of time.'],
    ['50 60 60 b4 b3', { how: 'agreement', loser: null }, 'black', 'The players agreed on a draw in a won game: you could win in 3 plies.'],
    ['50 50 60 50 50', { how: 'agreement', loser: null }, null, 'Neither player was clearly winning. The players agreed on a draw.'],
  ])('%s, %o: %s', (standings, ending, you, sentence) => expect(story(standings, you, ending)).toBe(sentence))
})

it('how a position stands', () => {
  const texts = ['w7', 'b', 'b0', '=', '62'].map((text) => standingWords(standing(text)))
  expect(texts).toEqual([
    'White wins in 7 plies, proved',
    'Black wins, proved',
    'Black has won',
    'a draw',
    "White's chances: 62 %",
  ])
  expect(standingWords(null)).toBe('not reviewed yet')
})

describe('why a move is marked', () => {
  const line = (score: Score) => ({ score, depth: 9, moves: ['11', '66'] })
  it.each<[string, Partial<ReviewedMove>]>([
    ['White missed a win in 5 plies with 11.', { before: proven('win', 5), better: line(Score.winIn(5)) }],
    [
      'White missed a win in 5 plies with 11. After 22 Black wins at once.',
      { before: proven('win', 5), after: proven('loss', 2), better: line(Score.winIn(5)) },
    ],
    ['After 22 Black wins in 3 plies. 11 is better.', { after: proven('loss', 4), better: line(new Score(20)) }],
    [
      'White loses either way, but 11 lasts 12 plies and 22 only 4.',
      { before: proven('loss', 12), after: proven('loss', 4), better: line(Score.lossIn(12)) },
    ],
    [
      "White's chances fall from 73 % to 50 %. 11 is better.",
      { better: line(new Score(100)), evaluation: { score: new Score(0), depth: 9 } },
    ],
  ])('%s', (sentence, more) => expect(reasonOf(move(3, { mark: '?', ...more }))).toBe(sentence))
})

it('mistakes are counted in words', () => {
  const marked = (['??', '??', '?!', ''] as const).map((mark, index) => move(index + 1, { mark }))
  expect(countWords(marked, 1)).toBe('2 blunders, 1 dubious move, 1 missed win')
  expect(countWords([move(1)], 0)).toBe('no mistakes')
})
