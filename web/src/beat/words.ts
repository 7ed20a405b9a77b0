/** What the page "Beat the proof" says. */

import { PERFECT, type Played } from './proof'

export const words = {
  title: 'Beat the proof',
  board: 'Board against the proof',
  whiteReplies: 'White replies',
  yourMove: 'You are Black: your move',
  noEngine: 'White cannot reply without the engine',
  task: `White plays from the proof that White wins. Nobody can beat it, so try to last as long as you can: the best defence lasts ${PERFECT} plies. Moves of both players count.`,
  lasted: (plies: number) => `You lasted ${words.score(plies)}`,
  score: (plies: number) => `${plies} of ${PERFECT} plies`,
  perfect: 'That is perfect: nobody can last longer against the proof.',
  /** What a first mistake cost, given the game that would have lasted longest. */
  mistake: ({ moves }: Played, mistake: number, line: readonly string[]) =>
    `Your first mistake was ${moves[mistake]} (ply ${mistake + 1}): with ${line[mistake]} you could have lasted ${line.length} plies.`,
  longest: 'The line that lasts longest:',
  searching: 'Looking for the line that lasts longest…',
  best: (plies: number) => `Your best in this browser: ${words.score(plies)}`,
  again: 'Try again',
  showGame: 'Show my game',
  showLongest: 'Show the longest line',
  toExplorer: 'Look at this position in the explorer',
  toSolved: 'How the game was solved',
}
