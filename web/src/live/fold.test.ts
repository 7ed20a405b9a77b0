import { describe, expect, it } from 'vitest'
import { someGame } from './fake'
import { fold } from './fold'
import type { GameEvent } from './protocol'

const move = (v: number, m: string, by: 'white' | 'black'): GameEvent => ({
  t: 'event',
  v,
  k: 'move',
  ply: v - 1,
  m,
  by,
  left: null,
  running: null,
  at: 0,
})

describe('fold', () => {
  it('adds moves and changes the turn', () => {
    const game = fold(fold(someGame(), move(1, '33', 'white')), move(2, '44', 'black'))
    expect(game.moves).toEqual(['33', '44'])
    expect(game.turn).toBe('white')
    expect(game.v).toBe(2)
  })

  it('leaves the game it was given as it was', () => {
    const game = someGame()
    fold(game, move(1, '33', 'white'))
    expect(game).toEqual(someGame())
  })

  it('begins the game when the open seat is taken', () => {
    const open = { kind: 'open', name: '', level: null, bot: false, rating: null, account: false } as const
    const seat = { kind: 'person', name: 'Bob', level: null, bot: false, rating: null, account: false } as const
    const waiting = someGame({ status: 'waiting', black: open, between_people: false })
    const game = fold(waiting, { t: 'event', v: 1, k: 'join', color: 'black', seat, running: 'white', at: 5 })
    expect(game).toMatchObject({ status: 'live', black: seat, between_people: true, running: 'white' })
  })

  it('lets offers stand until they are declined or lapse', () => {
    const offer = fold(someGame(), { t: 'event', v: 1, k: 'offer', what: 'draw', by: 'white' })
    expect(offer.offers).toEqual([{ what: 'draw', by: 'white' }])
    const declined = fold(offer, { t: 'event', v: 2, k: 'decline', what: 'draw', by: 'black' })
    expect(declined.offers).toEqual([])
    expect(fold(offer, move(2, '33', 'white')).offers).toEqual([])
  })

  it.each([
    [2, 'white'],
    [1, 'black'],
    [0, 'white'],
  ] as const)('takes back to %i moves with %s to move', (ply, turn) => {
    const game = someGame({ moves: ['33', '44', '35'], turn: 'black' })
    const left = { white: 1000, black: 2000 }
    const event = { t: 'event', v: 9, k: 'takeback', ply, left, running: turn, at: 0 } as const
    const after = fold(game, event)
    expect(after.moves).toEqual(['33', '44', '35'].slice(0, ply))
    expect(after).toMatchObject({ turn, left, running: turn, v: 9 })
  })

  it('sets the clocks anew and changes nothing else', () => {
    const offers = [{ what: 'draw', by: 'black' } as const]
    const game = someGame({ offers, running: 'white', left: { white: 5, black: 2000 } })
    const left = { white: 3000, black: 2000 }
    const after = fold(game, { t: 'event', v: 1, k: 'clock', left, running: 'white', at: 9 })
    expect(after).toEqual({ ...game, v: 1, left })
  })

  it('ends the game and stops the clock', () => {
    const left = { white: 0, black: 2000 }
    const game = someGame({ running: 'white', left: { white: 5, black: 2000 } })
    const event = { t: 'event', v: 1, k: 'end', result: '0-1', termination: 'time' } as const
    const after = fold(game, { ...event, network: null, by: 'white', left })
    expect(after).toMatchObject({ status: 'ended', result: '0-1', running: null, left })
  })

  it('remembers the rematch', () => {
    expect(fold(someGame(), { t: 'event', v: 1, k: 'rematch', game: 'next' }).rematch).toBe('next')
  })
})
