/** A hint as a page shows it: the square to mark, if there is one yet, and the words. */
import type { Square } from '../rules/position'

export type ShownHint = { square: Square | null; text: string }
