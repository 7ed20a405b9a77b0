import { beforeEach, expect, test, vi } from 'vitest'
import type { SocketOwner } from '../live/socket'
import type { MyPart, Pairing, Standing, Tournament } from './api'
import { crossTable } from './crossTable'
import { FIRST_CHOICES, names, newTournament } from './form'
import { LiveTournament } from './tournament.svelte'
import { pointsText, resultText, statusText, winnerText } from './words'

vi.stubGlobal('location', { origin: 'https://play.example' })

const row = (number: number, changes: Partial<Standing> = {}): Standing => ({
  number,
  name: `P${number}`,
  kind: 'visitor',
  rating: null,
  status: 'in',
  joined: true,
  place: number + 1,
  points: 1,
  wins: 0,
  games: 1,
  buchholz: 0,
  sonneborn: 0,
  ...changes,
})

const some = (changes: Partial<Tournament> = {}): Tournament => ({
  id: 't',
  name: 'Cup',
  organiser: 'Ann',
  kind: 'swiss',
  rounds: 3,
  round: 1,
  clock: { base: 300, increment: 5 },
  rated: false,
  by_roster: false,
  starts: null,
  status: 'live',
  players: 2,
  created: 0,
  v: 1,
  paused: false,
  ended: null,
  now: 1,
  is_round_over: false,
  standings: [row(0), row(1)],
  pairings: [],
  ...changes,
})

const part = (game: string | null): MyPart => ({ number: 0, status: 'in', is_organiser: false, game })

let owner: SocketOwner
const ready = vi.fn()
const open = () =>
  new LiveTournament('t/x', { ready }, (it) => {
    owner = it
    return { lag: null, send() {}, resync() {}, close() {} }
  })
const hear = (now: number, game: string | null, changes: Partial<Tournament> = {}) =>
  owner.message({ t: 'state', tournament: some({ now, ...changes }), me: part(game) } as never)

beforeEach(() => ready.mockReset())

test('each game that is ready is told once', () => {
  const live = open()
  expect(owner.address()).toBe('wss://play.example/ws/v1/tournaments/t%2Fx')
  hear(1, 'g0')
  hear(2, 'g0')
  hear(3, null)
  hear(4, 'g1')
  hear(5, 'g1')
  expect(ready.mock.calls).toEqual([['g0'], ['g1']])
  expect(live.me?.game).toBe('g1')
})

test('an older message does not undo a newer one', () => {
  const live = open()
  hear(5, null, { round: 2 })
  hear(4, 'g0', { round: 1 })
  expect(live.tournament?.round).toBe(2)
  expect(ready).not.toHaveBeenCalled()
})

test('a cross table shows what each scored against each', () => {
  const paired = (white: number, black: number | null, result: Pairing['result']): Pairing => ({
    round: 1,
    white,
    black,
    game: 'g',
    result,
  })
  const table = crossTable([row(2), row(0), row(1)], [
    paired(0, 1, '1-0'),
    paired(1, 2, '1/2-1/2'),
    paired(2, 0, null),
    paired(2, null, null),
  ])
  expect(table).toEqual([
    [null, '', '½'],
    ['', null, '1'],
    ['½', '0', null],
  ])
})

test('a list of names is read line by line', () => {
  expect(names(' Ada \n\nBen  Li\r\n')).toEqual(['Ada', 'Ben Li'])
})

test('the form asks only for what belongs together', () => {
  const choices = { ...FIRST_CHOICES, name: ' Cup ', rounds: 4, rated: true, roster: 'Ada\nBen' }
  expect(newTournament(choices)).toMatchObject({ name: 'Cup', rounds: 4, rated: true, roster: null, starts: null })
  expect(newTournament({ ...choices, kind: 'round-robin', who: 'roster' })).toMatchObject({
    rounds: null,
    rated: false,
    roster: ['Ada', 'Ben'],
  })
  const time = newTournament({ ...choices, starts: 'time', time: '2030-01-02T03:04' }).starts
  expect(time).toBe(new Date(2030, 0, 2, 3, 4).getTime())
})

test.each([
  [0, '0'],
  [0.5, '½'],
  [2.5, '2½'],
  [3, '3'],
  [1.75, '1.75'],
])('%s points are written as %s', (points, text) => {
  expect(pointsText(points)).toBe(text)
})

test('results, states and winners have words', () => {
  expect(resultText({ black: null, result: null })).toBe('sits out')
  expect(resultText({ black: 1, result: '1/2-1/2' })).toBe('½–½')
  expect(statusText(some({ round: 2 }))).toBe('Round 2 of 3')
  expect(statusText(some({ status: 'open' }))).toBe('Starts when the organiser says so')
  expect(winnerText(some())).toBe('P0 wins the tournament.')
  expect(winnerText({ standings: [row(0), row(1, { place: 1 })] })).toBe('P0 and P1 share first place.')
  expect(winnerText({ standings: [row(0, { points: 0 })] })).toBe('The tournament has ended.')
})
