import { expect, it } from 'vitest'
import { parseRoute } from './routes'

it.each([
  ['/', { page: 'home' }],
  ['/g/abc', { page: 'game', id: 'abc' }],
  ['/play', { page: 'play' }],
  ['/join/xyz', { page: 'join', invite: 'xyz' }],
  ['/learn', { page: 'learn' }],
  ['/puzzles', { page: 'puzzles' }],
  ['/board', { page: 'study' }],
  ['/explorer', { page: 'explorer' }],
  ['/solved', { page: 'solved' }],
  ['/beat', { page: 'beat' }],
  ['/rules', { page: 'rules' }],
  ['/review', { page: 'review' }],
  ['/account', { page: 'account' }],
  ['/player/Ann%20Smith', { page: 'player', name: 'Ann Smith' }],
  ['/player/%', { page: 'player', name: '%' }],
  ['/tournaments', { page: 'tournaments' }],
  ['/t/abc', { page: 'tournament', id: 'abc' }],
  ['/seat/xyz', { page: 'seat', token: 'xyz' }],
  ['/t', { page: 'lost' }],
  ['/player', { page: 'lost' }],
  ['/g', { page: 'lost' }],
  ['/g/', { page: 'lost' }],
  ['/g/abc/def', { page: 'lost' }],
  ['/learn/more', { page: 'lost' }],
  ['/api/v1/games/abc/record', { page: 'lost' }],
  ['/nothing', { page: 'lost' }],
])('%s names its page', (path, route) => {
  expect(parseRoute(path)).toEqual(route)
})
