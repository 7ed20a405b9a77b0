/** How a game ends by the rules and the house rules, its earlier positions included. */
import { RULES, type Rules } from '../engine/game'
import { outcomeText, type Color, type Position, type Square } from './position'
import { first, literal, words } from './texts'

export type Ending = {
  winner: Color | null
  termination: 'network' | 'no move' | 'repetition' | 'step limit'
  network: Square[] | null
}

/** House rules as text, as records and the server write them. */
export function rulesText({ noMove, repetition, stepLimit }: Rules): string {
  return `no_move=${noMove} repetition=${repetition} step_limit=${stepLimit}`
}

/** The default house rules as text. */
export const RULES_TEXT = rulesText(RULES)

const NAMES = ['no_move', 'repetition', 'step_limit']
const MAX_RULE = 999_999

/** The house rules that a text names; the others are the default ones. Throws a sentence if it names none. */
export function readRules(text: string): Rules {
  const values = new Map<string, string>()
  for (const word of words(text.replaceAll(',', ' '))) {
    const [, name = '', value] = /^([^=]*)(?:=(.*))?$/su.exec(word)!
    if (!NAMES.includes(name) || value === undefined) {
      throw new Error(`${literal(first(word, 40))} is not a rule: write name=value with one of ${NAMES.join(', ')}`)
    }
    if (values.has(name)) throw new Error(`the rule ${name} is given twice`)
    if (name !== 'no_move' && !/^[0-9]{1,6}$/.test(value)) {
      throw new Error(`${name} is a whole number from 0 to ${MAX_RULE}, not ${literal(first(value, 40))}`)
    }
    values.set(name, value)
  }
  const noMove = values.get('no_move') ?? RULES.noMove
  const repetition = Number(values.get('repetition') ?? RULES.repetition)
  const stepLimit = Number(values.get('step_limit') ?? RULES.stepLimit)
  if (noMove !== 'loss' && noMove !== 'draw') {
    throw new Error(`no_move is loss or draw, not ${literal(first(noMove, 40))}`)
  }
  if (repetition === 1) throw new Error(`repetition is 0 (off) or from 2 to ${MAX_RULE}, not 1`)
  return { noMove, repetition, stepLimit }
}

/** How a game with these positions has ended; null while it goes on. */
export function ending(positions: readonly Position[], rules: Rules = RULES): Ending | null {
  const last = positions[positions.length - 1]!
  const outcome = last.outcome()
  if (outcome?.termination === 'network') return outcome
  if (outcome) return { ...outcome, winner: rules.noMove === 'loss' ? outcome.winner : null }
  const draw = { winner: null, network: null }
  // Only steps lead back to where the game has been.
  const occurred = last.steps ? positions.filter((one) => key(one) === key(last)).length : 1
  if (rules.repetition && occurred >= rules.repetition) return { ...draw, termination: 'repetition' }
  if (rules.stepLimit && last.steps >= rules.stepLimit) return { ...draw, termination: 'step limit' }
  return null
}

const DRAWS = {
  'no move': 'Draw: the player to move has no legal move',
  repetition: 'Draw: the position was repeated',
  'step limit': 'Draw: the step limit was reached',
}

/** An ending in words. */
export function endingText({ winner, termination, network }: Ending): string {
  if (winner || termination === 'network') return outcomeText({ winner: winner!, network })
  return DRAWS[termination]
}

/** The chips and whose turn it is. */
function key(position: Position): string {
  return position.text().split(' ', 2).join(' ')
}
