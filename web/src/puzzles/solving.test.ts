import { expect, it } from 'vitest'
import { Score } from '../engine/engine'
import { parseMove, Position } from '../rules/position'
import { readPuzzles } from './puzzle'
import { findRefutation } from './refutation'
import * as solving from './solving'
import { questionWords, reasonWords } from './words'

const [WIN, DEFEND] = readPuzzles({
  themes: ['double threat', 'crossing network', 'cutting'],
  puzzles: [
    ['01289934', '3B4/8/1B2WW2/8/W6W/1W2B3/8/2B5 b 0 5', 'win', 5, '33 34 43 36 25', [0, 2], 849],
    ['bf8f598d', '3B4/3WBWW1/2B5/1B1W2W1/4W1BW/4B1B1/WB2W3/8 b 0 9', 'defend', 2, '62', [2], 535],
  ],
}) as [solving.Solving['puzzle'], solving.Solving['puzzle']]

const answer = (state: solving.Solving, move: string) => solving.answer(state, parseMove(move)!)

it('reads the rows of the file', () => {
  expect(WIN.solution).toEqual(['33', '34', '43', '36', '25'])
  expect(WIN.themes).toEqual(['double threat', 'cutting'])
})

it('asks for every move of the solver, and plays the replies', () => {
  let state = solving.begin(WIN)
  const asked: string[] = []
  for (const move of ['33', '43', '25']) {
    asked.push(questionWords(state))
    expect(solving.isAsking(state)).toBe(true)
    state = answer(state, move)
    expect(solving.isAsking(state)).toBe(false)
    state = solving.advance(state)
  }
  expect(asked).toEqual([
    'Black wins in 5 plies (3 of your moves). Find the move.',
    'Black wins in 3 plies (2 of your moves). Find the move.',
    'Black wins at once. Find the move.',
  ])
  expect(solving.isDone(state)).toBe(true)
  expect(state.hasFailed).toBe(false)
  expect(solving.positionOf(state).outcome()?.winner).toBe('black')
  expect(reasonWords(state)).toMatch(/^Black wins with the network .*25/)
})

it('shows a refutation move by move, and takes it back', () => {
  let state = solving.refute(answer(solving.begin(WIN), '44'), ['33', '34'])
  expect(solving.movesOf(state)).toEqual(['44'])
  state = solving.advance(state)
  expect(solving.movesOf(state)).toEqual(['44', '33'])
  state = solving.advance(solving.advance(state))
  expect(solving.movesOf(state)).toEqual(['44', '33', '34'])
  expect(solving.isPlaying(state)).toBe(false)
  expect(answer(state, '33')).toBe(state)
  state = solving.retry(state)
  expect([solving.movesOf(state), solving.isAsking(state), state.hasFailed]).toEqual([[], true, true])
})

it('plays the whole solution when it is shown', () => {
  let state = solving.reveal(answer(solving.begin(WIN), '44'))
  expect(solving.isAsking(state)).toBe(false)
  while (solving.isPlaying(state)) state = solving.advance(state)
  expect(solving.movesOf(state)).toEqual(WIN.solution)
  expect(solving.isDone(state)).toBe(true)
})

it('says what the only defence stops', () => {
  const state = solving.begin(DEFEND)
  expect(questionWords(state)).toBe('Only one move does not lose. Find it.')
  const done = answer(state, '62')
  expect(solving.isDone(done)).toBe(true)
  const threats = solving.positionOf(state).threats('white')
  expect(threats.length).toBeGreaterThan(0)
  expect(reasonWords(done)).toBe(
    `White threatened to win at ${threats.join(' and ')}. Every other move loses within 2 plies.`,
  )
})

it('refutes a wrong move with the line of the engine', async () => {
  const evaluated: unknown[] = []
  const engine = (points: number, moves: string[]) => ({
    evaluate: async (game: unknown, options?: { depth?: number }) => {
      evaluated.push(game, options?.depth)
      const score = new Score(points)
      return [{ rank: 1, depth: 8, nodes: 1, milliseconds: 1, moves, move: moves[0]!, score } as never]
    },
  })
  const state = answer(solving.begin(WIN), '44')
  const won = await findRefutation(state, engine(Score.winIn(3).points, ['11', '66']))
  expect(won).toEqual({ line: ['11', '66'], sentence: '44 loses: White wins in 3 plies, beginning with 11 66.' })
  expect(evaluated.slice(0, 2)).toEqual([{ position: WIN.position, moves: ['44'] }, 8])
  const open = await findRefutation(state, engine(20, ['33', '34']))
  expect(open).toEqual({ line: ['33'], sentence: '44 does not win in 5 plies: White answers 33.' })
  const without = await findRefutation(state, null)
  expect(without).toEqual({ line: [], sentence: '44 is not the move.' })
})

it('follows a refutation that the search has cut off until the network is there', async () => {
  const game = '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' ')
  const start = game.slice(0, 9).reduce((position, to) => position.play({ kind: 'add', to }), Position.start())
  const puzzle = { ...DEFEND, position: start.text(), solution: ['26'] }
  const engine = {
    evaluate: async ({ moves = [] }: { moves?: readonly string[] }) => {
      const next = game[9 + moves.length]!
      return [{ moves: [next], move: next, score: Score.winIn(1) } as never]
    },
  }
  expect(await findRefutation(answer(solving.begin(puzzle), '34'), engine)).toEqual({
    line: ['26', '14', '73'],
    sentence: '34 loses: White wins with 26 14 73.',
  })
})
