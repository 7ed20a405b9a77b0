/**
 * A search: deepen ply by ply until a limit or a proof. It asks the core for one depth and window
 * after the other, as `tenchips.engine.engine` does, and finds the same moves, scores and nodes.
 */

import type { Core, Searcher } from './core'
import { textOf, type Situation } from './game'
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

/** The best lines again and again as they get better, the best line first. */
export function* deepen(
  core: Core,
  searcher: Searcher,
  situation: Situation,
  limit: Limit,
  lines: number,
): Generator<Line[], void> {
  const started = performance.now()
  const elapsed = () => performance.now() - started
  const { most, enough } = times(limit)
  const deadline = most === null ? NEVER : started + most
  const count = Math.min(lines, situation.legal.length)
  core.set(situation.chips)
  searcher.table.newSearch()
  searcher.begin(situation.drawn, situation.stepsLeft, situation.stuckScore)

  const line = (depth: number, points: number): Line => {
    const moves = searcher.line
    return {
      rank: 1,
      depth,
      seldepth: searcher.seldepth,
      points,
      moves: (moves.length ? moves : [searcher.best]).map(textOf),
      nodes: searcher.nodes,
      time: elapsed(),
      hashfull: searcher.table.permillFull(),
    }
  }

  /** Search a line to a depth, in a narrow window around the guess that opens as needed. */
  const oneLine = (depth: number, guess: number, excluded: string[]): Line | null => {
    let [low, high, margin] = [-WIN, WIN, 80]
    if (depth > 4 && Math.abs(guess) < SURE) [low, high] = [guess - margin, guess + margin]
    const numbers = situation.legal.filter((action) => excluded.includes(textOf(action)))
    let lost: Line | null = null
    for (;;) {
      // The first ply is always finished: there has to be a move.
      const [until, nodes] = depth > 1 ? [deadline, limit.nodes ?? 0] : [0, 0]
      const score = searcher.run(depth, low, high, until, nodes, numbers)
      if (score === null) return lost
      if ((low < score && score < high) || score > SURE) return line(depth, score)
      if (score < -SURE) {
        // Lost whatever is played: see what lasts longest.
        lost = line(depth, score)
        ;[low, high] = [-WIN, WIN]
        continue
      }
      margin *= 4
      if (score <= low) low = score - margin
      else high = score + margin
      if (margin > 1000) [low, high] = [-WIN, WIN]
    }
  }

  /** What is left when the search was ended inside a ply: the better move just found, if any. */
  const ended = (depth: number, last: Line[]): Line[] => {
    const best = searcher.best
    const [leading] = last
    if (!leading) return [{ ...line(depth, 0), moves: [textOf(best || situation.legal[0]!)] }]
    if (!best || textOf(best) === leading.moves[0]) return []
    return [{ ...leading, moves: [textOf(best)], nodes: searcher.nodes, time: elapsed() }]
  }

  const isDone = (best: Line[]): boolean => {
    if (best.every((line) => Math.abs(line.points) > SURE)) return true
    return enough !== null && (situation.legal.length === 1 || elapsed() >= enough)
  }

  let best: Line[] = []
  for (let depth = 1; depth <= (limit.depth ?? MAX_DEPTH); depth++) {
    const last: Line[] = best
    best = []
    for (let rank = 0; rank < count; rank++) {
      const guess = last[rank]?.points ?? 0
      const found = oneLine(depth, guess, best.map((line) => line.moves[0]!))
      if (!found) {
        const few = best.length ? byScore(best) : ended(depth, last)
        yield ranked([...few, ...last], count)
        return
      }
      best.push(found)
    }
    best = byScore(best)
    yield ranked(best, count)
    if (isDone(best)) return
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
