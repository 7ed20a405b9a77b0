/** The addresses of the pages. */

export type Route =
  | { page: 'home' }
  | { page: 'game'; id: string }
  | { page: 'join'; invite: string }
  | { page: 'learn' }
  | { page: 'puzzles' }
  | { page: 'study' }
  | { page: 'explorer' }
  | { page: 'solved' }
  | { page: 'beat' }
  | { page: 'lost' }

export function parseRoute(path: string): Route {
  const [first = '', second = '', ...rest] = path.split('/').slice(1)
  const names = rest.length ? 'lost' : second ? `${first}/` : first
  switch (names) {
    case '':
      return { page: 'home' }
    case 'g/':
      return { page: 'game', id: second }
    case 'join/':
      return { page: 'join', invite: second }
    case 'learn':
      return { page: 'learn' }
    case 'puzzles':
      return { page: 'puzzles' }
    case 'board':
      return { page: 'study' }
    case 'explorer':
      return { page: 'explorer' }
    case 'solved':
      return { page: 'solved' }
    case 'beat':
      return { page: 'beat' }
    default:
      return { page: 'lost' }
  }
}
