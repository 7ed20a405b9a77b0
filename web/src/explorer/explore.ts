/**
 * Find the results of all moves of a position: what the certificates and the opening book say first, then searches with
 * growing budgets of the moves that are still open. Results are reported as they come.
 */

import type { Engine } from '../engine/engine'
import { other, parseMove, type Position } from '../rules/position'
import { firstMove } from './firstMoves'
import { LEFT_OUT, initialResults, ranked, type Result, type Results } from './results'

/** Positions looked at for each open move, one round after the other. */
const BUDGETS = [2_000, 20_000, 200_000, 2_000_000]
const LOOKED_UP_TOGETHER = 6

export type Asked = Pick<Engine, 'book' | 'evaluate'>

/** `report` gets all results again with each new one. It ends when nothing is open, when the
 * budgets are spent, or with the signal. */
export async function explore(
  engine: Asked,
  moves: readonly string[],
  position: Position,
  report: (results: Results) => void,
  signal: AbortSignal,
): Promise<void> {
  let results = initialResults(position)
  const add = (found: Iterable<[string, Result]>) => {
    results = new Map([...results, ...found])
    if (!signal.aborted) report(results)
  }
  const open = () => ranked(results, position.turn).filter(([, result]) => !result.winner).map(([move]) => move)
  add([])
  if (!moves.length) add(open().flatMap((move) => knownFirstMove(move)))
  const [own] = open().length ? await engine.book([position.text()], { signal }) : []
  if (own && own.winner === position.turn && own.plies > LEFT_OUT) {
    add([[own.move, { winner: own.winner, plies: own.plies, source: own.source }]])
  }
  for (const some of chunks(open(), LOOKED_UP_TOGETHER)) {
    const children = some.map((move) => position.play(parseMove(move)!).text())
    const answers = await engine.book(children, { signal })
    if (signal.aborted) return
    add(
      answers.flatMap((answer, index): [string, Result][] => {
        if (!answer) return []
        const { winner, plies, source } = answer
        const left = winner === position.turn ? LEFT_OUT + 1 : LEFT_OUT
        return [[some[index]!, { winner, plies: plies + 1, source: plies > left ? source : 'search' }]]
      }),
    )
  }
  for (const nodes of BUDGETS) {
    for (const move of open()) {
      const [line] = await engine.evaluate({ moves: [...moves, move] }, { nodes, signal })
      if (signal.aborted) return
      if (!line) continue
      const { score } = line
      const isProven = score.wins !== null && score.plies !== null
      const opponent = other(position.turn)
      const result: Result = isProven
        ? { winner: score.wins ? opponent : position.turn, plies: score.plies! + 1, source: 'search' }
        : { winner: null, chance: 1 - score.chance }
      add([[move, result]])
    }
  }
}

function knownFirstMove(move: string): [string, Result][] {
  const known = firstMove(move)
  return known ? [[move, known]] : []
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
