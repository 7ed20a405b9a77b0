import { expect, test, vi } from 'vitest'
import { LiveGame } from '../live/game.svelte'
import { someGame } from '../live/fake'
import type { SocketOwner } from '../live/socket'

function sit(): { live: LiveGame; hear: (message: object) => void; sent: object[]; said: string[] } {
  const sent: object[] = []
  const said: string[] = []
  let owner: SocketOwner
  const listener = { event() {}, refused() {}, said: ({ what }: { what: string }) => said.push(what) }
  const live = new LiveGame(someGame(), listener, (it) => {
    owner = it
    return { lag: null, send: (it) => sent.push(it), resync() {}, close() {} }
  })
  return { live, hear: (message) => owner.message(message as never), sent, said }
}

const AWAY = { t: 'presence', white: true, black: false, watchers: 0, claim: 60_000 }

test('the time until a game may be claimed runs down and stops at 0', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { live, hear, sent } = sit()
  expect(live.claimIn()).toBeNull()
  hear(AWAY)
  expect(live.claimIn()).toBe(60_000)
  clock.mockReturnValue(41_000)
  expect(live.claimIn()).toBe(20_000)
  clock.mockReturnValue(99_000)
  expect(live.claimIn()).toBe(0)
  live.claim('win')
  expect(sent).toMatchObject([{ t: 'claim', what: 'win' }])
  hear({ ...AWAY, black: true, claim: null })
  expect(live.claimIn()).toBeNull()
})

test('what is said is shown in order and told', () => {
  const { live, hear, sent, said } = sit()
  live.say('hello')
  expect(sent).toMatchObject([{ t: 'say', what: 'hello' }])
  hear({ t: 'said', by: 'white', what: 'hello' })
  hear({ t: 'said', by: 'black', what: 'oops' })
  expect(live.said.map(({ by, what }) => [by, what])).toEqual([['white', 'hello'], ['black', 'oops']])
  expect(said).toEqual(['hello', 'oops'])
  expect(new Set(live.said.map(({ id }) => id)).size).toBe(2)
})
