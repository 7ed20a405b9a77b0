import { describe, expect, it } from 'vitest'
import { someGame } from '../live/fake'
import type { Role } from '../live/protocol'
import {
  clockText,
  moveWords,
  nextGameWords,
  offerWords,
  playerText,
  rematchWords,
  resultSentence,
  resultTitle,
  seatText,
  standing,
  timeText,
  timeWords,
} from './words'

describe('sentences', () => {
  it('say moves', () => {
    expect(moveWords('33', 'white')).toBe('White adds 33')
    expect(moveWords('33-45', 'black')).toBe('Black steps from 33 to 45')
  })

  it('name seats', () => {
    expect(seatText({ kind: 'machine', name: 'Machine', level: 4, bot: false, rating: null, account: false })).toBe('Computer, level 4')
    expect(seatText({ kind: 'person', name: 'Hal', level: null, bot: true, rating: null, account: false })).toBe('Hal (bot)')
    expect(seatText({ kind: 'person', name: 'Ann', level: null, bot: false, rating: null, account: false })).toBe('Ann')
  })

  it('name players, by colour where one visitor plays both', () => {
    const ann = { kind: 'person', name: 'Ann', level: null, bot: false, rating: null, account: false } as const
    const names = (role: Role) => {
      const game = someGame({ role, white: ann, black: ann })
      return [playerText(game, 'white'), playerText(game, 'black')]
    }
    expect(names('both')).toEqual(['White', 'Black'])
    expect(names('white')).toEqual(['Ann', 'Ann'])
  })

  it.each([
    ['white', { turn: 'white' }, 'Your turn'],
    ['black', { turn: 'white' }, 'White to move'],
    ['both', { turn: 'black' }, 'Black to move'],
    ['white', { status: 'waiting' }, 'Waiting for your friend'],
    ['white', { status: 'ended', result: '1-0' }, 'You win'],
  ] as const)('tell %s how a game stands: %o', (role, state, words) => {
    expect(standing(someGame({ role, status: 'live', ...state }))).toBe(words)
  })

  it.each([
    ['white', '1-0', 'You win'],
    ['white', '0-1', 'You lose'],
    ['black', '0-1', 'You win'],
    ['both', '1-0', 'White wins'],
    ['watcher', '0-1', 'Black wins'],
    ['white', '1/2-1/2', 'Draw'],
  ] as const)('tell %s of %s', (role, result, title) => {
    expect(resultTitle(someGame({ role, result }))).toBe(title)
  })

  it.each([
    ['network', '1-0', ['02', '73'], 'White has the network 02-73.'],
    ['no move', '0-1', null, 'White has no legal move.'],
    ['resignation', '1-0', null, 'Black resigned.'],
    ['time', '0-1', null, 'White ran out of time.'],
    ['repetition', '1/2-1/2', null, 'The same position was repeated too often.'],
    ['step limit', '1/2-1/2', null, 'The step limit was reached.'],
    ['agreement', '1/2-1/2', null, 'The players agreed on a draw.'],
  ] as const)('say how a game ended by %s', (termination, result, network, sentence) => {
    const game = someGame({ termination, result, network: network && [...network] })
    expect(resultSentence(game)).toBe(sentence)
  })

  const machine = { kind: 'machine', name: 'Machine', level: 4, bot: false, rating: null, account: false } as const

  it.each([
    ['white', {}, 'Offer a rematch as Black', 'A new game: you play Black'],
    ['black', {}, 'Offer a rematch as White', 'A new game: you play White'],
    ['white', { black: machine }, 'Play again as Black', 'A new game: you play Black'],
    ['both', {}, 'Play again', 'A new game'],
    [
      'owner',
      { white: machine, black: machine },
      'Play again with swapped colours',
      'A new game',
    ],
  ] as const)('tell %s who plays what next: %o', (role, seats, before, after) => {
    const between_people = role !== 'both' && !('black' in seats)
    expect(rematchWords(someGame({ role, between_people, ...seats }))).toBe(before)
    expect(nextGameWords(role)).toBe(after)
  })

  it('tell whoever is offered a rematch that colours change', () => {
    expect(offerWords('rematch', 'white')).toBe('White offers a rematch with swapped colours')
  })
})

describe('times', () => {
  it.each([
    [0, '0.0'],
    [4_250, '4.2'],
    [9_990, '9.9'],
    [10_000, '0:10'],
    [61_000, '1:01'],
    [60_001, '1:01'],
    [3_600_000, '1:00:00'],
  ])('show %i ms', (ms, text) => expect(timeText(ms)).toBe(text))

  it.each([
    [500, '0 seconds'],
    [61_000, '1 minute 1 second'],
    [120_000, '2 minutes'],
  ])('say %i ms', (ms, words) => expect(timeWords(ms)).toBe(words))

  it('name clocks', () => {
    expect(clockText(null)).toBe('No clock')
    expect(clockText({ base: 300, increment: 3 })).toBe('5 min + 3 s')
    expect(clockText({ base: 90, increment: 0 })).toBe('90 s')
  })
})
