/**
 * A second sceptic's check of a certificate of the game Network, in plain JavaScript.
 *     tenchips certificate export FILE > certificate.txt
 *     node verify.mjs certificate.txt [--sample N] [--part 1/2]
 *
 * It also runs in browsers: the site imports this very file. It needs no package and shares no code
 * with any other program: the rules of the game are written out below. What a certificate is, and
 * the five points that make a line of it a proof, are in docs/certificate.md.
 *
 * Everything is seen by the winner, who plays from left to right and moves first or second. A
 * certificate of Black is therefore turned first: columns and rows exchanged, and the colours.
 */

const [EMPTY, WINNER, LOSER] = [0, 1, 2]
const CHIPS = 10
const STEP = 64 // a move is a number: an add is its square, a step 64 + 64 * from + to

// Squares are numbers, 8 * column + row. To each colour a square is one of its two goals, an inner
// square, or closed: a corner, or one of the other colour's goals.
const [CLOSED, FIRST_GOAL, LAST_GOAL, INNER] = [0, 1, 2, 3]
const SQUARES = Array.from({ length: 64 }, (_, square) => square)
const STEPS = SQUARES.flatMap((from) => SQUARES.map((to) => STEP + 64 * from + to))
const KIND = [
  [],
  SQUARES.map((s) => kind(s >> 3, s & 7)), // the winner plays from column 0 to column 7
  SQUARES.map((s) => kind(s & 7, s >> 3)), // the loser from row 0 to row 7
]
const FIRST_GOALS = KIND.map((kinds) => SQUARES.filter((square) => kinds[square] === FIRST_GOAL))

function kind(along, across) {
  if (across === 0 || across === 7) return CLOSED
  return along === 0 ? FIRST_GOAL : along === 7 ? LAST_GOAL : INNER
}

const DIRECTIONS = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]
/** RAYS[square][direction]: the squares that way, the nearest first. */
const RAYS = SQUARES.map((square) => DIRECTIONS.map(([dx, dy]) => ray(square >> 3, square & 7, dx, dy)))
function ray(x, y, dx, dy) {
  const [column, row] = [x + dx, y + dy]
  const isOnBoard = column >= 0 && column < 8 && row >= 0 && row < 8
  return isOnBoard ? [8 * column + row, ...ray(column, row, dx, dy)] : []
}
const TOUCHING = RAYS.map((rays) => rays.filter((ray) => ray.length).map((ray) => ray[0]))

// The rules. A board is 64 squares, and the number of chips of each colour.

class Board {
  #inPath = new Int8Array(64)

  constructor(squares) {
    this.squares = squares
    this.chips = [0, 0, 0]
    for (const chip of squares) this.chips[chip]++
  }

  put(square, color) {
    this.chips[this.squares[square]]--
    this.squares[square] = color
    this.chips[color]++
  }

  after(move, color) {
    const squares = this.squares.slice()
    if (move >= STEP) squares[(move - STEP) >> 6] = EMPTY
    squares[move & 63] = color
    return new Board(squares)
  }

  /** Whether a chip may come to a square: no three of a colour may be connected by touching. */
  mayAdd(square, color) {
    if (this.squares[square] !== EMPTY || KIND[color][square] === CLOSED) return false
    const own = TOUCHING[square].filter((other) => this.squares[other] === color)
    return own.length < 2 && own.every((chip) => TOUCHING[chip].every((other) => this.squares[other] !== color))
  }

  /** Whether a step is legal: it is judged after the chip has left its square. */
  mayStep(step, color) {
    const [from, to] = [(step - STEP) >> 6, step & 63]
    if (this.squares[from] !== color || from === to) return false
    this.put(from, EMPTY)
    const isLegal = this.mayAdd(to, color)
    this.put(from, color)
    return isLegal
  }

  /** Adds while a player has a chip in hand, then steps. */
  legalMoves(color) {
    if (this.chips[color] < CHIPS) return SQUARES.filter((square) => this.mayAdd(square, color))
    return STEPS.filter((step) => this.mayStep(step, color))
  }

  /** A network of a colour as a set of squares, of its chips and of those between them, or null. */
  network(color) {
    if (this.chips[color] < 6) return null
    for (const square of FIRST_GOALS[color]) {
      const way = this.squares[square] === color && this.#goOn(color, square, 1, -1)
      if (way) return new Set([square, ...way])
    }
    return null
  }

  /** Continue a path of so many chips to the last goal: the squares it takes then, or null. */
  #goOn(color, from, length, came) {
    for (let direction = 0; direction < 8; direction++) {
      if (direction === came) continue // the path has to turn at every chip
      const ray = RAYS[from][direction]
      let at = 0
      while (at < ray.length && this.squares[ray[at]] === EMPTY) at++
      if (at === ray.length || this.squares[ray[at]] !== color || this.#inPath[ray[at]]) continue
      const square = ray[at]
      if (KIND[color][square] === LAST_GOAL) {
        if (length >= 5) return ray.slice(0, at + 1)
      } else if (KIND[color][square] === INNER) {
        this.#inPath[square] = 1
        const rest = this.#goOn(color, square, length + 1, direction)
        this.#inPath[square] = 0
        if (rest) return [...ray.slice(0, at + 1), ...rest]
      }
    }
    return null
  }

  /** The networks that an add completes, at most `most`. A chip inside a network sees two others
   * of its colour, one at an end sees one. */
  threats(color, most = 64) {
    const found = []
    if (this.chips[color] < 5 || this.chips[color] === CHIPS) return found
    const sights = new Int8Array(64)
    for (const square of SQUARES) {
      if (this.squares[square] !== color) continue
      for (const ray of RAYS[square]) {
        for (let at = 0; at < ray.length && this.squares[ray[at]] === EMPTY; at++) sights[ray[at]]++
      }
    }
    for (const square of SQUARES) {
      if (sights[square] < (KIND[color][square] === INNER ? 2 : 1) || !this.mayAdd(square, color)) continue
      this.put(square, color)
      const network = this.network(color)
      this.put(square, EMPTY)
      if (network && found.push(network) === most) break
    }
    return found
  }
}

// Short wins, searched.

class Search {
  #won = new Map()
  #favourites = new Map()
  #steps = []

  /** Whether the winner, to move, wins within so many plies by adding chips. Moves that won before
   * are tried first; that changes how long it takes and nothing else. */
  wins(board, plies) {
    if (board.chips[WINNER] === CHIPS) return false
    if (board.threats(WINNER, 1).length) return true
    if (plies === 1) return false
    const key = String.fromCharCode(...board.squares)
    if ((this.#won.get(key) ?? 99) <= plies) return true
    const favourites = this.#favourites.get(plies) ?? []
    for (const add of new Set([...favourites, ...board.legalMoves(WINNER)])) {
      if (!board.mayAdd(add, WINNER)) continue
      board.put(add, WINNER)
      const wins = this.#loses(board, plies - 1)
      board.put(add, EMPTY)
      if (!wins) continue
      if (this.#won.size >= 200_000) this.#won.clear()
      this.#won.set(key, plies)
      this.#favourites.set(plies, [add, ...favourites.filter((other) => other !== add)])
      return true
    }
    return false
  }

  /** Whether the loser, to move, loses. An added chip opens no line: a network that is threatened
   * can only be stopped on one of its squares. */
  #loses(board, plies) {
    const threats = board.threats(WINNER)
    if (plies === 2 && !threats.length) return false
    const replies = board.legalMoves(LOSER)
    if (!replies.length || board.chips[LOSER] === CHIPS || board.threats(LOSER, 1).length) return false
    for (const reply of replies) {
      if (!threats.every((threat) => threat.has(reply))) continue
      board.put(reply, LOSER)
      const wins = this.wins(board, plies - 1)
      board.put(reply, EMPTY)
      if (!wins) return false
    }
    return true
  }

  /** Whether the winner, with no chip in hand, wins at once by a step; the last such are tried first. */
  stepsToWin(board) {
    const wins = (step) => {
      if (!board.mayStep(step, WINNER)) return false
      const after = board.after(step, WINNER)
      return after.network(WINNER) && !after.network(LOSER)
    }
    const step = this.#steps.find(wins) ?? STEPS.find(wins)
    if (step !== undefined) this.#steps = [step, ...this.#steps.filter((other) => other !== step).slice(0, 7)]
    return step !== undefined
  }
}

// The certificate.

/** A certificate as text: a line `position move plies` for each claim. */
export function readText(text) {
  const lines = text.trimEnd().split('\n')
  const winner = lines[0].split(' ')[1] === 'b' ? 'b' : 'w'
  const turn = winner === 'w' ? (s) => s : (s) => ((s & 7) << 3) | (s >> 3)
  const chips = winner === 'w' ? '.WB' : '.BW'
  const claims = lines.map((line) => {
    const parts = /^([WB1-8/]{15,71}) ([wb]) [01] \d+ (?:([0-7]{2})-)?([0-7]{2}) ([3-9]|[1-9]\d)$/.exec(line)
    const rows = parts?.[1].replace(/\d/g, (run) => '.'.repeat(Number(run))).split('/') ?? []
    if (rows.length !== 8 || rows.some((row) => row.length !== 8) || parts[2] !== winner) {
      throw new Error(`this is no line \`position move plies\`: ${line.slice(0, 80)}`)
    }
    const squares = SQUARES.map((s) => chips.indexOf(rows[turn(s) & 7][turn(s) >> 3]))
    const origin = parts[3] ? STEP + 64 * turn(parseInt(parts[3], 8)) : 0
    return { squares, move: origin + turn(parseInt(parts[4], 8)), plies: Number(parts[5]), line }
  })
  return { winner, claims, left: claims.reduce((least, { plies }) => Math.min(least, plies), 99) - 2 }
}

/** The board as it is and with its columns, its rows, and both reversed. */
function images(squares) {
  return [0, 0o70, 0o07, 0o77].map((turn) => String.fromCharCode(...SQUARES.map((s) => squares[s ^ turn])))
}

export class Checker {
  #plies = new Map()
  #search = new Search()

  constructor({ winner, claims, left }) {
    Object.assign(this, { winner, claims, left, hasSteps: claims.some(({ move }) => move >= STEP) })
    for (const { squares, plies, line } of claims) {
      const keys = images(squares)
      if (keys.some((key) => this.#plies.has(key))) throw new Error(`this position is there twice: ${line}`)
      this.#plies.set(keys[0], plies)
    }
    const before = winner === 'w' ? 0 : 1
    if (!claims.some((claim) => claim.squares.filter(Boolean).length === before)) {
      throw new Error("no claim about the start, or about a position after White's first move")
    }
  }

  /** What is wrong with a claim, or null if it holds. */
  flaw({ squares, move, plies }) {
    const before = new Board(Int8Array.from(squares))
    const [, own, others] = before.chips
    const canStep = this.hasSteps && own === CHIPS && others === CHIPS
    const isTurn = canStep || others - own === (this.winner === 'w' ? 0 : 1)
    if (!isTurn || others > CHIPS) return 'it is not the turn of the winner'
    if (before.network(WINNER) || before.network(LOSER)) return 'the game is over'
    const isTooLong = this.hasSteps ? plies > 99 : 2 * own + plies > 2 * CHIPS - 1
    if (isTooLong || plies % 2 !== 1) return `${plies} plies end no game in time`
    if (!before.legalMoves(WINNER).includes(move)) return 'the move is not legal'
    const board = before.after(move, WINNER)
    if (board.network(LOSER)) return 'the step gives the loser a network'
    const replies = board.legalMoves(LOSER)
    if (!replies.length) return 'there is no legal reply'
    const hasToStep = this.hasSteps && board.chips[WINNER] === CHIPS
    let longest = this.left
    for (const reply of replies) {
      const after = board.after(reply, LOSER)
      if (hasToStep && after.network(WINNER)) continue // the reply opened a line
      if (after.network(LOSER)) return `the reply ${reply} wins`
      const key = images(after.squares).find((key) => this.#plies.has(key))
      if (key !== undefined) longest = Math.max(longest, this.#plies.get(key))
      else if (!(hasToStep ? this.#search.stepsToWin(after) : this.#search.wins(after, this.left))) {
        return `no win within ${this.left} plies after the reply ${reply}`
      }
    }
    return plies === longest + 2 ? null : `the replies make it ${longest + 2} plies`
  }
}

// In a terminal. Browsers import the parts above.

if (globalThis.process?.argv?.[1]?.endsWith('verify.mjs')) {
  const [file, ...options] = process.argv.slice(2)
  const option = (name, usual) => (options.includes(name) ? options[options.indexOf(name) + 1] : usual)
  try {
    const checker = new Checker(readText(process.getBuiltinModule('fs').readFileSync(file, 'utf8')))
    const [part, parts] = option('--part', '1/1').split('/').map(Number)
    const every = Math.max(1, Math.floor(checker.claims.length / Number(option('--sample', checker.claims.length))))
    const chosen = checker.claims.filter((_, i) => i % every === 0 && (i / every) % parts === part - 1)
    for (const [done, claim] of chosen.entries()) {
      const flaw = checker.flaw(claim)
      if (flaw) throw new Error(`${claim.line}: ${flaw}`)
      if (done % 1000 === 999) console.log(`${done + 1} of ${chosen.length}`)
    }
    console.log(`${chosen.length} of ${checker.claims.length} claims checked: all hold`)
  } catch (error) {
    console.error(`refused: ${error.message}`)
    process.exitCode = 1
  }
}
