/** The texts of the correspondence page. */
import { dayText } from '../messages/numbers'
import { plural } from '../messages/plural'
import type { Turn } from '../live/api'
import { timeWords } from '../parts/words'

export const TITLE = 'Correspondence'
export const INTRO =
  'Games with days for each move. You do not have to be there at the same time: make your move, and come back when it is your turn again.'
export const YOUR_TURN = 'Your turn'
export const NOTHING = 'It is not your turn in any game.'
export const NEW_GAME = 'Start a game by link'
export const VACATION = 'Vacation'
export const VACATION_INTRO =
  'While you are on vacation, your clocks stand still in all games with days for each move. You can still move.'
export const DAYS_AWAY = 'Days away'
export const BEGIN = 'Start the vacation'
export const END = 'End the vacation'

export function dueWords({ due }: Turn, now: number): string {
  const left = Date.parse(due) - now
  return left > 0 ? `${timeWords(left)} left` : 'No time left'
}

export function daysLeft(days: number): string {
  return plural(days, ['You have # day left this year.', 'You have # days left this year.'])
}

export function awayUntil(until: string): string {
  return `You are on vacation until ${dayText(until, 'short')}.`
}
