/** A hint for the player to move: a square first, then the reason. Pure words; the engine finds the move. */
import { plural } from '../messages/plural'
import { preview, those } from '../board/preview'
import type { BookMove, Engine, Score } from '../engine/engine'
import { positionsOf, type Line } from '../parts/line'
import { pliesText } from '../parts/plies'
import { ground, numberOf } from '../rules/squares'
import { listed, named, other, parseMove, type Move, type Position, type Square } from '../rules/position'

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
  if (position.play(move).outcome()?.winner === turn) return 'it wins at once.'
  const isBook = 'winner' in known
  if (!isBook && known.wins === false) {
    return `${them} wins in ${pliesText(known.plies!)} against every move, proved; this lasts longest.`
  }
  const then = line.slice(1, 4).join(' ')
  const does = effect(position, move)
  const plies = pliesText(known.plies ?? 0)
  if (isBook) return does ? `${does}; ${me} wins within ${plies}, proved.` : `${me} wins within ${plies}, proved.`
  if (known.wins) {
    if (does) return `${does}; ${me} wins in ${plies}, proved.`
    return then
      ? `the best line goes on with ${then}; ${me} wins in ${plies}, proved.`
      : `${me} wins in ${plies}, proved.`
  }
  if (!then) return does ? `${does}.` : 'it is the best move found.'
  return does ? `${does}; the best line goes on with ${then}.` : `the best line goes on with ${then}.`
}

/** Squares of threats that are named: with more of them the sentence is hard to read. */
const NAMED = 2

/** What a move does on the board, as the beginning of a sentence; empty if there is nothing to name. */
function effect(position: Position, move: Move): string {
  const { turn } = position
  const opponent = other(turn)
  const them = named(opponent)
  const after = position.play(move)
  const stopped = after.threats(opponent).length ? [] : position.threats(opponent)
  const [stops, wins] = [stopped, after.threats(turn)].map((some) => some.length && listed(some.slice(0, NAMED)))
  if (stops && wins) return `it stops ${them}'s network at ${stops} and threatens to win at ${wins}`
  if (stops) return `it stops ${them}'s network at ${stops}`
  if (wins) return `it threatens to win at ${wins}`
  const seen = preview(position, move)
  const made = those(seen, turn, 'made').length
  const cut = those(seen, opponent, 'cut').length
  const links = plural(made, ['# link', '# links'])
  if (made) return cut ? `it makes ${links} and cuts ${cut} of ${them}'s` : `it makes ${links}`
  if (cut) return `it cuts ${cut} of ${them}'s`
  return ground(numberOf(move.to)) === turn ? `it takes a square in ${named(turn)}'s goal` : ''
}
