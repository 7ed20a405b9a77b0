/** What the form for a new tournament asks for, as the server wants to hear it. */
import { CLOCKS } from '../parts/seats'
import type { NewTournament } from './api'

export type Choices = {
  name: string
  kind: NewTournament['kind']
  /** Empty for as many as it takes. */
  rounds: number | null
  /** One of the clocks, by its name. */
  clock: string
  starts: 'hand' | 'time'
  /** As a field for date and time has it. */
  time: string
  who: 'link' | 'roster'
  roster: string
  rated: boolean
  paused: boolean
}

export const FIRST_CHOICES: Choices = {
  name: '',
  kind: 'swiss',
  rounds: null,
  clock: '5+5',
  starts: 'hand',
  time: '',
  who: 'link',
  roster: '',
  rated: false,
  paused: false,
}

/** A tournament has a clock: without one it might never end. */
export const TIMED = CLOCKS.filter(({ clock }) => clock !== null)

/** The names of a list, one on each line. */
export function names(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line)
}

export function newTournament(choices: Choices): NewTournament {
  const byRoster = choices.who === 'roster'
  return {
    name: choices.name.trim(),
    kind: choices.kind,
    rounds: choices.kind === 'swiss' ? choices.rounds || null : null,
    clock: TIMED.find(({ name }) => name === choices.clock)!.clock!,
    starts: choices.starts === 'time' ? new Date(choices.time).getTime() : null,
    rated: choices.rated && !byRoster,
    roster: byRoster ? names(choices.roster) : null,
    paused: choices.paused,
  }
}
