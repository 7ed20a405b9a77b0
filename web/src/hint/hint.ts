/** A hint for the player to move: a square first, then the reason. Pure words; the engine finds the move. */
import { plural } from '../messages/plural'
import { preview, those } from '../board/preview'
import type { BookMove, Engine, Score } from '../engine/engine'
import { positionsOf, type Line } from '../parts/line'
import { pliesText } from '../parts/plies'
import { listed, named, other, parseMove, type Position, type Square } from '../rules/position'

export type Hint = {
  /** Where to look: the square of an add, the chip of a step. */
  square: Square
  first: string
  reason: string
}

/** Milliseconds of search. */
const TIME = 1_500

/** The hint for a game's last position; null if it was stopped before there was any. */
export async function findHint(
  engine: Pick<Engine, 'book' | 'evaluate'>,
  game: Line,
  signal: AbortSignal,
): Promise<Hint | null> {
  const position = positionsOf(game).at(-1)!
  // Without an answer from the certificates there is still the search.
  const [known] = await engine.book([position.text()], { signal }).catch(() => [null])
  if (known?.winner === position.turn) return hint(position, [known.move], known)
  const [best] = await engine.evaluate({ position: game.start, moves: game.moves }, { time: TIME, signal })
  return best ? hint(position, best.moves, best.score) : null
}

/** The hint that a line of moves gives, with what is known of it: a score, or a certificate's word. */
export function hint(position: Position, line: readonly string[], known: Score | BookMove): Hint {
  const move = parseMove(line[0]!)!
  const isStep = move.kind === 'step'
  const square = isStep ? move.from : move.to
  return {
    square,
    first: isStep ? `Look at your chip on ${square}.` : `Look at ${square}.`,
    reason: isStep ? `Step ${line[0]}: ${reason(position, line, known)}` : `Add ${square}: ${reason(position, line, known)}`,
  }
}

function reason(position: Position, line: readonly string[], known: Score | BookMove): string {
  const { turn } = position
  const [me, them] = [named(turn), named(other(turn))]
  const move = parseMove(line[0]!)!
  const after = position.play(move)
  if (after.outcome()?.winner === turn) return 'it wins at once.'
  if ('winner' in known) return `${me} wins within ${pliesText(known.plies)}, proved.`
  if (known.wins) return `${me} wins in ${pliesText(known.plies!)}, proved.`
  const threats = position.threats(other(turn))
  const stops = threats.length && !after.threats(other(turn)).length
  if (known.wins === false) return `${them} wins in ${pliesText(known.plies!)} against every move, proved; this lasts longest.`
  if (stops) return `it stops ${them}'s network at ${listed(threats)}.`
  const seen = preview(position, move)
  const made = those(seen, turn, 'made').length
  const cut = those(seen, other(turn), 'cut').length
  const links = plural(made, ['# link', '# links'])
  const then = line.slice(1, 4).join(' ')
  if (!then) {
    if (!made) return cut ? `it cuts ${cut} of ${them}'s.` : 'it is the best move found.'
    return cut ? `it makes ${links} and cuts ${cut} of ${them}'s.` : `it makes ${links}.`
  }
  if (!made && !cut) return `the best line goes on with ${then}.`
  if (!made) return `it cuts ${cut} of ${them}'s; the best line goes on with ${then}.`
  if (!cut) return `it makes ${links}; the best line goes on with ${then}.`
  return `it makes ${links} and cuts ${cut} of ${them}'s; the best line goes on with ${then}.`
}
