/** What the page of puzzles says: questions, reasons, themes. */

import { pliesText } from '../parts/plies'
import { named, other, outcomeText } from '../rules/position'
import { pliesLeft, positionOf, type Solving } from './solving'

/** Plies within which the player to move wins. */
export function timeWords(plies: number): string {
  return plies === 1 ? 'at once' : `in ${pliesText(plies)}`
}

/** The same for the solver, who makes the first and the last of them. */
function taskWords(plies: number): string {
  return plies === 1 ? timeWords(plies) : `${timeWords(plies)} (${(plies + 1) / 2} of your moves)`
}

/** What the puzzle asks now. */
export function questionWords(state: Solving): string {
  const solver = named(positionOf({ ...state, mistake: null }).turn)
  const { own } = state.puzzle
  if (own) return ownQuestionWords(state, solver, own.played)
  if (state.puzzle.kind === 'defend') return 'Only one move does not lose. Find it.'
  return `${solver} wins ${taskWords(pliesLeft(state))}. Find the move.`
}

function ownQuestionWords(state: Solving, solver: string, played: string): string {
  const { kind } = state.puzzle
  if (kind === 'win') return `${solver} wins ${taskWords(pliesLeft(state))}; ${played} was played. Find the win.`
  if (kind === 'defend') return `${played} was played and loses. Find a move that does not.`
  return `${played} was played. Find a better move.`
}

/** Why the solution is right, once it is on the board. */
export function reasonWords(state: Solving): string {
  const { puzzle } = state
  const position = positionOf(state)
  const outcome = position.outcome()
  if (outcome) return `${outcomeText(outcome)}.`
  if (puzzle.own) {
    const [move] = puzzle.solution
    if (move !== puzzle.own.best[0]) return `${move} is as good as ${puzzle.own.best[0]}.`
    return `The best line goes ${puzzle.own.line.join(' ')}.`
  }
  const before = positionOf({ ...state, made: 0 })
  const threats = before.threats(other(before.turn))
  const loss = `Every other move loses within ${puzzle.plies} plies.`
  if (!threats.length) return loss
  return `${named(other(before.turn))} threatened to win at ${threats.join(' and ')}. ${loss}`
}

/** What the themes mean. */
export const THEME_WORDS: Record<string, string> = {
  'double threat': 'one of your moves threatens to win on two or more squares',
  'crossing network': 'every network that wins crosses itself',
  'long line': 'every network that wins has a line over four or more empty squares',
  'long network': 'every network that wins has eight chips or more',
  step: 'you move a chip that is on the board',
  cutting: 'the opponent threatens to win at once, and your move must also stop that',
  'both-complete trap': 'a step would complete your network and the opponent’s: the opponent would win',
}
