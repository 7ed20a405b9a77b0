import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '../live/api'
import type { SocketOwner } from '../live/socket'
import { Lobby, type Challenge } from './lobby.svelte'

vi.stubGlobal('location', { origin: 'https://play.example' })

const FIVE = { base: 300, increment: 5 }

function some(id: string, changes: Partial<Challenge> = {}): Challenge {
  return { id, name: id, kind: 'visitor', clock: FIVE, color: 'random', rated: false, rating: null, created: 1, mine: false, ...changes }
}

let owner: SocketOwner
const heard = { started: vi.fn(), ended: vi.fn() }
const hear = (message: object) => owner.message(message as never)

function enter(...challenges: Challenge[]): Lobby {
  const lobby = new Lobby(heard, (it) => {
    owner = it
    return { lag: null, send() {}, resync() {}, close() {} }
  })
  hear({ t: 'hello', challenges })
  return lobby
}

const ids = (lobby: Lobby) => lobby.others?.map(({ id }) => id)

beforeEach(() => {
  vi.useFakeTimers()
  heard.started.mockReset()
  heard.ended.mockReset()
})

test("challenges come and go, and one's own is apart", () => {
  const lobby = enter(some('a'))
  expect(owner.address()).toBe('wss://play.example/ws/v1/lobby')
  hear({ t: 'added', challenge: some('b') })
  hear({ t: 'added', challenge: some('c', { mine: true }) })
  expect(ids(lobby)).toEqual(['a', 'b'])
  expect(lobby.waiting?.id).toBe('c')
  hear({ t: 'removed', id: 'a' })
  expect(ids(lobby)).toEqual(['b'])
})

test('a challenge that is taken starts its game once', async () => {
  vi.spyOn(api, 'challenge').mockResolvedValue(some('m', { mine: true }))
  const lobby = enter()
  await lobby.challenge({ clock: FIVE, color: 'random', quick: false, rated: false })
  hear({ t: 'removed', id: 'm' })
  hear({ t: 'taken', id: 'm', game: 'g1' })
  vi.runAllTimers()
  expect(heard.started.mock.calls).toEqual([['g1']])
  expect(heard.ended).not.toHaveBeenCalled()
  expect(lobby.waiting).toBeNull()
})

test('a game that comes long after its challenge is gone starts all the same', () => {
  const lobby = enter(some('m', { mine: true }))
  hear({ t: 'removed', id: 'm' })
  vi.runAllTimers()
  expect(heard.ended).toHaveBeenCalledOnce()
  hear({ t: 'taken', id: 'other', game: 'g4' })
  expect(heard.started).not.toHaveBeenCalled()
  hear({ t: 'taken', id: 'm', game: 'g3' })
  expect(heard.started.mock.calls).toEqual([['g3']])
  expect(lobby.waiting).toBeNull()
})

test('a quick challenge may be taken before the server has answered', async () => {
  vi.spyOn(api, 'challenge').mockImplementation(async () => {
    hear({ t: 'taken', id: 'm', game: 'g2' })
    return some('m', { mine: true })
  })
  const lobby = enter()
  await lobby.challenge({ clock: null, color: 'random', quick: true, rated: false })
  expect(heard.started.mock.calls).toEqual([['g2']])
  expect(lobby.waiting).toBeNull()
})

test('a challenge that ends by itself is told', () => {
  const lobby = enter(some('m', { mine: true }))
  hear({ t: 'removed', id: 'm' })
  expect(heard.ended).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(heard.ended).toHaveBeenCalledOnce()
  expect(lobby.waiting).toBeNull()
})

test('an old game does not start again', () => {
  enter(some('a'))
  hear({ t: 'taken', id: 'before', game: 'g0' })
  expect(heard.started).not.toHaveBeenCalled()
})

test('a challenge that is cancelled is not told as ended', async () => {
  vi.spyOn(api, 'cancelChallenge').mockResolvedValue(new Response())
  const lobby = enter(some('m', { mine: true }))
  await lobby.cancel()
  hear({ t: 'removed', id: 'm' })
  vi.runAllTimers()
  expect(heard.ended).not.toHaveBeenCalled()
  expect(lobby.waiting).toBeNull()
})
