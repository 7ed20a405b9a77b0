/** What the page of puzzles says: questions, reasons, themes. */

import { sentence } from '../board/words'
import { plural } from '../messages/plural'
import { pliesText } from '../parts/plies'
import { named, other, outcomeText, type Color } from '../rules/position'
import { listed } from '../rules/squares'
import type { Difficulty } from './choice'
import { pliesLeft, positionOf, type Solving } from './solving'

/** Who wins within how many plies: the solver makes the first and the last of them. */
function taskWords(solver: string, plies: number): string {
  if (plies === 1) return `${solver} wins at once`
  return `${solver} wins in ${pliesText(plies)} (${(plies + 1) / 2} of your moves)`
}

/** What the puzzle asks now. */
export function questionWords(state: Solving): string {
  const solver = named(positionOf({ ...state, mistake: null }).turn)
  const { own } = state.puzzle
  if (own) return ownQuestionWords(state, solver, own.played)
  if (state.puzzle.kind === 'defend') return 'Only one move does not lose. Find it.'
  return `${taskWords(solver, pliesLeft(state))}. Find the move.`
}

function ownQuestionWords(state: Solving, solver: string, played: string): string {
  const { kind } = state.puzzle
  if (kind === 'win') return `${taskWords(solver, pliesLeft(state))}; ${played} was played. Find the win.`
  if (kind === 'defend') return `${played} was played and loses. Find a move that does not.`
  return `${played} was played. Find a better move.`
}

/** Why the solution is right, once it is on the board. */
export function reasonWords(state: Solving): string {
  const { puzzle } = state
  const position = positionOf(state)
  const outcome = position.outcome()
  if (outcome) return sentence(outcomeText(outcome))
  if (puzzle.own) {
    const [move] = puzzle.solution
    if (move !== puzzle.own.best[0]) return `${move} is as good as ${puzzle.own.best[0]}.`
    return `The best line goes ${puzzle.own.line.join(' ')}.`
  }
  const before = positionOf({ ...state, made: 0 })
  const threats = before.threats(other(before.turn))
  const loss = `Every other move loses within ${puzzle.plies} plies.`
  if (!threats.length) return loss
  return `${named(other(before.turn))} threatened to win at ${listed(threats)}. ${loss}`
}

/** What the themes are called. */
export const THEME_NAMES: Record<string, string> = {
  'double threat': 'Double threat',
  'crossing network': 'Crossing network',
  'long line': 'Long line',
  'long network': 'Long network',
  step: 'Step',
  cutting: 'Cutting',
  'both-complete trap': 'Both-complete trap',
}

export const DIFFICULTY_NAMES: Record<Difficulty, string> = { easy: 'Easy', medium: 'Medium', hard: 'Hard' }

/** What the themes mean. */
export const THEME_WORDS: Record<string, string> = {
  'double threat': 'one of your moves threatens to win on two or more squares',
  'crossing network': 'every network that wins crosses itself',
  'long line': 'every network that wins has a line over four or more empty squares',
  'long network': 'every network that wins has eight chips or more',
  step: 'you move a chip that is on the board',
  cutting: 'the opponent threatens to win at once, and your move must also stop that',
  'both-complete trap': "a step would complete your network and the opponent's: the opponent would win",
}

/** What the page says around the puzzles. */
export const pageWords = {
  title: (isRun: boolean) => (isRun ? 'Timed run · Tenchips' : 'Puzzles · Tenchips'),
  puzzle: 'Puzzle',
  daily: 'Puzzle of the day',
  fromYourGames: 'From your games',
  solvedBefore: (isDaily: boolean) =>
    isDaily
      ? "You have solved today's puzzle: solving it again does not add to the streak."
      : 'You have solved this puzzle before: solving it again does not add to the streak.',
  standing: (streak: number, best: number, solved: number, due: number) =>
    due
      ? `Streak ${streak}, best ${best}. Solved ${solved}, to repeat today ${due}.`
      : `Streak ${streak}, best ${best}. Solved ${solved}.`,
  loading: 'Loading the puzzles…',
  notLoaded: { title: 'The puzzles could not be loaded', sentence: 'Check the connection and try again.' },
  unknown: {
    title: 'There is no such puzzle',
    sentence: 'The address may be incomplete or have a typing mistake.',
  },
  tryAgain: 'Try again',

  board: 'Board of the puzzle',
  toMove: (solver: Color) => `${named(solver)} to move`,
  solutionShown: 'The solution',
  solved: 'Solved',
  notTheMove: 'Not the move',
  judging: (move: string) => `Checking whether ${move} is just as good.`,
  searching: 'That is not the move. Looking for the reply that shows why…',
  theSolution: (moves: string, why: string) => `The solution is ${moves}. ${why}`,
  right: (why: string) => (why ? `Right. ${why}` : 'Right.'),
  reply: (move: string) => `The reply is ${move}.`,
  ownMistake: 'A mistake from one of your games.',
  about: (id: string, rating: number, difficulty: Difficulty) =>
    `Puzzle ${id}, rating ${rating}. Difficulty: ${DIFFICULTY_NAMES[difficulty]}.`,
  comesBack: 'It comes back tomorrow.',
  next: 'Next puzzle',
  showSolution: 'Show solution',
  another: 'Another puzzle',
}

export const choiceWords = {
  open: 'Choose by theme and difficulty',
  theme: 'Theme',
  difficulty: 'Difficulty',
  all: 'All',
  count: (count: number) => plural(count, ['# puzzle to choose from.', '# puzzles to choose from.']),
  none: 'There is no such puzzle: choose another theme or difficulty.',
}

export const runWords = {
  title: 'Timed run',
  board: 'Board of the run',
  task: (minutes: number, mistakes: number) =>
    `Solve as many puzzles as you can in ${minutes} minutes. They get harder and harder, and ${mistakes} mistakes end the run.`,
  start: 'Start the run',
  again: 'Run again',
  timeIsUp: (solved: string) => `Time is up. You solved ${solved}.`,
  lastMistake: (solved: string) => `That was the third mistake. You solved ${solved}.`,
  solved: (solved: string) => `You solved ${solved}`,
  best: (solved: string) => `Your best in this browser: ${solved}`,
  failed: 'You did not solve these. They come back tomorrow:',
  failedOne: (rating: number, played: string) => `, rating ${rating}: you played ${played}`,
  puzzle: (id: string) => `Puzzle ${id}`,
  left: (time: string) => `${time} left`,
  solvedSoFar: (count: number) => `${count} solved`,
  mistakesSoFar: (count: number, most: number) => `${count} of ${most} mistakes`,
  wasRight: 'Last puzzle: right.',
  wasWrong: (move: string, solution: string) => `Last puzzle: ${move} was wrong. The right move was ${solution}.`,
}
