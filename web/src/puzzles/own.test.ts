import { expect, it } from 'vitest'
import { Score, type Game } from '../engine/engine'
import { mistakeId, type Mistake, type MistakeKind } from '../review/mistakes'
import { parseMove } from '../rules/position'
import { nextPuzzle } from './choice'
import { isAsGood, ownPuzzle } from './own'
import { noProgress, withMistakes } from './progress'
import { findRefutation } from './refutation'
import * as solving from './solving'
import { questionWords, reasonWords } from './words'

const POSITION = '3B4/8/1B2WW2/8/W6W/1W2B3/8/2B5 b 0 5'

function mistake(kind: MistakeKind, plies: number | null = null): Mistake {
  const game = { start: POSITION, moves: [], position: POSITION }
  return { id: mistakeId(POSITION), kind, ...game, played: '44', best: ['33'], line: ['33', '34', '43'], plies }
}

/** An engine that values the opponent's chances after each move in points; 0 where it is not told. */
function engine(points: Record<string, number>) {
  return {
    evaluate: async ({ moves }: Game) =>
      [{ move: '11', moves: ['11'], score: new Score(points[moves!.at(-1)!] ?? 0) }] as never,
  }
}

const tried = (of: Mistake, move: string) => solving.answer(solving.begin(ownPuzzle(of)), parseMove(move)!)
const judge = (of: Mistake, move: string, points: Record<string, number>) =>
  isAsGood(tried(of, move), engine(points), {})

it('takes another move that wins in time, and no slower one', async () => {
  const win = mistake('win', 5)
  expect(await judge(win, '66', { '66': Score.lossIn(4).points })).toBe(true)
  expect(await judge(win, '66', { '66': Score.lossIn(6).points })).toBe(false)
  expect(await judge(win, '66', {})).toBe(false)
})

it('takes every move that is not known to lose as a defence', async () => {
  expect(await judge(mistake('defend'), '66', {})).toBe(true)
  expect(await judge(mistake('defend'), '66', { '66': Score.winIn(5).points })).toBe(false)
})

it('takes a move that is nearly as good as the best one, and never the one that was played', async () => {
  expect(await judge(mistake('better'), '66', { '33': 0, '66': 10 })).toBe(true)
  expect(await judge(mistake('better'), '66', { '33': 0, '66': 400 })).toBe(false)
  expect(await judge(mistake('better'), '44', {})).toBe(false)
})

it('has not failed before the move is refuted, and accepts it as the solution otherwise', async () => {
  const state = tried(mistake('win', 5), '66')
  expect(state.hasFailed).toBe(false)
  expect(solving.refute(state, ['11']).hasFailed).toBe(true)
  const done = solving.accept(state)
  expect([solving.isDone(done), done.hasFailed, solving.movesOf(done)]).toEqual([true, false, ['66']])
  expect(reasonWords(done)).toBe('66 is as good as 33.')
  expect(reasonWords(solving.answer(solving.begin(ownPuzzle(mistake('win', 5))), parseMove('33')!))).toBe(
    'The best line goes 33 34 43.',
  )
})

it('asks for what was missed, and names the move that was played', async () => {
  const question = (of: Mistake) => questionWords(solving.begin(ownPuzzle(of)))
  expect(question(mistake('win', 5))).toBe('Black wins in 5 plies (3 of your moves); 44 was played. Find the win.')
  expect(question(mistake('defend'))).toBe('44 was played and loses. Find a move that does not.')
  expect(question(mistake('better'))).toBe('44 was played. Find a better move.')
  const { sentence } = await findRefutation(tried(mistake('better'), '44'), engine({}))
  expect(sentence).toBe('44 is the move that was played: White answers 11.')
})

it('comes before new puzzles, whatever the choice', () => {
  const own = ownPuzzle(mistake('win', 5))
  const other = { ...own, id: 'a', own: undefined, themes: ['step'] }
  const progress = withMistakes(noProgress(), [own.id], 100)
  const next = (current: string | null) =>
    nextPuzzle([other, own], { theme: 'step', difficulty: '' }, progress, 100, current)?.id
  expect(next(null)).toBe(own.id)
  expect(next(own.id)).toBe('a')
})
