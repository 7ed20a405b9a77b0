/**
 * `Position`: the chips on the board, whose turn it is, and what the rules say about it.
 *
 * It answers at once what the board shows while a player thinks: legal squares, reasons, lines of
 * sight, networks, threats. The server is the judge of every move that is made; this is its twin
 * in the browser, and the tests hold the two equal. It knows no history, so nothing here speaks of
 * repetition or of the step limit, and no house rules: who cannot move loses.
 */

import { plural } from '../messages/plural'
import { parseMove, readMove, moveText, sameMove, type Move } from './moves'
import { CHIPS, SHORTEST_NETWORK, completePath, flaws, longestPath, type Flaw, type Sight } from './networks'
import {
  COLORS,
  NAMES,
  NEIGHBOURS,
  RAYS,
  SIZE,
  goal,
  ground,
  listed,
  usable,
  named,
  numberOf,
  other,
  type Color,
  type Square,
} from './squares'
import { quoted, trimmed } from './texts'

export type { Flaw, NetworkRule } from './networks'
export { COLORS, listed, moveText, named, other, parseMove, readMove, sameMove, type Color, type Move, type Square }

const START = '8/8/8/8/8/8/8/8 w 0 1'
const FORM = /^([WB1-8/]{1,71}) ([wb]) (0|[1-9][0-9]{0,5}) ([1-9][0-9]{0,5})$/

export type Reason =
  | 'game over'
  | 'wrong kind of move'
  | 'not your chip'
  | 'same square'
  | 'corner'
  | 'goal'
  | 'occupied'
  | 'cluster'

/** Why a move is illegal: the reason, the chips or squares concerned, and a sentence. */
export type Refusal = { reason: Reason; chips: Square[]; sentence: string }

/** Something about a position that no game can produce. */
export type Fault = {
  kind: 'corner' | 'goal' | 'cluster' | 'chips' | 'turn' | 'steps' | 'number'
  squares: Square[]
  sentence: string
}

export type Outcome = {
  winner: Color
  termination: 'network' | 'no move'
  network: Square[] | null
}

/** What stands on each square, by its number: a colour's code or 0. */
type Cells = Uint8Array

const CODES = { white: 1, black: 2 } as const
const HOLDERS = [null, 'white', 'black'] as const

export class Position {
  readonly turn: Color
  /** Step moves made so far in the game. */
  readonly steps: number
  /** The full-move number, from 1; it rises after Black's moves. */
  readonly number: number
  readonly #cells: Cells
  #numbers: Partial<Record<Color, readonly number[]>> = {}
  #outcome: Outcome | null | undefined
  #text: string | undefined

  private constructor(cells: Cells, turn: Color, steps: number, number: number) {
    this.#cells = cells
    this.turn = turn
    this.steps = steps
    this.number = number
  }

  /** The empty board, White to move. */
  static start(): Position {
    return Position.parse(START)
  }

  /** The position a text describes; throws an Error whose message says all that is wrong with it. */
  static parse(text: string): Position {
    const position = Position.parseForm(text)
    const faults = position.faults()
    if (faults.length) {
      throw new Error(
        `this position cannot occur: ${faults.map((fault) => fault.sentence).join('; ')}`,
      )
    }
    return position
  }

  /** The position a text describes, possible in a game or not. */
  static parseForm(text: string): Position {
    const fields = FORM.exec(trimmed(text))
    if (!fields) {
      throw new Error(`${quoted(text)} is not a position: write rows, side, steps and number, like ${START}`)
    }
    const [, rows, side, steps, number] = fields as unknown as [string, string, string, string, string]
    return new Position(parseRows(rows), side === 'w' ? 'white' : 'black', Number(steps), Number(number))
  }

  /** Chips as they are given, possible in a game or not: `faults` tells. For diagrams and editors. */
  static diagram(
    white: readonly Square[],
    black: readonly Square[],
    turn: Color = 'white',
    steps = 0,
    number = 1,
  ): Position {
    const cells = new Uint8Array(SIZE * SIZE)
    for (const square of white) cells[numberOf(square)] = CODES.white
    for (const square of black) cells[numberOf(square)] = CODES.black
    return new Position(cells, turn, steps, number)
  }

  /** The position as text: rows, side to move, steps made, full-move number. */
  text(): string {
    return (this.#text ??= this.#write())
  }

  #write(): string {
    const rows = Array.from({ length: SIZE }, (_, y) =>
      Array.from({ length: SIZE }, (_, x) => '.WB'[this.#cells[SIZE * x + y]!])
        .join('')
        .replace(/\.+/g, (run) => String(run.length)),
    )
    return `${rows.join('/')} ${this.turn[0]} ${this.steps} ${this.number}`
  }

  // What stands on the board

  at(square: Square): Color | null {
    return HOLDERS[this.#cells[numberOf(square)] ?? 0]!
  }

  chips(color: Color): Square[] {
    return names(this.#chips(color))
  }

  /** How many chips a colour still has to place. */
  hand(color: Color): number {
    return Math.max(0, CHIPS - this.#chips(color).length)
  }

  /** Whether a colour, by default the one to move, adds chips or steps with them. */
  phase(color: Color = this.turn): 'add' | 'step' {
    return this.hand(color) ? 'add' : 'step'
  }

  /** The chips of either colour in straight, clear view of a square. */
  sights(square: Square): Square[] {
    const number = numberOf(square)
    const seen = RAYS[number]!.map((_, direction) => this.#nearest(number, direction))
    return names(seen.filter((chip) => chip >= 0).sort((a, b) => a - b))
  }

  /** The pairs of a colour's chips that see each other. */
  links(color: Color): [Square, Square][] {
    return this.#chips(color).flatMap((chip) =>
      this.#seen(chip)
        .filter((sight) => sight.chip > chip)
        .map((sight): [Square, Square] => [NAMES[chip]!, NAMES[sight.chip]!]),
    )
  }

  #chips(color: Color): readonly number[] {
    let chips = this.#numbers[color]
    if (!chips) {
      const found: number[] = []
      for (let n = 0; n < SIZE * SIZE; n++) if (this.#cells[n] === CODES[color]) found.push(n)
      chips = this.#numbers[color] = found
    }
    return chips
  }

  #nearest(number: number, direction: number): number {
    for (const square of RAYS[number]![direction]!) if (this.#cells[square]) return square
    return -1
  }

  /** The chips of its own colour that a chip sees, in rising order. */
  #seen(chip: number): Sight[] {
    const seen: Sight[] = []
    for (let direction = 0; direction < 8; direction++) {
      const found = this.#nearest(chip, direction)
      if (found >= 0 && this.#cells[found] === this.#cells[chip]) seen.push({ direction, chip: found })
    }
    return seen.sort((a, b) => a.chip - b.chip)
  }

  // Moves

  /** Where the player to move may put a chip: one from the hand, or the one that stands on `from`. */
  legalTargets(from?: Square): Square[] {
    if (this.outcome() || !from !== this.hand(this.turn) > 0) return []
    if (from && this.at(from) !== this.turn) return []
    return names(this.#open(from ? numberOf(from) : -1))
  }

  legalMoves(): Move[] {
    return this.outcome() ? [] : this.#moves()
  }

  /** Why a move may not be made now, or null if it may. */
  whyIllegal(move: Move): Refusal | null {
    const outcome = this.outcome()
    if (outcome) {
      const sentence = `the game is over: ${outcomeText(outcome)}`
      return { reason: 'game over', chips: outcome.network ?? [], sentence }
    }
    return this.#wrongKind(move) ?? this.#badOrigin(move) ?? this.#badTarget(move)
  }

  /** The position after a move, which is taken to be legal. */
  play(move: Move): Position {
    const cells = this.#cells.slice()
    cells[numberOf(move.to)] = CODES[this.turn]
    if (move.kind === 'step') cells[numberOf(move.from)] = 0
    const steps = this.steps + (move.kind === 'step' ? 1 : 0)
    const number = this.number + (this.turn === 'black' ? 1 : 0)
    return new Position(cells, other(this.turn), steps, number)
  }

  /** The empty squares, corners and the enemy's goals aside, where the player to move may put no
   * chip, or not the one that stands on `from`. There are none once somebody has a network. */
  forbidden(from?: Square): Square[] {
    if (this.network('white') || this.network('black')) return []
    const open = new Set((from ? [numberOf(from)] : this.#origins()).flatMap((n) => this.#open(n)))
    return NAMES.filter((_, n) => usable(n, this.turn) && !this.#cells[n] && !open.has(n))
  }

  /** Where the chips to move are, -1 for the hand. */
  #origins(): readonly number[] {
    return this.hand(this.turn) ? [-1] : this.#chips(this.turn)
  }

  #moves(): Move[] {
    if (this.hand(this.turn)) return names(this.#open(-1)).map((to) => ({ kind: 'add', to }))
    return this.#chips(this.turn).flatMap((chip) =>
      names(this.#open(chip)).map((to): Move => ({ kind: 'step', from: NAMES[chip]!, to })),
    )
  }

  /** The squares open to the player to move, or the first few, with one chip lifted (-1: none): not
   * next to two own chips, nor next to one that has a neighbour already. */
  #open(lifted: number, enough = SIZE * SIZE): number[] {
    const near = this.#neighbours(this.turn, lifted)
    const open: number[] = []
    for (let n = 0; n < SIZE * SIZE && open.length < enough; n++) {
      if (this.#cells[n] || !usable(n, this.turn)) continue
      if (!this.#crowds(n, lifted, near)) open.push(n)
    }
    return open
  }

  /** How many chips of a colour touch each square, one chip lifted. */
  #neighbours(color: Color, lifted: number): Uint8Array {
    const near = new Uint8Array(SIZE * SIZE)
    for (const chip of this.#chips(color)) {
      if (chip !== lifted) for (const square of NEIGHBOURS[chip]!) near[square]!++
    }
    return near
  }

  #crowds(to: number, lifted: number, near: Uint8Array): boolean {
    if (near[to]! !== 1) return near[to]! > 1
    return NEIGHBOURS[to]!.some(
      (chip) => this.#cells[chip] === CODES[this.turn] && chip !== lifted && near[chip]! > 0,
    )
  }

  #wrongKind(move: Move): Refusal | null {
    const hand = this.hand(this.turn)
    if (move.kind === 'add' && !hand) {
      const sentence = `${named(this.turn)} has no chip left to add: make a step move like 33-45`
      return { reason: 'wrong kind of move', chips: [], sentence }
    }
    if (move.kind === 'step' && hand) {
      const chips = plural(hand, ['# chip', '# chips'])
      const sentence = `${named(this.turn)} still has ${chips} in hand: make an add move like 33`
      return { reason: 'wrong kind of move', chips: [], sentence }
    }
    return null
  }

  #badOrigin(move: Move): Refusal | null {
    if (move.kind === 'add') return null
    const holder = this.at(move.from)
    if (holder !== this.turn) {
      const sentence = holder
        ? `${named(this.turn)} has no chip on ${move.from}: it holds an enemy chip`
        : `${named(this.turn)} has no chip on ${move.from}: it is empty`
      return { reason: 'not your chip', chips: [move.from], sentence }
    }
    if (move.from === move.to) {
      const sentence = `a step must end on a different square than ${move.from}, where it began`
      return { reason: 'same square', chips: [move.to], sentence }
    }
    return null
  }

  #badTarget(move: Move): Refusal | null {
    const { to } = move
    const number = numberOf(to)
    const lifted = move.kind === 'step' ? numberOf(move.from) : -1
    if (ground(number) === 'corner') {
      return { reason: 'corner', chips: [to], sentence: `nobody may use ${to}: it is a corner` }
    }
    if (ground(number) === other(this.turn)) {
      const goalOf = named(other(this.turn))
      const sentence = `${named(this.turn)} may not use ${to}: it is in ${goalOf}'s goal`
      return { reason: 'goal', chips: [to], sentence }
    }
    if (this.#cells[number]) {
      return { reason: 'occupied', chips: [to], sentence: `${to} already holds a chip` }
    }
    if (!this.#crowds(number, lifted, this.#neighbours(this.turn, lifted))) return null
    const touching = names(this.#group(number, this.turn, lifted).filter((n) => n !== number))
    const sentence =
      this.turn === 'white'
        ? `${to} would join ${listed(touching)} to a group of ${touching.length + 1} white chips: at most 2 may touch`
        : `${to} would join ${listed(touching)} to a group of ${touching.length + 1} black chips: at most 2 may touch`
    return { reason: 'cluster', chips: touching, sentence }
  }

  /** A square and the chips of a colour that hang together with it, in order, one chip lifted. */
  #group(start: number, color: Color, lifted = -1): number[] {
    const group = [start]
    for (const member of group) {
      for (const chip of NEIGHBOURS[member]!) {
        const own = this.#cells[chip] === CODES[color] && chip !== lifted
        if (own && !group.includes(chip)) group.push(chip)
      }
    }
    return group.sort((a, b) => a - b)
  }

  // Networks and the end of the game

  /** The shortest network of a colour, of several the first in order; null if there is none. */
  network(color: Color): Square[] | null {
    let first: Square[] | null = null
    this.#search(color, (path) => ((first = names(path)), true))
    return first
  }

  /** All networks of a colour, each once, the shortest first: from the left to the right goal for
   * White, from the upper to the lower for Black. */
  networks(color: Color): Square[][] {
    const all: Square[][] = []
    this.#search(color, (path) => (all.push(names(path)), false))
    return all
  }

  /** Find networks, the shortest first, until `found` returns true. */
  #search(color: Color, found: (path: readonly number[]) => boolean): void {
    const chips = this.#chips(color)
    const first = chips.filter((chip) => goal(chip, color) === 0)
    const last = chips.filter((chip) => goal(chip, color) === 1)
    const inner = chips.length - first.length - last.length
    if (!first.length || !last.length || inner < SHORTEST_NETWORK - 2) return
    const seen = this.#sightings()
    for (let length = SHORTEST_NETWORK; length <= Math.min(CHIPS, inner + 2); length++) {
      for (const start of first) if (completePath([start], -1, length, seen, color, found)) return
    }
  }

  /** The longest path of a colour that begins in a goal and turns at every chip, of several the
   * first in order; empty if there is no chip in a goal. */
  longestPath(color: Color): Square[] {
    const seen = this.#sightings()
    const starts = this.#chips(color).filter((chip) => goal(chip, color) >= 0)
    const paths = starts.map((start) => longestPath([start], -1, seen, color))
    return names(paths.reduce((best, path) => (path.length > best.length ? path : best), []))
  }

  /** `#seen` that looks only once for each chip. */
  #sightings(): (chip: number) => readonly Sight[] {
    const sights: Sight[][] = []
    return (chip) => (sights[chip] ??= this.#seen(chip))
  }

  /** Why squares, taken in order, are no network of a colour; null if they are one. */
  whyNotNetwork(path: readonly Square[], color: Color): Flaw | null {
    return this.#flaws(path, color).next().value ?? null
  }

  /** All reasons why squares, taken in order, are no network of a colour. */
  networkFlaws(path: readonly Square[], color: Color): Flaw[] {
    return [...this.#flaws(path, color)]
  }

  #flaws(path: readonly Square[], color: Color): Generator<Flaw> {
    return flaws(path, color, (square) => this.at(square))
  }

  /** Where a chip of a colour would win the game now, were it that colour's turn. */
  threats(color: Color): Square[] {
    if (this.outcome()) return []
    const judge = this.#turned(color)
    return targets(judge.legalMoves().filter((move) => judge.#wins(move)))
  }

  /** Where the player to move can put a chip so that the opponent cannot win next. */
  breaks(): Square[] {
    return targets(
      this.legalMoves().filter((move) => {
        const after = this.play(move)
        if (after.outcome()) return this.#wins(move)
        return !after.#moves().some((reply) => after.#wins(reply))
      }),
    )
  }

  #wins(move: Move): boolean {
    const after = this.play(move)
    // Only leaving a square opens a line for the opponent.
    if (move.kind === 'step' && after.network(after.turn)) return false
    return !!after.network(this.turn) || after.#isStuck()
  }

  /** Whether the player to move has no square to put a chip on. */
  #isStuck(): boolean {
    return !this.#origins().some((lifted) => this.#open(lifted, 1).length)
  }

  /** How the game has ended, or null while it goes on: as far as the position alone tells. */
  outcome(): Outcome | null {
    if (this.#outcome === undefined) this.#outcome = this.#judge()
    return this.#outcome
  }

  #judge(): Outcome | null {
    // A network of the player who did not just move counts first.
    for (const color of [this.turn, other(this.turn)]) {
      const network = this.network(color)
      if (network) return { winner: color, termination: 'network', network }
    }
    if (!this.#isStuck()) return null
    return { winner: other(this.turn), termination: 'no move', network: null }
  }

  /** The same chips with a colour to move. */
  #turned(color: Color): Position {
    if (color === this.turn) return this
    return new Position(this.#cells, color, this.steps, this.number)
  }

  // Possible and impossible positions

  /** Everything about the position that no game can produce; empty if it is sound. */
  faults(): Fault[] {
    return [...this.#misplaced(), ...this.#clusters(), ...this.#miscounted()]
  }

  *#misplaced(): Generator<Fault> {
    const corners = names(this.#where((_, where) => where === 'corner'))
    if (corners.length) {
      yield { kind: 'corner', squares: corners, sentence: `chip in the corner ${corners.join(' ')}` }
    }
    for (const color of COLORS) {
      const enemy = other(color)
      const squares = names(this.#where((chip, where) => chip === color && where === enemy))
      const sentence =
        color === 'white'
          ? `white chip in Black's goal: ${squares.join(' ')}`
          : `black chip in White's goal: ${squares.join(' ')}`
      if (squares.length) yield { kind: 'goal', squares, sentence }
    }
  }

  #where(test: (chip: Color, where: string) => boolean): number[] {
    return COLORS.flatMap((color) => this.#chips(color).filter((n) => test(color, ground(n)))).sort(
      (a, b) => a - b,
    )
  }

  *#clusters(): Generator<Fault> {
    for (const color of COLORS) {
      const seen = new Set<number>()
      for (const chip of this.#chips(color)) {
        if (seen.has(chip)) continue
        const group = this.#group(chip, color)
        for (const member of group) seen.add(member)
        const squares = names(group)
        const sentence = `the chips ${listed(squares)} touch: at most 2 chips of the same colour may touch`
        if (group.length > 2) yield { kind: 'cluster', squares, sentence }
      }
    }
  }

  *#miscounted(): Generator<Fault> {
    const [white, black] = [this.#chips('white').length, this.#chips('black').length]
    for (const color of COLORS) {
      const chips = this.chips(color)
      const sentence = `${named(color)} has ${chips.length} chips: there are ${CHIPS} a side`
      if (chips.length > CHIPS) yield { kind: 'chips', squares: chips, sentence }
    }
    const full = white === CHIPS && black === CHIPS
    const turn = (full ? this.steps % 2 : white > black) ? 'black' : 'white'
    if (white < black || white > black + 1) {
      yield { kind: 'turn', squares: [], sentence: `White has ${white} and Black ${black} on the board: White must have as many as Black, or one more` }
    } else if (this.turn !== turn) {
      const sentence = !full
        ? `White has ${white} and Black ${black} on the board, so it is ${named(turn)}'s turn`
        : turn === 'white'
          ? plural(this.steps, ["after # step move it is White's turn", "after # step moves it is White's turn"])
          : plural(this.steps, ["after # step move it is Black's turn", "after # step moves it is Black's turn"])
      yield { kind: 'turn', squares: [], sentence }
    }
    if (this.steps && !full) {
      const sentence = `White has ${white} and Black ${black} on the board, so no step move has been made, not ${this.steps}`
      yield { kind: 'steps', squares: [], sentence }
    }
    const made = white + black + this.steps
    const number = Math.floor(made / 2) + 1
    if (this.number !== number) {
      const sentence = `the full-move number is ${number} after ${made} moves, not ${this.number}`
      yield { kind: 'number', squares: [], sentence }
    }
  }
}

/** The outcome in words. */
export function outcomeText({ winner, network }: Pick<Outcome, 'winner' | 'network'>): string {
  if (network) return `${named(winner)} wins with the network ${network.join('-')}`
  return `${named(winner)} wins: ${named(other(winner))} has no legal move`
}

function names(numbers: readonly number[]): Square[] {
  return numbers.map((number) => NAMES[number]!)
}

function targets(moves: readonly Move[]): Square[] {
  return [...new Set(moves.map((move) => move.to))].sort()
}

function parseRows(text: string): Cells {
  const rows = text.split('/')
  if (rows.length !== SIZE) {
    throw new Error(`a position has 8 rows with / between them; this one has ${rows.length}`)
  }
  const cells = new Uint8Array(SIZE * SIZE)
  rows.forEach((row, y) => {
    let x = 0
    for (const char of row) {
      if (/\d/.test(char)) x += Number(char)
      else if (x < SIZE) cells[SIZE * x++ + y] = char === 'W' ? CODES.white : CODES.black
      else x++
    }
    if (x !== SIZE) {
      throw new Error(`row ${y} of the position, '${row}', has ${x} squares instead of 8`)
    }
  })
  return cells
}
