/** Hints in words; the positions are from the rules' examples and the certificates. */
import { expect, it } from 'vitest'
import { Score } from '../engine/score'
import { Position, listed } from '../rules/position'
import { findHint, hint } from './hint'

const WHITE_WINS = '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' ')
const NEAR_THE_END = '2B5/7W/3W3W/WB1B2B1/1W1W4/2BB1BBW/WW3W2/1B3B2 w 0 11'

function after(count: number): Position {
  return WHITE_WINS.slice(0, count).reduce((position, to) => position.play({ kind: 'add', to }), Position.start())
}

it('names the square first, then that it wins', () => {
  const found = hint(after(12), ['73'], Score.winIn(1))
  expect(found).toEqual({ square: '73', first: 'Look at 73.', reason: 'Add 73: it wins at once.' })
})

it('names the chip of a step first', () => {
  const found = hint(Position.parse(NEAR_THE_END), ['03-31'], Score.winIn(1))
  expect(found.first).toBe('Look at your chip on 03.')
  expect(found.reason).toBe('Step 03-31: it wins at once.')
})

it('says what the move does, and what is proved', () => {
  expect(hint(after(4), ['32', '16'], Score.winIn(5)).reason).toMatch(/^Add 32: it .+; White wins in 5 plies, proved\.$/)
  expect(hint(Position.start(), ['33', '44'], Score.winIn(15)).reason).toBe(
    'Add 33: the best line goes on with 44; White wins in 15 plies, proved.',
  )
  expect(hint(after(4), ['32', '16'], Score.lossIn(4)).reason).toBe(
    'Add 32: Black wins in 4 plies against every move, proved; this lasts longest.',
  )
})

it('says where the move threatens to win', () => {
  const before = after(10)
  const [wins] = [before.play({ kind: 'add', to: '26' }).threats('white')]
  expect(wins.length).toBeGreaterThan(0)
  expect(hint(before, ['26', '14', '73'], Score.winIn(3)).reason).toBe(
    `Add 26: it threatens to win at ${listed(wins.slice(0, 2))}; White wins in 3 plies, proved.`,
  )
})

it('says that a chip comes into a goal, if that is all', () => {
  const before = Position.start().play({ kind: 'add', to: '33' }).play({ kind: 'add', to: '64' })
  expect(hint(before, ['02', '62'], Score.winIn(13)).reason).toBe(
    "Add 02: it takes a square in White's goal; White wins in 13 plies, proved.",
  )
})

it('says what is stopped', () => {
  const before = after(11)
  expect(before.threats('white')).toContain('73')
  const stop = before.legalTargets().find((to) => !before.play({ kind: 'add', to }).threats('white').length)!
  expect(hint(before, [stop, '11'], new Score(10)).reason).toMatch(
    new RegExp(`^Add ${stop}: it stops White's network at ${listed(before.threats('white').slice(0, 2))}(;| and) .*11\\.$`),
  )
})

it('says what the move links and cuts where nothing is proved', () => {
  const { reason } = hint(after(2), ['02', '67', '32'], new Score(20))
  expect(reason).toMatch(/^Add 02: (it .+; )?the best line goes on with 67 32\.$/)
})

it('takes the move of a certificate where the player wins by it', async () => {
  const book = { winner: 'white', move: '33', plies: 15, source: 'certificate' } as const
  const engine = { book: async () => [book], evaluate: () => Promise.reject(new Error('not asked')) }
  const found = await findHint(engine, { start: Position.start().text(), moves: [] }, new AbortController().signal)
  expect(found).toEqual({ square: '33', first: 'Look at 33.', reason: 'Add 33: White wins within 15 plies, proved.' })
})
