/** A position that nobody can win, and the steps that both players have to make in it. A browser
 * test plays them with Python's proof that it is a draw. */

import type { Line } from '../parts/line'

export const DRAWN_GAME: Line = {
  start: '8/W1BWW3/1W5W/1B2W1B1/3BW1B1/WBWB4/1B1W1B2/5B2 w 0 11',
  moves: '44-33 15-14 33-54 14-15 54-33'.split(' '),
}

/** After so many steps a position comes again. */
export const ROUND = 4
