/**
 * The levels below the full engine: how a weaker player sees the board, and what it overlooks.
 *
 * The same as `tenchips.engine.levels`, which explains it, on the same table of levels; the tests
 * hold the two equal with the same luck. Only the source of luck differs.
 */

import type { Chips, Core, Searcher, Side } from './core'
import type { Situation } from './game'
import { SURE, WIN } from './score'

/** The level of the engine itself. */
export const TOP = 10
/** Milliseconds after which a level plays the best it has found, on a slow machine. */
export const PATIENCE = 900
/** Megabytes of a level's table; another size would change what it finds. */
export const TABLE = 2

/** The plies a level looks at after its own move, the chance to get over each thing that makes a
 * network hard to see, the size of its misjudgements, how much it minds its opponent's lines, and
 * the positions it has patience for. */
export type Level = { depth: number; sight: number; noise: number; heed: number; nodes: number }

const level = (depth: number, sight: number, noise: number, heed = 1): Level => {
  return { depth, sight, noise, heed, nodes: 60_000 }
}

/** The levels below the top by number, weakest first; there is no level 0. */
export const LEVELS: readonly Level[] = [
  level(0, 0, 0),
  level(0, 0, 4, 0),
  level(0, 0.4, 3.5, 0.3),
  level(0, 0.85, 3.5),
  level(0, 0.96, 0.6),
  level(1, 0.93, 4),
  level(1, 0.95, 1.7),
  level(1, 0.97, 0.8),
  level(2, 0.98, 0.6),
  level(3, 0.99, 0.2),
]

/** What makes an end of the game hard to see, besides its network. */
const ENEMY = 1
const OPENED = 3
/** A step is so much harder to see than an add. */
const STEP = 2

/** Where a level's errors come from: a number from 0 to 1, and one around 0 with a spread. */
export type Luck = { random(): number; gauss(spread: number): number }

/** A move and what a level estimates it to be worth, in the engine's points. */
export type RatedMove = { action: number; points: number }

/** The luck of the browser's own random numbers. */
export const LUCK: Luck = {
  random: () => Math.random(),
  gauss: (spread) =>
    spread * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()),
}

/** A level's search of one position. A threat that is overlooked is overlooked for every move. */
export class LevelSearch {
  readonly #core: Core
  readonly #level: Level
  readonly #situation: Situation
  readonly #luck: Luck
  readonly #searcher: Searcher
  readonly #deadline: number
  readonly #side: Side
  #spread = 1
  nodes = 0
  depth = 0

  /** After the deadline, in milliseconds of `performance.now` (0: none), it uses what it has found.
   * The searcher has a table of its own, which is cleared. */
  constructor(
    core: Core,
    level: Level,
    situation: Situation,
    luck: Luck,
    searcher: Searcher,
    deadline = 0,
  ) {
    this.#core = core
    this.#level = level
    this.#situation = situation
    this.#luck = luck
    this.#searcher = searcher
    this.#deadline = deadline
    this.#side = situation.chips.turn
    searcher.table.clear()
    searcher.reset()
  }

  /** Every legal move with the level's estimate, best first. */
  ratedMoves(): RatedMove[] {
    const threats = this.#wins(other(this.#side), ENEMY)
    const ownWins = this.#wins(this.#side, 0)
    this.#core.set(this.#situation.chips)
    const scores = this.#scores([...ownWins.values()].some(Boolean) ? 0 : this.#level.depth)
    const estimated = new Map<number, number>()
    for (const [action, score] of scores) {
      const isQuiet = Math.abs(score) < SURE
      const isSure = Math.abs(score) > SURE
      if ((isQuiet && this.#level.depth) || (isSure && this.#seesEnd(action, score, ownWins, threats))) {
        estimated.set(action, score)
      }
    }
    // Moves not searched, or whose point was overlooked, are judged by their lines: as much worse
    // than the best as they have fewer.
    const best = quiet(estimated.values()).reduce((a, b) => Math.max(a, b), -Infinity)
    const lines = new Map([...scores.keys()].map((action) => [action, this.#lines(action)]))
    const most = Math.max(...lines.values())
    const scale = this.#spread / spread([...lines.values()])
    const rated = [...scores.keys()].map((action) => {
      const error = this.#spread * this.#luck.gauss(this.#level.noise)
      const points =
        estimated.get(action) ?? (best === -Infinity ? 0 : best) - scale * (most - lines.get(action)!)
      return { action, points: rounded(Math.abs(points) < SURE ? points + error : points) }
    })
    return rated.sort((one, two) => two.points - one.points)
  }

  /** The score of each move by search, as deep as patience reaches. Further down, moves too bad
   * to be chosen by any misjudgement get a bound in place of a score. */
  #scores(most: number): Map<number, number> {
    let scores = new Map(this.#situation.legal.map((action) => [action, this.#score(action, 0) ?? 0]))
    this.#spread = spread(quiet(scores.values()))
    this.depth = 1
    for (let depth = 1; depth <= most; depth++) {
      const deeper = new Map<number, number>()
      for (const [action] of [...scores].sort((one, two) => two[1] - one[1])) {
        let floor = -WIN
        const known = quiet(deeper.values())
        if (depth > 1 && known.length) {
          floor = Math.max(...known) - rounded(3 * this.#level.noise * this.#spread)
        }
        const score = this.#score(action, depth, floor)
        if (score === null) return scores
        deeper.set(action, score)
      }
      scores = deeper
      this.depth = depth + 1
    }
    return scores
  }

  /** The score of a move if it is above the floor, or else a bound; null out of patience. */
  #score(action: number, depth: number, floor = -WIN): number | null {
    const { drawn, stepsLeft, stuckScore } = this.#situation
    // The shallowest look is always finished: there has to be a move.
    const deadline = depth ? this.#deadline : 0
    const patience = depth ? this.#level.nodes - this.nodes : 0
    if (depth && (patience <= 0 || (deadline > 0 && deadline < performance.now()))) return null
    this.#core.push(action)
    try {
      const winner = this.#winner()
      if (winner !== null) return winner === this.#side ? WIN - 1 : 1 - WIN
      if (drawn.includes(this.#core.key()) || (stepsLeft === 1 && this.#core.legal().length)) return 0
      this.#searcher.begin(drawn, Math.max(-1, stepsLeft - 1), stuckScore)
    } finally {
      this.#core.pop(action)
    }
    let score: number | null = null
    if (floor > -WIN) score = this.#searcher.run(depth, -floor - 1, -floor, deadline, patience)
    if (floor === -WIN || (score !== null && score < -floor)) {
      score = this.#searcher.run(depth, -WIN, -floor, deadline, patience)
    }
    this.nodes += this.#searcher.nodes
    if (score === null) return null
    // A ply further off, seen from here.
    return -score + Number(score > SURE) - Number(score < -SURE)
  }

  #winner(): Side | null {
    // The player to move after a step comes first: the step may have opened that player's line.
    const turn = other(this.#side)
    if (this.#core.hasNetwork(turn)) return turn
    return this.#core.hasNetwork(this.#side) ? this.#side : null
  }

  /** The moves that would win at once for a colour, and whether they are noticed. */
  #wins(side: Side, hardness: number): Map<number, boolean> {
    const chips: Chips = { ...this.#situation.chips, turn: side }
    const noticed = new Map<number, boolean>()
    this.#core.set(chips)
    if (!this.#core.winningMove()) return noticed
    for (const action of this.#core.legal()) {
      this.#core.push(action)
      const won = !this.#core.hasNetwork(other(side)) && this.#core.hasNetwork(side)
      const strain = won ? this.#core.strain(side) + (action < 64 ? 0 : STEP) : 0
      this.#core.pop(action)
      if (won) noticed.set(action, this.#notices(strain + hardness))
    }
    return noticed
  }

  /** Whether the level notices that a move decides the game. */
  #seesEnd(
    action: number,
    score: number,
    ownWins: Map<number, boolean>,
    threats: Map<number, boolean>,
  ): boolean {
    const plies = WIN - Math.abs(score)
    if (score > 0 && plies === 1) return ownWins.get(action) ?? true
    if (plies > 2) return this.#notices(plies)
    if (plies === 1) return this.#notices(OPENED)
    this.#core.push(action)
    const standing = [...threats].filter(([win]) => this.#isWon(win)).map(([, noticed]) => noticed)
    this.#core.pop(action)
    // With no old threat left standing, the step itself has opened a line.
    return standing.length ? standing.some(Boolean) : this.#notices(ENEMY + OPENED)
  }

  /** Whether a move of the opponent, now to move, is legal and wins at once. */
  #isWon(action: number): boolean {
    if (!this.#core.legal().includes(action)) return false
    this.#core.push(action)
    const won = !this.#core.hasNetwork(this.#side) && this.#core.hasNetwork(other(this.#side))
    this.#core.pop(action)
    return won
  }

  #notices(hardness: number): boolean {
    return this.#luck.random() < this.#level.sight ** hardness
  }

  /** The lines of sight after a move, own less enemy. */
  #lines(action: number): number {
    this.#core.push(action)
    const own = this.#core.links(this.#side)
    const enemy = this.#core.links(other(this.#side))
    this.#core.pop(action)
    return own - this.#level.heed * enemy
  }
}

function other(side: Side): Side {
  return side === 0 ? 1 : 0
}

/** The scores that decide nothing. */
function quiet(scores: Iterable<number>): number[] {
  return [...scores].filter((score) => Math.abs(score) < SURE)
}

/** How much values differ: their standard deviation, and at least 1. */
function spread(values: readonly number[]): number {
  if (!values.length) return 1
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.max(1, Math.sqrt(squares / values.length))
}

/** The nearest whole number, an even one where two are as near. */
function rounded(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1
}
