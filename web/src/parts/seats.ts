/** What the form for a new game asks for, as the server wants to hear it. */
import type { ClockInput, NewGame, SeatInput, TimeControl } from '../live/api'

export type Opponent = 'machine' | 'friend' | 'beside' | 'watch'
export type ColorChoice = 'white' | 'black' | 'random'

/** The choices of the form. A level of 0 is the random mover. */
export type Choices = {
  opponent: Opponent
  level: number
  color: ColorChoice
  /** The levels of machines that are watched. */
  white: number
  black: number
  /** Where the learned player takes the place of a level. */
  learned: Record<'level' | 'white' | 'black', boolean>
  /** One of the clocks below, by its name. */
  clock: string
  minutes: number
  increment: number
  public: boolean
  /** Play on the server, where others can watch, what this browser could play alone. */
  server: boolean
}

export const FIRST_CHOICES: Choices = {
  opponent: 'machine',
  level: 3,
  color: 'white',
  white: 6,
  black: 6,
  learned: { level: false, white: false, black: false },
  clock: 'none',
  minutes: 5,
  increment: 3,
  public: false,
  server: false,
}

export const CLOCKS: readonly { name: string; clock: ClockInput | null }[] = [
  { name: 'none', clock: null },
  { name: '1+2', clock: { base: 60, increment: 2 } },
  { name: '3+3', clock: { base: 180, increment: 3 } },
  { name: '5+5', clock: { base: 300, increment: 5 } },
  { name: '15+10', clock: { base: 900, increment: 10 } },
]

/** For a friend who need not be there at the same time. */
export const DAYS: readonly { name: string; clock: TimeControl }[] = [1, 2, 3, 5, 7, 14].map((days) => ({
  name: `days-${days}`,
  clock: { days },
}))

/** What is left of the choices where the server has these programs. */
export function offered(choices: Choices, programs: readonly string[]): Choices {
  return programs.includes('learned') ? choices : { ...choices, learned: FIRST_CHOICES.learned }
}

export function newGame(
  choices: Choices,
  from: { start: string | null; moves: string[] },
  luck: () => number = Math.random,
): NewGame {
  const [white, black] = seats(choices, luck)
  return {
    white,
    black,
    clock: choices.opponent === 'watch' ? null : clock(choices),
    rules: '',
    ...from,
    public: choices.public,
    rated: false,
  }
}

function seats(choices: Choices, luck: () => number): [SeatInput, SeatInput] {
  const me: SeatInput = { kind: 'me' }
  if (choices.opponent === 'beside') return [me, me]
  if (choices.opponent === 'watch') return [program(choices, 'white'), program(choices, 'black')]
  const them: SeatInput = choices.opponent === 'friend' ? { kind: 'open' } : program(choices, 'level')
  const black = choices.color === 'black' || (choices.color === 'random' && luck() < 0.5)
  return black ? [them, me] : [me, them]
}

function program(choices: Choices, which: 'level' | 'white' | 'black'): SeatInput {
  if (choices.learned[which]) return { kind: 'learned' }
  const level = choices[which]
  return level ? { kind: 'machine', level } : { kind: 'random' }
}

function clock(choices: Choices): TimeControl | null {
  const days = DAYS.find(({ name }) => name === choices.clock)
  if (days) return choices.opponent === 'friend' ? days.clock : null
  const preset = CLOCKS.find(({ name }) => name === choices.clock)
  if (preset) return preset.clock
  return { base: Math.round(choices.minutes * 60), increment: choices.increment }
}
