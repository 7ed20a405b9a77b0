/** The games this browser has played lately, and the invitations it gave. */
import { recall, remember } from './storage'

export type Recent = { id: string; invite: string | null }

const KEY = 'tenchips.games'
const KEPT = 12

export function recentGames(): Recent[] {
  return recall<Recent[]>(KEY, [])
}

/** Put a game in front; a known invitation is kept. */
export function keepGame(id: string, invite: string | null = null): void {
  const games = recentGames()
  const known = games.find((game) => game.id === id)?.invite ?? null
  const others = games.filter((game) => game.id !== id)
  remember(KEY, [{ id, invite: invite ?? known }, ...others].slice(0, KEPT))
}

export function forgetGame(id: string): void {
  remember(KEY, recentGames().filter((game) => game.id !== id))
}

export function inviteOf(id: string): string | null {
  return recentGames().find((game) => game.id === id)?.invite ?? null
}
