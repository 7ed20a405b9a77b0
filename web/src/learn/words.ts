/** What the page says around the lessons, and what the tutor says about answers; the lessons
 * themselves have texts of their own. */

import { list } from '../board/words'
import { named, type Color, type Square } from '../rules/position'
import type { Bar } from './lessons'

export const RIGHT = 'Right.'
export const NOT_RIGHT = 'Not right.'

/** What is still to be found, for somebody who has found something else. */
const LOOK_FOR: Record<Bar, string> = {
  corner: 'a corner',
  goal: "a square in the other player's goal",
  occupied: 'a square with a chip on it',
  cluster: 'a square where three chips would touch',
}

/** "33", "33 or 44", and of many squares only the first. */
function either(squares: Square[]): string {
  if (squares.length < 2) return squares.join('')
  return squares.length > 3 ? `${squares[0]}, for example` : `${squares.slice(0, -1).join(', ')} or ${squares.at(-1)}`
}

export const words = {
  foundAlready: (square: Square) => `You have found ${square} already.`,
  mayPlay: (color: Color, square: Square) => `${named(color)} may play on ${square}.`,
  lookFor: (bars: Bar[]) => `Now look for ${list(bars.map((bar) => LOOK_FOR[bar]))}.`,

  namesTask: (square: Square) => `Tap ${square}: column ${square[0]}, row ${square[1]}.`,
  notNamed: (tapped: Square, asked: Square) =>
    `That is ${tapped}: column ${tapped[0]}, row ${tapped[1]}. Find column ${asked[0]}, row ${asked[1]}.`,
  isNamed: (square: Square) => `Yes, that is ${square}.`,

  itself: (square: Square) => `This is ${square} itself.`,
  noChip: (square: Square) => `There is no chip on ${square}.`,
  noChipOf: (color: Color, square: Square) => `${named(color)} has no chip on ${square}.`,
  seeEachOther: (one: Square, two: Square) => `${one} and ${two} see each other.`,
  notStraight: (from: Square, to: Square) => `${from} and ${to} are not on one straight line.`,
  blocked: (from: Square, to: Square, between: Square) =>
    `${from} does not see ${to}: the chip on ${between} is in between.`,

  startWith: (square: Square) => `Start with the chip on ${square}.`,
  startInGoal: (square: Square) => `Start with a chip in a goal: ${square} is not in one.`,
  usedAlready: (square: Square) => `A network may use each chip only once, and ${square} is already in it.`,
  straightOn: (before: Square, at: Square, next: Square) =>
    `${before}-${at}-${next} goes straight on: a network must turn at ${at}.`,
  sameGoal: (square: Square, first: Square) =>
    `${square} is in the same goal as ${first}, and a network has only one chip in each goal.`,
  tooShort: (chips: number) => `That path has only ${chips} chips, and a network has at least 6.`,
  networkTooShort: (chips: number, wanted: number) =>
    `That is a network of ${chips} chips. Now find one with ${wanted}.`,

  losesTo: (move: string, winner: Color, network: Square[]) =>
    `After ${move} ${named(winner)} has the network ${network.join('-')}, so ${named(winner)} wins.`,

  enemyWins: (move: string, enemy: Color, squares: Square[]) =>
    `After ${move} ${named(enemy)} wins with a chip on ${either(squares)}.`,
  winsNow: (move: string) => `${move} completes no network, but another move does. Find it.`,
  noThreat: (move: string) => `After ${move} you do not threaten to win.`,
  stoppable: (move: string, threats: Square[], enemy: Color, breaks: Square[]) =>
    `${move} threatens to win on ${list(threats)}, but ${named(enemy)} can stop that on ${either(breaks)}.`,

  ownChip: 'Tap one of your own chips.',
  mayLeave: (square: Square, enemy: Color) => `If ${square} leaves, ${named(enemy)} still has no network. Try another chip.`,
  mustStay: (square: Square, enemy: Color, network: Square[]) =>
    `Right. If ${square} leaves, ${named(enemy)} has the network ${network.join('-')} and wins.`,

  isNetwork: 'It is a network.',
  isNoNetwork: (why: string) => `It is not a network: ${why}.`,

  tryMove: (move: string) => `Try ${move}.`,
  tryStep: (from: Square, to: Square) => `Try the step from ${from} to ${to}.`,
  chooseNext: (square: Square) => `Choose ${square} next.`,
  goBackTo: (square: Square, next: Square) =>
    `Take chips back until ${square} is gone. Then choose ${next}.`,
}

/** The themes of the puzzles as the course calls them. */
const THEMES: Record<string, string> = {
  cutting: 'stop a threat',
  'double threat': 'two threats at once',
  step: 'steps',
  'both-complete trap': 'the trap of two networks',
}

export const pageWords = {
  title: 'Learn Network · Tenchips',
  count: (course: string, lesson: number, of: number) => `${course}: lesson ${lesson} of ${of}`,
  lessonsDone: 'Lessons done',
  board: 'Board of the lesson',
  task: 'Task',
  judgements: ['A network', 'Not a network'],
  found: (found: number, of: number) => `Found ${found} of ${of}:`,
  path: (path: number, of: number) => `Path ${path} of ${of}:`,
  yourPath: 'Your path:',
  noneYet: 'none yet',
  back: 'Back',
  skip: 'Skip',
  skipAll: 'Skip all',
  next: 'Next lesson',
  nextPath: 'Next path',
  finish: 'Finish',
  hint: 'Hint',
  takeBack: 'Take back',
  allLessons: 'All lessons',
  done: /* @wc-include */ 'done',
  otherCourse: (name: string) => `Go to the other course: ${name}`,
  puzzlesLike: 'Puzzles like this',
  puzzlesOf: (theme: string) => `Puzzles: ${THEMES[theme] ?? theme}`,
  play: 'Play level 1',
  toStrategy: 'Learn strategy',
  otherOpponents: 'Other opponents',
  newGame: 'New game',
  startAgain: 'Start again',
  finished: {
    rules: { title: 'Ready to play', text: 'Level 1 is a beginner like you, and you may take moves back.' },
    strategy: {
      title: 'Now use it',
      text: 'Solve puzzles about what you have learned, or play against a stronger level.',
    },
  },
}
