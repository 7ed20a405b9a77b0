/** How a game ended for one of its players. */
import type { GameSummary } from '../live/api'
import { winner } from '../parts/words'
import type { ResultName } from './words'

export function resultFor(game: Pick<GameSummary, 'white' | 'black' | 'result'>, name: string): ResultName | null {
  if (game.result === null) return 'unfinished'
  const won = winner(game.result)
  if (!won) return 'drawn'
  // Whoever played both sides has neither won nor lost.
  if (game.white.name === game.black.name) return null
  return game[won].name === name ? 'won' : 'lost'
}
