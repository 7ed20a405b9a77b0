/** The texts of the lobby. */
import type { Challenge } from './lobby.svelte'

export const TITLE = 'Play someone'
export const INTRO = 'Quick game finds you an opponent. Or pick somebody who is waiting below.'
export const QUICK = 'Quick game'
export const MAKE = 'Your own challenge'
export const OPEN = 'Waiting for an opponent'
export const NOBODY = 'Nobody is waiting right now. Start a quick game and you will be the first.'
export const LOST = 'The connection is lost. Trying to connect again.'
export const BOT = /* @wc-include */ 'bot'
export const SEARCHING = 'Looking for an opponent'
export const WAITING = 'Your challenge is open. The game starts when somebody takes it.'
export const STAY = 'Stay on this page: if you leave, your challenge ends.'
export const STARTED = 'Your opponent is here. The game begins.'
export const ENDED = 'Your challenge has ended. Make a new one to go on waiting.'
export const FRIEND = 'Do you want to play a friend?'
export const FRIEND_LINK = 'Make a link for them'

export const RATED_HELP = 'The game changes your rating. It needs a clock.'

const SIDES = { white: 'You play Black', black: 'You play White', random: 'Random colours' }

/** Which colour one gets by taking a challenge. */
export function sideWords({ color, rated }: Pick<Challenge, 'color' | 'rated'>): string {
  return rated ? 'You pick a side' : SIDES[color]
}
