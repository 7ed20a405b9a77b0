/** How the site counts to the end of a game: in plies. */
import { plural } from '../messages/plural'

export const PLY_NOTE = 'A ply is one move of one player.'

/** "1 ply", "9 plies". */
export function pliesText(plies: number): string {
  return plural(plies, ['# ply', '# plies'])
}
