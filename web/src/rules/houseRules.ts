/** How a game ends by the rules and the house rules, its earlier positions included. */
import { RULES, type Rules } from '../engine/game'
import type { Color, Position, Square } from './position'

export type Ending = {
  winner: Color | null
  termination: 'network' | 'no move' | 'repetition' | 'step limit'
  network: Square[] | null
}

/** The default house rules as text, as records and the server write them. */
export const RULES_TEXT = `no_move=${RULES.noMove} repetition=${RULES.repetition} step_limit=${RULES.stepLimit}`

/** How a game with these positions has ended; null while it goes on. */
export function ending(positions: readonly Position[], rules: Rules = RULES): Ending | null {
  const last = positions[positions.length - 1]!
  const outcome = last.outcome()
  if (outcome?.termination === 'network') return outcome
  if (outcome) return { ...outcome, winner: rules.noMove === 'loss' ? outcome.winner : null }
  const draw = { winner: null, network: null }
  const occurred = positions.filter((one) => key(one) === key(last)).length
  if (rules.repetition && occurred >= rules.repetition) return { ...draw, termination: 'repetition' }
  if (rules.stepLimit && last.steps >= rules.stepLimit) return { ...draw, termination: 'step limit' }
  return null
}

/** The chips and whose turn it is. */
function key(position: Position): string {
  return position.text().split(' ', 2).join(' ')
}
