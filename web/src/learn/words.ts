/** What the tutor says about answers; the lessons themselves have texts of their own. */

import { list } from '../board/words'
import { named, type Color, type Square } from '../rules/position'
import type { Bar } from './lessons'

export const RIGHT = 'Right.'
export const NOT_RIGHT = 'Not right.'

/** What is still to be found, for somebody who has found something else. */
const LOOK_FOR: Record<Bar, string> = {
  corner: 'a corner',
  goal: 'a square in the other player’s goal',
  occupied: 'a square with a chip on it',
  cluster: 'a square where three chips would touch',
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

  isNetwork: 'It is a network.',
  isNoNetwork: (why: string) => `It is not a network: ${why}.`,

  tryMove: (move: string) => `Try ${move}.`,
  tryStep: (from: Square, to: Square) => `Try the step from ${from} to ${to}.`,
  chooseNext: (square: Square) => `Choose ${square} next.`,
  goBackTo: (square: Square, next: Square) =>
    `Take chips back until ${square} is gone. Then choose ${next}.`,
}
