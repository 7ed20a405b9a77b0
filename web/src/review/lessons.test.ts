/** A review with an engine that says what the test wants: stopped and continued, and what is learnt from it. */

import { expect, test } from 'vitest'
import type { Info } from '../engine/engine'
import { Score } from '../engine/score'
import { START } from '../parts/line'
import { find, type Asked, type Finding } from './findings'
import { judgeTry, wholeLine } from './lessons'
import { mistakesOf } from './mistakes'
import { mistakeId } from './mistakes'
import { reviewOf } from './review'

/** White could win with 72 or 74, and plays 62, after which Black wins in 3. */
const GAME = { start: START, moves: '33 21 44 64 04 46 26 20 63 25 62'.split(' ') }

function info(move: string, score: Score, moves = [move]): Info {
  return { rank: 1, depth: 5, seldepth: 5, score, move, moves, nodes: 1, time: 1, hashfull: 0 }
}

/** What is known of the position before the last move; everything else is even. */
function engine(asked: string[] = []): Asked {
  const scores: Record<string, Score> = { '62': Score.lossIn(4), '74': Score.winIn(1), '15': new Score(0) }
  return {
    book: async (positions) => positions.map(() => null),
    evaluate: async () => [info('61', new Score(0))],
    compare: async (game, move) => {
      asked.push(game.moves!.join(' '))
      if (game.moves!.length < 10) return { best: info(move, new Score(0)), given: info(move, new Score(0)) }
      return { best: info('72', Score.winIn(1)), given: info(move, scores[move]!, [move, '61']) }
    },
  }
}

async function findings(asked?: string[]): Promise<Finding[]> {
  let found: Finding[] = []
  for await (const some of find(engine(asked), GAME, {})) found = some
  return found
}

test('a review that was stopped goes on where it ended', async () => {
  const asked: string[] = []
  const stopping = new AbortController()
  let found: Finding[] = []
  let rounds = 0
  for await (const some of find(engine(asked), GAME, {}, { signal: stopping.signal })) {
    found = some
    if (++rounds === 4) stopping.abort()
  }
  expect(reviewOf(GAME, found).done).toBe(4)
  expect(reviewOf(GAME, found).standings.map((standing) => standing !== null).indexOf(true)).toBe(8)
  const before = asked.length
  for await (const some of find(engine(asked), GAME, {}, { from: found })) found = some
  expect(reviewOf(GAME, found).done).toBe(12)
  // The search that was ended by the stop is made again, and no other.
  expect(asked.slice(before)[0]).toBe(GAME.moves.slice(0, 7).join(' '))
  expect(reviewOf(GAME, found)).toEqual(reviewOf(GAME, await findings()))
})

test('moves that are tried are judged by what they are worth', async () => {
  const found = await findings()
  const mistake = reviewOf(GAME, found).moves[10]!
  expect(mistake).toMatchObject({ mark: '??', isMissedWin: true })
  const question = { game: GAME, findings: found, mistake }
  const verdict = (move: string) => judgeTry(engine(), question, move)
  expect(await verdict('72')).toEqual({ isRight: true, sentence: '72 wins at once.' })
  expect(await verdict('74')).toEqual({ isRight: true, sentence: '74 wins at once.' })
  expect(await verdict('62')).toEqual({ isRight: false, sentence: '62 is the move that was played.' })
  expect(await verdict('15')).toEqual({ isRight: false, sentence: '15 does not keep the win. Black answers 61.' })
})

test('a winning line goes on until the network is there', async () => {
  const found = await findings()
  const mistake = reviewOf(GAME, found).moves[10]!
  const better = { ...mistake.better!, moves: [] }
  const asked = { game: GAME, findings: found, mistake: { ...mistake, better } }
  const answers = { book: engine().book, evaluate: async () => [info('72', Score.winIn(1), ['72', '11'])] }
  expect(await wholeLine(answers, asked)).toEqual(['72'])
})

test('mistakes go to the puzzles with all that a task needs', async () => {
  const found = await findings()
  const position = found[10]!.position.text()
  expect(mistakesOf(GAME, found, reviewOf(GAME, found).moves)).toEqual([
    {
      id: mistakeId(position),
      kind: 'win',
      position,
      start: START,
      moves: GAME.moves.slice(0, 10),
      played: '62',
      best: ['72'],
      line: ['72'],
      plies: 1,
    },
  ])
})
