/** Begin a game where it is to be played: in this browser, or on the server. */
import { api, type NewGame } from '../live/api'
import { me } from '../live/me.svelte'
import { keepGame } from '../parts/recent'
import { gameAddress, newLocalGame } from './game'
import { pruneGames, saveGame } from './store'

/** Whether this browser can run the engine at all. */
function hasEngine(): boolean {
  return typeof WebAssembly === 'object' && typeof Worker === 'function'
}

/** Whether a game can be played without the server: nobody has to join, and programs can think here. */
export function canPlayHere({ white, black }: Pick<NewGame, 'white' | 'black'>): boolean {
  const kinds = [white.kind, black.kind]
  if (kinds.includes('open') || kinds.includes('learned')) return false
  return !kinds.includes('machine') || hasEngine()
}

/** Begin a game, and get its address; throws an ApiError if the server refuses it. */
export async function startGame(asked: NewGame, onServer: boolean): Promise<string> {
  if (!onServer && canPlayHere(asked)) {
    const local = newLocalGame(asked, me.name || 'Player', Date.now())
    saveGame(local)
    pruneGames()
    return gameAddress(local.game.id)
  }
  await me.known()
  const { game, invite } = await api.create(asked)
  keepGame(game.id, invite)
  return gameAddress(game.id)
}
