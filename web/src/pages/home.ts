/** The texts of the start page, and which game it shows first. */
import { plural } from '../messages/plural'
import type { GameSummary } from '../live/api'
import type { Game } from '../live/protocol'
import { gameAddress } from '../local/game'
import { positionsOf } from '../parts/line'
import { playerText, resultTitle, seatText } from '../parts/words'
import { Position } from '../rules/position'

export const TITLE = 'Tenchips: play Network'
export const INTRO =
  'You have ten chips. Connect your two edges with a path of six chips or more: each chip sees the next, and the path turns at every chip.'
export const PLAY = 'Play now'
export const LEARN = 'Learn it in five minutes'
export const SOLVED = 'White can always win: the game is solved.'
export const PUZZLE = {
  title: 'Puzzle of the day',
  words: 'One position, one winning move. A new one every day.',
  link: 'Solve it',
  streak: (count: number) => plural(count, ['You have solved # in a row.', 'You have solved # in a row.']),
}

/** A game to look at: its position, what it is, and where it is. */
export type Shown = { position: Position; words: string; address: string }

/** The end of a game, where there is no other. */
const EXAMPLE: Shown = {
  position: Position.parse('8/8/W2W2W1/7W/1B1B4/6W1/1BW1WB2/2B3B1 b 0 7'),
  words: 'White has linked left and right, and wins.',
  address: '/learn',
}

/** What comes first: a game that is being played, else the last that was won with a network, else an example. */
export function shownGame(live: readonly GameSummary[], mine: readonly Game[]): Shown {
  const [running] = live
  if (running) {
    return {
      position: Position.parse(running.position),
      words: `Live: ${seatText(running.white)} against ${seatText(running.black)}`,
      address: gameAddress(running.id),
    }
  }
  const won = mine.find(({ network }) => network)
  if (!won) return EXAMPLE
  return {
    position: positionsOf(won).at(-1)!,
    words: `Your last game, ${playerText(won, 'white')} against ${playerText(won, 'black')}: ${resultTitle(won)}`,
    address: gameAddress(won.id),
  }
}
