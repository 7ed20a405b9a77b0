/**
 * What a review says of a game, from its findings: marks, accuracy, missed wins, the evaluation of
 * each move, what is certain about it, and what would have been better. The same as
 * `tenchips.engine.review`; a test compares the two. It can be asked again while the search runs:
 * positions that it has not reached have nothing to say.
 */

import { Score } from '../engine/score'
import { START } from '../parts/line'
import { named, other, type Color } from '../rules/position'
import { playable, positionsUpTo, rulesOfGame, type Finding, type ReviewGame } from './findings'
import { accuracyOf, givenAway, markOf, onePlyEarlier, proven, valueOf, type Mark, type Proven } from './marking'

/** A score for the player who moves, and how deep the search was: 0 without one. */
export type Evaluation = { score: Score; depth: number }

/** A line that would have been better, proven to its end or its first moves. */
export type Better = Evaluation & { moves: string[] }

export type ReviewedMove = {
  /** 1 for the first move. */
  ply: number
  by: Color
  move: string
  /** Whether it has been judged: the search has come so far, and it is no move of a set opening. */
  isJudged: boolean
  mark: Mark | ''
  givenAway: number | null
  isMissedWin: boolean
  evaluation: Evaluation | null
  /** What is certain about it, in the words of `tenchips review`. */
  remark: string
  /** What would have been better, if the move is marked. */
  better: Better | null
  /** The proven results of the position before the move and of the one after it, for the mover. */
  before: Proven | null
  after: Proven | null
}

/** White's chances in a position: proven with the winner (null: a draw) and, where it is known, the
 * plies to the end; or estimated. */
export type Standing = { chance: number; proof: { winner: Color | null; plies: number | null } | null }

export type Review = {
  moves: ReviewedMove[]
  /** One for each position, null where nothing is known yet. */
  standings: (Standing | null)[]
  accuracy: Record<Color, number | null>
  missedWins: Record<Color, number>
  /** How many positions have been looked at. */
  done: number
}

/** Moves of a better line that are shown, unless it is proven to its end. */
const SHOWN = 6

export function reviewOf(game: ReviewGame, searched: readonly Finding[]): Review {
  const findings = searched.map((finding) => ({ ...finding }))
  findings.slice(1).forEach((after, index) => {
    // Every move lost.
    if (findings[index]!.known?.result === 'loss') after.known ??= proven('win')
  })
  const moves: ReviewedMove[] = []
  let announced: Color | null = null
  findings.slice(1).forEach((after, index) => {
    const before = findings[index]!
    moves.push(judged(game, findings, index, announced))
    announced = before.isDone ? winnerOf(after) : null
  })
  const of = <T>(pick: (moves: ReviewedMove[]) => T): Record<Color, T> => ({
    white: pick(moves.filter(({ by }) => by === 'white')),
    black: pick(moves.filter(({ by }) => by === 'black')),
  })
  return {
    moves,
    standings: findings.map((finding, ply) => standing(finding, moves[ply - 1])),
    accuracy: of((some) => accuracyOf(some.map((move) => move.givenAway))),
    missedWins: of((some) => some.filter((move) => move.isMissedWin).length),
    done: findings.filter(({ isDone }) => isDone).length,
  }
}

/** Who is proven to win. */
function winnerOf({ known, position }: Finding): Color | null {
  if (!known || known.result === 'draw') return null
  return known.result === 'win' ? position.turn : other(position.turn)
}

/** What is said of the move from a position. */
function judged(game: ReviewGame, findings: readonly Finding[], index: number, announced: Color | null): ReviewedMove {
  const [before, after] = [findings[index]!, findings[index + 1]!]
  const proof = after.known && onePlyEarlier(after.known)
  const best = before.best ? valueOf(before.best.score) : before.known
  const played = before.given ? valueOf(before.given.score) : proof
  const isJudged = before.isDone && !before.isOpening && !!best && !!played
  const known = { best: best!, played: played!, position: before.known, proof }
  const mark = isJudged ? markOf(known) : ''
  const isMissedWin = !!mark && before.known?.result === 'win' && before.known.plies !== null
  return {
    ply: index + 1,
    by: before.position.turn,
    move: before.played!,
    isJudged,
    mark,
    givenAway: isJudged ? givenAway(known) : null,
    isMissedWin,
    evaluation: before.isDone ? evaluation(before, after) : null,
    remark: before.isDone ? remark(before, after, isMissedWin, announced) : '',
    better: mark ? better(game, findings, index) : null,
    before: before.known,
    after: proof,
  }
}

/** What is certain about a move, in words: that it missed a win, or who wins from here on.
 * `announced` is the winner that the remarks before have named. */
function remark(before: Finding, after: Finding, isMissedWin: boolean, announced: Color | null): string {
  if (before.isOpening) return ''
  const winner = winnerOf(after)
  if (before.position.text() === START && after.bookMove && winner === 'black') {
    return `solved: ${before.played} loses, Black wins with ${after.bookMove}`
  }
  const { turn } = before.position
  const won = winnerOf(before) === turn && winner !== turn ? before.known : null
  if (won?.plies && before.bookMove) {
    const left = before.isCertified ? 'solved win' : 'win proved by search'
    return `leaves the ${left}: ${before.bookMove} wins in at most ${won.plies} plies`
  }
  if (won?.plies && isMissedWin) return `missed a win in ${won.plies}`
  if (!winner || winner === announced || !after.known || after.end) return ''
  if (after.known.plies === null) return `proven: ${named(winner)} wins`
  if (after.isSolved) {
    const how = after.isCertified ? 'solved' : 'proved by search'
    return `${how}: ${named(winner)} wins in at most ${after.known.plies} plies`
  }
  return `proven: ${named(winner)} wins in ${after.known.plies}`
}

/** The value of the move played, from the side of the player who made it. */
function evaluation(before: Finding, after: Finding): Evaluation | null {
  if (after.end) return null
  const known = after.known && onePlyEarlier(after.known)
  const { given } = before
  if (given && (given.score.isProven || known === null || known.plies === null)) return given
  const searched = after.best && { score: after.best.score.onePlyEarlier(), depth: after.best.depth }
  if (known === null || known.plies === null) return searched ?? given
  const score = known.result === 'win' ? Score.winIn(known.plies) : Score.lossIn(known.plies)
  return { score, depth: after.isSolved ? 0 : ((searched ?? given)?.depth ?? 0) }
}

/** What would have been better than the move played, to the end if that is proven. */
function better(game: ReviewGame, findings: readonly Finding[], index: number): Better | null {
  const { best, bookMove, known, played } = findings[index]!
  let found = best && { score: best.score, depth: best.depth, moves: best.moves }
  if (bookMove && known?.plies) {
    const score = known.result === 'win' ? Score.winIn(known.plies) : Score.lossIn(known.plies)
    found = { score, depth: 0, moves: [bookMove] }
  }
  if (!found || found.moves[0] === played) return null
  const line = found.moves.slice(0, found.score.isProven ? undefined : SHOWN)
  return { ...found, moves: playable(positionsUpTo(findings, index), line, rulesOfGame(game)) }
}

/** White's chances in a position, as far as they are known. */
function standing(finding: Finding, before: ReviewedMove | undefined): Standing | null {
  const { position, known, isDone, best } = finding
  if (!isDone) return null
  const forWhite = (chance: number, turn: Color) => (turn === 'white' ? chance : 1 - chance)
  if (known) {
    const proof = { winner: winnerOf(finding), plies: known.plies }
    return { chance: forWhite(known.chance, position.turn), proof }
  }
  const searched = before?.evaluation
  if (searched) return { chance: forWhite(searched.score.chance, before.by), proof: null }
  return best && { chance: forWhite(best.score.chance, position.turn), proof: null }
}
