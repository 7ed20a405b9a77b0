/** The addresses of the pages. */

/** The pages with an address of one word. */
export const NAMED_PAGES = {
  play: 'play',
  lobby: 'lobby',
  leaderboard: 'leaderboard',
  correspondence: 'correspondence',
  tournaments: 'tournaments',
  learn: 'learn',
  rules: 'rules',
  puzzles: 'puzzles',
  board: 'study',
  explorer: 'explorer',
  solved: 'solved',
  beat: 'beat',
  review: 'review',
  account: 'account',
  mail: 'mail',
} as const

type Name = keyof typeof NAMED_PAGES

export type Route =
  | { page: 'home' | 'lost' | (typeof NAMED_PAGES)[Name] }
  | { page: 'game'; id: string }
  | { page: 'join'; invite: string }
  | { page: 'player'; name: string }
  | { page: 'tournament'; id: string }
  | { page: 'seat'; token: string }

export function parseRoute(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').slice(1)
  if (rest.length) return { page: 'lost' }
  if (second && first === 'g') return { page: 'game', id: second }
  if (second && first === 'join') return { page: 'join', invite: second }
  if (second && first === 'player') return { page: 'player', name: decoded(second) }
  if (second && first === 't') return { page: 'tournament', id: second }
  if (second && first === 'seat') return { page: 'seat', token: second }
  if (second) return { page: 'lost' }
  if (!first) return { page: 'home' }
  return { page: Object.hasOwn(NAMED_PAGES, first) ? NAMED_PAGES[first as Name] : 'lost' }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // no name is written like this
  }
}
