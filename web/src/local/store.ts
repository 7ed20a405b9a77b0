/** The local games, kept in this browser after every event: a closed or killed page loses nothing. */
import { positionsOf } from '../parts/line'
import { recall, remember } from '../parts/storage'
import { isLocal, type LocalGame } from './game'

const PREFIX = 'tenchips.game.'
/** So many ended games are kept. */
const ENDED_KEPT = 12

/** Where the browser keeps nothing, games last as long as the page. */
const memory = new Map<string, LocalGame>()

export function keyOf(id: string): string {
  return PREFIX + id
}

export function saveGame(local: LocalGame): void {
  memory.set(local.game.id, local)
  remember(keyOf(local.game.id), local)
}

/** The game with an id; null if there is none, or none that can be played on. */
export function loadGame(id: string): LocalGame | null {
  if (!isLocal(id)) return null
  const kept = recall<LocalGame | null>(keyOf(id), null) ?? memory.get(id) ?? null
  try {
    if (kept) positionsOf(kept.game)
    return kept
  } catch {
    return null
  }
}

/** All games, the one played last first. */
export function localGames(): LocalGame[] {
  const stored = storedKeys().map((key) => key.slice(PREFIX.length))
  const ids = new Set([...stored, ...memory.keys()])
  const games = [...ids].map(loadGame).filter((game) => game !== null)
  return games.sort((one, two) => two.at - one.at)
}

/** Forget the ended games that were played longest ago. */
export function pruneGames(): void {
  const ended = localGames().filter(({ game }) => game.status === 'ended')
  for (const { game } of ended.slice(ENDED_KEPT)) {
    memory.delete(game.id)
    try {
      localStorage.removeItem(keyOf(game.id))
    } catch {
      // What cannot be reached cannot fill up.
    }
  }
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}
