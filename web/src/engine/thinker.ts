/**
 * `Thinker`: answers the questions of messages.ts with a core, one after the other. Tables are
 * made when the first question needs them. It runs in a worker, and in tests without one.
 */

import { Position } from '../rules/position'
import { NAMES } from '../rules/squares'
import { Certificate, across, bookMove, transposed, type BookMove } from './certificate'
import { Core, type Exact, type ExactSteps, type Searcher } from './core'
import { QuestionError, actionOf, chipsOf, positionOf, situationOf, textOf, type Game } from './game'
import { LEVELS, LUCK, LevelSearch, PATIENCE, TABLE, TOP } from './levels'
import type { Answers, Checked, Question } from './messages'
import { OpeningBook } from './openingBook'
import { WIN } from './score'
import { MAX_DEPTH, TO_PLAY, TO_PROVE, compare, deepen, type Comparison, type Limit, type Line } from './search'

const EXACT_MEGABYTES = 16
const BOOK_MEGABYTES = 1

/** How many plies ahead the exact search looks by adds alone, and with steps. */
const LONGEST = { adds: 19, steps: 11 }

/** What a question may use: `report` takes lines found meanwhile, `isStopped` says whether to
 * end, and `pause` lets messages come in. */
export type Progress = {
  report(lines: Line[]): void
  isStopped(): boolean
  pause(): Promise<void>
}

/** Where the files of the certificates and of the opening book come from. */
export type Library = () => Promise<{ certificates: Blob[]; openings: Blob }>

type Book = { certificates: Certificate[]; openings: OpeningBook }

export class Thinker {
  readonly #core: Core
  readonly #megabytes: number
  readonly #library: Library
  #searcher: Searcher | null = null
  #weakSearcher: Searcher | null = null
  #exact: Exact | null = null
  #exactSteps: ExactSteps | null = null
  #book: Promise<Book> | null = null

  constructor(module: WebAssembly.Module, megabytes: number, library: Library) {
    this.#core = new Core(module)
    this.#megabytes = megabytes
    this.#library = library
  }

  async answer(question: Question, progress: Progress): Promise<Answers[Question['kind']]> {
    this.#core.stopWhen(() => progress.isStopped())
    switch (question.kind) {
      case 'analyse':
        return this.#analyse(question.game, question.limit, question.lines, progress)
      case 'compare':
        return this.#compare(question.game, question.move, question.limit, progress)
      case 'play':
        return this.#play(question.game, question.level, question.limit, progress)
      case 'exact':
        return this.#check(question)
      case 'book': {
        const { certificates, openings } = await this.#opened()
        return question.positions.map((text) => {
          const position = Position.parse(text)
          return bookMove(certificates, position) ?? openings.lookUp(position)
        })
      }
      case 'perft':
        return this.#perft(question.position, question.depth)
      case 'clear':
        this.#searcher?.table.clear()
        this.#searcher?.reset()
        return null
    }
  }

  async #analyse(
    game: Game,
    limit: Limit,
    lines: number,
    progress: Progress,
    margin = TO_PROVE,
  ): Promise<Line[]> {
    if (!Number.isInteger(lines) || lines < 1) {
      throw new QuestionError(`the number of lines is at least 1, not ${lines}`)
    }
    const situation = situationOf(this.#core, game)
    let best: Line[] = []
    for (const found of deepen(this.#core, this.#mainSearcher(), situation, limit, lines, margin)) {
      best = found
      progress.report(found)
      await progress.pause()
      if (progress.isStopped()) break
    }
    return best
  }

  async #compare(game: Game, move: string, limit: Limit, progress: Progress): Promise<Comparison> {
    const situation = situationOf(this.#core, game)
    if (!situation.legal.includes(actionOf(move))) {
      throw new QuestionError(`${move} is not legal in this position`)
    }
    let last: Comparison | null = null
    for (const found of compare(this.#core, this.#mainSearcher(), situation, limit, move)) {
      last = found
      await progress.pause()
      if (progress.isStopped()) break
    }
    return last!
  }

  #mainSearcher(): Searcher {
    this.#searcher ??= this.#core.newSearcher(this.#core.newTable(this.#megabytes))
    return this.#searcher
  }

  async #play(game: Game, level: number, limit: Limit, progress: Progress): Promise<Line[]> {
    if (level !== TOP) return this.#searchAsLevel(game, level, limit)
    const position = positionOf(game)
    const known = position.hand(position.turn) ? await this.#known(position) : null
    if (!known) return this.#analyse(game, limit, 1, progress, TO_PLAY)
    const points = known.winner === position.turn ? WIN - known.plies : known.plies - WIN
    const moves = [known.move]
    return [{ rank: 1, depth: 0, seldepth: known.plies, points, moves, nodes: 0, time: 0, hashfull: 0 }]
  }

  /** What the certificates say, or how the opening book wins; null also where they cannot be had:
   * the search plays on. Where that book only knows that all is lost, a search finds better chances. */
  async #known(position: Position): Promise<BookMove | null> {
    try {
      const { certificates, openings } = await this.#opened()
      const opening = openings.lookUp(position)
      return bookMove(certificates, position) ?? (opening?.winner === position.turn ? opening : null)
    } catch {
      return null
    }
  }

  #searchAsLevel(game: Game, number: number, limit: Limit): Line[] {
    const started = performance.now()
    const level = LEVELS[number]
    if (!level || number < 1) throw new QuestionError(`the levels are from 1 to ${TOP}, not ${number}`)
    const less = {
      ...level,
      depth: Math.min(level.depth, (limit.depth ?? MAX_DEPTH) - 1),
      nodes: Math.min(level.nodes, limit.nodes ?? level.nodes),
    }
    const situation = situationOf(this.#core, game)
    this.#weakSearcher ??= this.#core.newSearcher(this.#core.newTable(TABLE))
    const deadline = started + Math.min(limit.time ?? PATIENCE, PATIENCE)
    const search = new LevelSearch(this.#core, less, situation, LUCK, this.#weakSearcher, deadline)
    return search.ratedMoves().map(({ action, points }, index) => ({
      rank: index + 1,
      depth: search.depth,
      seldepth: search.depth,
      points,
      moves: [textOf(action)],
      nodes: search.nodes,
      time: performance.now() - started,
      hashfull: 0,
    }))
  }

  #check({ position: text, plies, steps, nodes }: Extract<Question, { kind: 'exact' }>): Checked {
    const longest = steps ? LONGEST.steps : LONGEST.adds
    if (!Number.isInteger(plies) || plies < 1 || plies > longest) {
      throw new QuestionError(`the exact search looks from 1 to ${longest} plies ahead, not ${plies}`)
    }
    const position = Position.parse(text)
    if (position.outcome()) throw new QuestionError('the game is over: there is nothing to check')
    const { white, black, turn } = chipsOf(position)
    const exact = steps ? (this.#exactSteps ??= this.#core.newExactSteps()) : this.#exactAdds()
    const before = exact.nodes
    // The attacker plays from left to right: White does, and Black on the transposed board.
    const isWhite = (turn === 0) === (plies % 2 === 1)
    const [own, other] = isWhite ? [white, black] : [transposed(black), transposed(white)]
    if (plies % 2 === 0) {
      const proved = exact.loses(own, other, plies, nodes)
      return { proved, move: null, nodes: exact.nodes - before }
    }
    const proved = exact.wins(own, other, plies, nodes)
    const looked = exact.nodes - before
    const square = proved && !steps ? this.#exactAdds().move(own, other, plies) : null
    const move = square === null ? null : NAMES[isWhite ? square : across(square)]!
    return { proved, move, nodes: looked }
  }

  #exactAdds(): Exact {
    return (this.#exact ??= this.#core.newExact(EXACT_MEGABYTES))
  }

  #perft(text: string, depth: number): bigint {
    if (!Number.isInteger(depth) || depth < 0 || depth > 20) {
      throw new QuestionError(`a depth is a number of plies from 0 to 20, not ${depth}`)
    }
    this.#core.set(chipsOf(Position.parse(text)))
    const isWon = this.#core.hasNetwork(0) || this.#core.hasNetwork(1)
    return isWon && depth > 0 ? 0n : this.#core.perft(depth)
  }

  #opened(): Promise<Book> {
    this.#book ??= this.#read().catch((error: unknown) => {
      // The next question tries again.
      this.#book = null
      throw error
    })
    return this.#book
  }

  async #read(): Promise<Book> {
    const files = await this.#library()
    const read = (file: Blob) => Certificate.read(file, this.#core.newExact(BOOK_MEGABYTES))
    const certificates = await Promise.all(files.certificates.map(read))
    return { certificates, openings: await OpeningBook.read(files.openings) }
  }
}
