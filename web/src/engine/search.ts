/**
 * A search: deepen ply by ply until a limit or a proof. It asks the core for one depth and window
 * after the other, as `tenchips.engine.engine` does, and finds the same moves, scores and nodes.
 */

import type { Core, Searcher } from './core'
import { actionOf, textOf, type Situation } from './game'
import { SURE, WIN } from './score'

/** How long to think; the first limit reached ends it. With none at all it goes on until it is
 * stopped or has proved the result. Times are in milliseconds: `time` for this move, `clock` and
 * `increment` the player's own, of which it takes a share. */
export type Limit = {
  depth?: number
  nodes?: number
  time?: number
  clock?: number
  increment?: number
}

/** A line of play that was found, and how. */
export type Line = {
  /** 1 for the best line. */
  rank: number
  depth: number
  seldepth: number
  /** The score for the player to move, as `Score` has it. */
  points: number
  moves: string[]
  nodes: number
  /** Milliseconds since the search began. */
  time: number
  /** How full the table is, in thousandths. */
  hashfull: number
}

/** Only while the clock is asked for can a search be stopped: without a limit it is this far off. */
const NEVER = 1e15
export const MAX_DEPTH = 90

/** Half the window around the score of the depth before, for a search that chooses a move and for one
 * that looks for a proof; `tenchips.engine.window` says why they differ. */
export const TO_PLAY = 80
export const TO_PROVE = 500

/** One search: set up for a position, one depth of a line at a time. */
class Search {
  readonly #searcher: Searcher
  readonly #situation: Situation
  readonly #limit: Limit
  readonly #started = performance.now()
  readonly #deadline: number
  readonly #enough: number | null
  readonly #margin: number

  constructor(core: Core, searcher: Searcher, situation: Situation, limit: Limit, margin = TO_PROVE) {
    this.#searcher = searcher
    this.#margin = margin
    this.#situation = situation
    this.#limit = limit
    const { most, enough } = times(limit)
    this.#deadline = most === null ? NEVER : this.#started + most
    this.#enough = enough
    core.set(situation.chips)
    searcher.table.newSearch()
    searcher.begin(situation.drawn, situation.stepsLeft, situation.stuckScore)
  }

  get last(): number {
    return this.#limit.depth ?? MAX_DEPTH
  }

  get elapsed(): number {
    return performance.now() - this.#started
  }

  /** Search a line to a depth, in a window around the guess that is widened as needed; null if a
   * limit ended it. */
  line(depth: number, guess: number, excluded: readonly number[]): Line | null {
    let [low, high, margin] = [-WIN, WIN, this.#margin]
    if (depth > 4 && Math.abs(guess) < SURE) [low, high] = [guess - margin, guess + margin]
    let lost: Line | null = null
    for (;;) {
      // The first ply is always finished: there has to be a move.
      const [until, nodes] = depth > 1 ? [this.#deadline, this.#limit.nodes ?? 0] : [0, 0]
      const score = this.#searcher.run(depth, low, high, until, nodes, excluded)
      if (score === null) return lost
      if ((low < score && score < high) || score > SURE) return this.#found(depth, score)
      if (score < -SURE) {
        // Lost whatever is played: see what lasts longest.
        lost = this.#found(depth, score)
        ;[low, high] = [-WIN, WIN]
        continue
      }
      margin *= 2
      if (score <= low) low = Math.max(score - margin, -WIN)
      else high = Math.min(score + margin, WIN)
    }
  }

  /** What is left when the search was ended inside a ply: the better move just found, if any. */
  ended(depth: number, last: Line[]): Line[] {
    const { best, nodes } = this.#searcher
    const [leading] = last
    if (!leading) return [{ ...this.#found(depth, 0), moves: [textOf(best || this.#situation.legal[0]!)] }]
    if (!best || textOf(best) === leading.moves[0]) return []
    return [{ ...leading, moves: [textOf(best)], nodes, time: this.elapsed }]
  }

  isDone(best: Line[]): boolean {
    if (best.every(isProven)) return true
    return this.#enough !== null && (this.#situation.legal.length === 1 || this.elapsed >= this.#enough)
  }

  #found(depth: number, points: number): Line {
    const searcher = this.#searcher
    const moves = searcher.line
    return {
      rank: 1,
      depth,
      seldepth: searcher.seldepth,
      points,
      moves: (moves.length ? moves : [searcher.best]).map(textOf),
      nodes: searcher.nodes,
      time: this.elapsed,
      hashfull: searcher.table.permillFull(),
    }
  }
}

/** The best lines again and again as they get better, the best line first. */
export function* deepen(
  core: Core,
  searcher: Searcher,
  situation: Situation,
  limit: Limit,
  lines: number,
  margin = TO_PROVE,
): Generator<Line[], void> {
  const search = new Search(core, searcher, situation, limit, margin)
  const count = Math.min(lines, situation.legal.length)
  let best: Line[] = []
  for (let depth = 1; depth <= search.last; depth++) {
    const last: Line[] = best
    best = []
    for (let rank = 0; rank < count; rank++) {
      const guess = last[rank]?.points ?? 0
      const found = search.line(depth, guess, best.map((line) => actionOf(line.moves[0]!)))
      if (!found) {
        const few = best.length ? byScore(best) : search.ended(depth, last)
        yield ranked([...few, ...last], count)
        return
      }
      best.push(found)
    }
    best = byScore(best)
    yield ranked(best, count)
    if (search.isDone(best)) return
  }
}

/** The best move and a given one, scored by one search at one depth. */
export type Comparison = { best: Line; given: Line }

/** Compare a legal move with the best one, again and again as it gets deeper, as `Comparison` of
 * tenchips.engine.deepening does: a score that is proven is final, and what was not finished for
 * both moves counts only if it is a proof. */
export function* compare(
  core: Core,
  searcher: Searcher,
  situation: Situation,
  limit: Limit,
  move: string,
): Generator<Comparison, void> {
  const search = new Search(core, searcher, situation, limit)
  const others = situation.legal.filter((action) => textOf(action) !== move)
  const unsearched = { rank: 1, depth: 0, seldepth: 0, points: 0, moves: [move], nodes: 0, time: 0, hashfull: 0 }
  let [best, given]: [Line, Line] = [unsearched, unsearched]
  // The given move may turn out better when it is searched alone.
  const result = (): Comparison => ({ best: given.points > best.points ? given : best, given })
  for (let depth = 1; depth <= search.last; depth++) {
    const found = isProven(best) ? best : search.line(depth, best.points, [])
    if (!found) return yield result()
    let same: Line | null = given
    if (!isProven(given)) same = found.moves[0] === move ? found : search.line(depth, given.points, others)
    if (!same) {
      if (isProven(found)) best = found
      return yield result()
    }
    ;[best, given] = [found, same]
    yield result()
    if (given.points > SURE || (isProven(best) && isProven(given))) return
  }
}

/** How long to think at the most, and after how long not to begin another ply. */
function times(limit: Limit): { most: number | null; enough: number | null } {
  const time = limit.time ?? null
  if (limit.clock === undefined) return { most: time, enough: time }
  const share = Math.min(0.8 * limit.clock, limit.clock / 12 + 0.8 * (limit.increment ?? 0))
  const most = time === null ? share : Math.min(share, time)
  return { most, enough: 0.5 * most }
}

function isProven({ points }: Line): boolean {
  return Math.abs(points) > SURE
}

function byScore(lines: Line[]): Line[] {
  return [...lines].sort((one, two) => two.points - one.points)
}

/** The lines with their ranks, the first of each move only. */
function ranked(lines: Line[], count: number): Line[] {
  const byMove = new Map<string, Line>()
  for (const line of lines) {
    const [move] = line.moves
    if (!byMove.has(move!)) byMove.set(move!, line)
  }
  return [...byMove.values()].slice(0, count).map((line, index) => ({ ...line, rank: index + 1 }))
}
