/** The texts of a tournament on the page of one of its games. */

export const NEXT_GAME = 'Your next game is ready.'
export const GO_PLAY = 'Play now'
export const BACK = 'Back to the tournament'
