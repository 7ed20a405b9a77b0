/**
 * `Position`: the chips on the board, whose turn it is, and what the rules say about it.
 *
 * It answers at once what the board shows while a player thinks: legal squares, reasons, lines of
 * sight, networks, threats. The server is the judge of every move that is made; this is its twin
 * in the browser, and the tests hold the two equal. It knows no history, so nothing here speaks of
 * repetition or of the step limit, and no house rules: who cannot move loses.
 */

import { parseMove, moveText, sameMove, type Move } from './moves'
import {
  COLORS,
  NAMES,
  NEIGHBOURS,
  RAYS,
  SIZE,
  directionBetween,
  goal,
  ground,
  usable,
  named,
  numberOf,
  other,
  squaresBetween,
  type Color,
  type Square,
} from './squares'

export { COLORS, moveText, named, other, parseMove, sameMove, type Color, type Move, type Square }

const CHIPS = 10
const SHORTEST_NETWORK = 6
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

export type NetworkRule =
  | 'own chips'
  | 'length'
  | 'goals at the ends'
  | 'no goal inside'
  | 'no chip twice'
  | 'straight lines'
  | 'clear lines'
  | 'turn at every chip'

/** Why a sequence of squares is no network: the rule it breaks, where, and a sentence. */
export type Flaw = { rule: NetworkRule; squares: Square[]; sentence: string }

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

/** An own chip in sight, and the direction in which it stands. */
type Sight = { direction: number; chip: number }

export class Position {
  readonly turn: Color
  /** Step moves made so far in the game. */
  readonly steps: number
  /** The full-move number, from 1; it rises after Black's moves. */
  readonly number: number
  readonly #cells: Cells
  #numbers: Partial<Record<Color, readonly number[]>> = {}
  #outcome: Outcome | null | undefined

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
    const fields = FORM.exec(text.trim())
    if (!fields) {
      throw new Error(
        `'${text.trim().slice(0, 50)}' is not a position: write rows, side, steps and number, like ${START}`,
      )
    }
    const [, rows, side, steps, number] = fields as unknown as [string, string, string, string, string]
    const turn = side === 'w' ? 'white' : 'black'
    const position = new Position(parseRows(rows), turn, Number(steps), Number(number))
    const faults = position.faults()
    if (faults.length) {
      throw new Error(
        `this position cannot occur: ${faults.map((fault) => fault.sentence).join('; ')}`,
      )
    }
    return position
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
      const chips = hand === 1 ? '1 chip' : `${hand} chips`
      const sentence = `${named(this.turn)} still has ${chips} in hand: make an add move like 33`
      return { reason: 'wrong kind of move', chips: [], sentence }
    }
    return null
  }

  #badOrigin(move: Move): Refusal | null {
    if (move.kind === 'add') return null
    const holder = this.at(move.from)
    if (holder !== this.turn) {
      const why = holder ? 'it holds an enemy chip' : 'it is empty'
      const sentence = `${named(this.turn)} has no chip on ${move.from}: ${why}`
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
      return { reason: 'corner', chips: [to], sentence: `nobody may use ${to}: corners are dead` }
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
      `${to} would join ${touching.join(' ')} to a group of ${touching.length + 1} ` +
      `${this.turn} chips: at most 2 may touch`
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
    const chips = this.#chips(color)
    const first = chips.filter((chip) => goal(chip, color) === 0)
    const last = chips.filter((chip) => goal(chip, color) === 1)
    const inner = chips.length - first.length - last.length
    if (!first.length || !last.length || inner < SHORTEST_NETWORK - 2) return null
    const sights: Sight[][] = []
    const seen = (chip: number) => (sights[chip] ??= this.#seen(chip))
    for (let length = SHORTEST_NETWORK; length <= Math.min(CHIPS, inner + 2); length++) {
      for (const start of first) {
        const path = [start]
        if (completePath(path, -1, length, seen, color)) return names(path)
      }
    }
    return null
  }

  /** Why squares, taken in order, are no network of a colour; null if they are one. */
  whyNotNetwork(path: readonly Square[], color: Color): Flaw | null {
    return (
      this.#notOwn(path, color) ??
      badLength(path) ??
      badGoals(path, color) ??
      chipTwice(path) ??
      this.#badLines(path) ??
      noTurn(path)
    )
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

  #notOwn(path: readonly Square[], color: Color): Flaw | null {
    const squares = path.filter((square) => this.at(square) !== color)
    if (!squares.length) return null
    return { rule: 'own chips', squares, sentence: `${named(color)} has no chip on ${squares.join(' ')}` }
  }

  #badLines(path: readonly Square[]): Flaw | null {
    for (let i = 1; i < path.length; i++) {
      const [start, end] = [path[i - 1]!, path[i]!]
      const [from, to] = [numberOf(start), numberOf(end)]
      if (directionBetween(from, to) < 0) {
        const sentence = `${start} and ${end} are not on one straight line`
        return { rule: 'straight lines', squares: [start, end], sentence }
      }
      const squares = names(squaresBetween(from, to).filter((n) => this.#cells[n]))
      if (squares.length) {
        const sentence = `there is a chip between ${start} and ${end}: ${squares.join(' ')}`
        return { rule: 'clear lines', squares, sentence }
      }
    }
    return null
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
      const sentence = `${color} chip in ${named(enemy)}'s goal: ${squares.join(' ')}`
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
        const sentence = `the chips ${squares.join(' ')} touch: at most 2 chips of a colour may`
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
    const counts = `White has ${white} and Black ${black} on the board`
    const turn = (full ? this.steps % 2 : white > black) ? 'black' : 'white'
    if (white < black || white > black + 1) {
      yield { kind: 'turn', squares: [], sentence: `${counts}, which no alternation of moves gives` }
    } else if (this.turn !== turn) {
      const after = full ? `after ${this.steps} step move${this.steps === 1 ? '' : 's'} it is` : `${counts}, so it is`
      yield { kind: 'turn', squares: [], sentence: `${after} ${named(turn)}'s turn` }
    }
    if (this.steps && !full) {
      const sentence = `${counts}, so no step move has been made, not ${this.steps}`
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
export function outcomeText({ winner, network }: Outcome): string {
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

/** Lead a path on to the last goal, turning at every chip, to be `length` chips long. */
function completePath(
  path: number[],
  came: number,
  length: number,
  seen: (chip: number) => readonly Sight[],
  color: Color,
): boolean {
  for (const { direction, chip } of seen(path[path.length - 1]!)) {
    if (direction === came || path.includes(chip)) continue
    const isLast = path.length + 1 === length
    if (goal(chip, color) !== (isLast ? 1 : -1)) continue
    path.push(chip)
    if (isLast || completePath(path, direction, length, seen, color)) return true
    path.pop()
  }
  return false
}

function badLength(path: readonly Square[]): Flaw | null {
  if (path.length >= SHORTEST_NETWORK && path.length <= CHIPS) return null
  const sentence = `a network has ${SHORTEST_NETWORK} to ${CHIPS} chips, and this one has ${path.length}`
  return { rule: 'length', squares: [...path], sentence }
}

function badGoals(path: readonly Square[], color: Color): Flaw | null {
  const goalOf = (square: Square) => goal(numberOf(square), color)
  const [first, last] = [path[0]!, path[path.length - 1]!]
  if (goalOf(first) >= 0 && goalOf(first) === goalOf(last)) {
    const sentence = `a network ends in the other goal: ${first} and ${last} are in the same one`
    return { rule: 'goals at the ends', squares: [first, last], sentence }
  }
  for (const end of [first, last]) {
    if (goalOf(end) >= 0) continue
    const sentence = `a network begins and ends in ${named(color)}'s goals, and ${end} is in neither`
    return { rule: 'goals at the ends', squares: [end], sentence }
  }
  const inside = path.slice(1, -1).find((square) => goalOf(square) >= 0)
  if (!inside) return null
  const sentence = `only the first and the last chip may be in a goal, and ${inside} is in one`
  return { rule: 'no goal inside', squares: [inside], sentence }
}

function chipTwice(path: readonly Square[]): Flaw | null {
  const twice = path.find((square, index) => path.indexOf(square) < index)
  if (!twice) return null
  const sentence = `a network may use each chip only once, and ${twice} is used twice`
  return { rule: 'no chip twice', squares: [twice], sentence }
}

function noTurn(path: readonly Square[]): Flaw | null {
  const direction = (i: number) => directionBetween(numberOf(path[i]!), numberOf(path[i + 1]!))
  for (let i = 0; i + 2 < path.length; i++) {
    if (direction(i) !== direction(i + 1)) continue
    const squares = path.slice(i, i + 3)
    const sentence = `a network turns at every chip between its ends, and ${squares.join('-')} goes straight on`
    return { rule: 'turn at every chip', squares, sentence }
  }
  return null
}
