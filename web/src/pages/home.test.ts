/** Which game the start page shows first. */
import { expect, test } from 'vitest'
import type { GameSummary } from '../live/api'
import { someGame } from '../live/fake'
import { shownGame } from './home'

const WON = someGame({
  id: 'local-1',
  status: 'ended',
  moves: '62 27 02 67 32 16 65 56 46 34 26 14 73'.split(' '),
  result: '1-0',
  termination: 'network',
  network: ['02', '32', '65', '62', '26', '46', '73'],
})
const LIVE = {
  ...someGame({ id: 'abc' }),
  position: '8/8/8/3W4/8/8/8/8 b 0 1',
  plies: 1,
} as unknown as GameSummary

test('a live game comes before one that was won, and that before an example', () => {
  expect(shownGame([LIVE], [WON])).toMatchObject({ address: '/g/abc', words: 'Live: Ann against Bob' })
  expect(shownGame([], [WON])).toMatchObject({
    address: '/play?id=local-1',
    words: 'Your last game, Ann against Bob: You win',
  })
  expect(shownGame([], [someGame({ status: 'ended', result: '0-1', termination: 'resignation' })]).address).toBe('/learn')
  expect(shownGame([], []).position.outcome()?.winner).toBe('white')
})
