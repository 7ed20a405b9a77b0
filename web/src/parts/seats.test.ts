import { describe, expect, it } from 'vitest'
import { FIRST_CHOICES, newGame, offered, type Choices } from './seats'

const ME = { kind: 'me' }
const FROM = { start: null, moves: [] }
const make = (changes: Partial<Choices>, luck = 0.9) =>
  newGame({ ...FIRST_CHOICES, ...changes }, FROM, () => luck)

describe('a new game', () => {
  it('against the machine seats it on the other side', () => {
    const machine = { kind: 'machine', level: 7 }
    expect(make({ level: 7, color: 'white' })).toMatchObject({ white: ME, black: machine })
    expect(make({ level: 7, color: 'black' })).toMatchObject({ white: machine, black: ME })
  })

  it('leaves the colour to luck when asked to', () => {
    expect(make({ color: 'random' }, 0.2).black).toEqual({ kind: 'me' })
    expect(make({ color: 'random' }, 0.8).white).toEqual({ kind: 'me' })
  })

  it('takes level 0 for the random mover', () => {
    expect(make({ level: 0 }).black).toEqual({ kind: 'random' })
    const watched = make({ opponent: 'watch', white: 0, black: 10 })
    expect(watched.white).toEqual({ kind: 'random' })
    expect(watched.black).toEqual({ kind: 'machine', level: 10 })
  })

  it('seats the learned player where it was chosen and the server has it', () => {
    const learned = { level: true, white: false, black: true }
    expect(make({ learned, level: 7 })).toMatchObject({ white: ME, black: { kind: 'learned' } })
    const watched = make({ opponent: 'watch', learned, white: 4 })
    expect(watched).toMatchObject({ white: { kind: 'machine', level: 4 }, black: { kind: 'learned' } })
    expect(make({ opponent: 'friend', learned }).black).toEqual({ kind: 'open' })

    const choices = { ...FIRST_CHOICES, learned, level: 7 }
    expect(offered(choices, ['machine', 'random', 'learned'])).toEqual(choices)
    const without = newGame(offered(choices, ['machine', 'random']), FROM)
    expect(without.black).toEqual({ kind: 'machine', level: 7 })
  })

  it('with a friend leaves a seat open, beside takes both', () => {
    expect(make({ opponent: 'friend' }).black).toEqual({ kind: 'open' })
    expect(make({ opponent: 'beside' })).toMatchObject({ white: ME, black: ME })
  })

  it('has the clock that was chosen, and machines have none', () => {
    expect(make({ clock: 'none' }).clock).toBeNull()
    expect(make({ clock: '3+3' }).clock).toEqual({ base: 180, increment: 3 })
    const custom = { clock: 'custom', minutes: 2.5, increment: 7 }
    expect(make(custom).clock).toEqual({ base: 150, increment: 7 })
    expect(make({ opponent: 'watch', clock: '3+3' }).clock).toBeNull()
  })

  it('has days for each move only with a friend', () => {
    expect(make({ opponent: 'friend', clock: 'days-3' }).clock).toEqual({ days: 3 })
    expect(make({ opponent: 'machine', clock: 'days-3' }).clock).toBeNull()
  })
})
