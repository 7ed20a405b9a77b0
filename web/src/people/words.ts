/** The texts between two people who play: what they can say, and what a player who has left loses. */
import type { components } from '../api'

export type Saying = components['schemas']['SayCommand']['what']

/** The server passes on the keys only. */
export const SAYINGS: Record<Saying, string> = {
  hello: 'Hello!',
  good_luck: 'Good luck!',
  nice_move: 'Nice move!',
  oops: 'Oops!',
  thank_you: 'Thank you!',
  well_played: 'Well played!',
  goodbye: 'Goodbye!',
}

export const MESSAGES = 'Messages'
export const YOU = 'You'
export const SHOW = 'Show messages from my opponent'
export const HAS_LEFT = 'Your opponent has left the game.'
export const CLAIM_NOW = 'You can end the game now, or wait.'
export const CLAIM_WIN = 'Claim the win'
export const CLAIM_DRAW = 'Call it a draw'

/** How long one has to wait before one can claim the game. */
export function claimWords(time: string): string {
  return `If they stay away, you can end the game in ${time}.`
}
