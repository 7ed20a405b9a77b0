/**
 * The tutor: what a learner's answer leads to, in each kind of lesson.
 *
 * Pure functions from one state of a lesson to the next; what is right they ask the rules. They
 * know no page and no board.
 */
import type { Mark } from '../board/types'
import { sentence } from '../board/words'
import { Position, moveText, other, readMove } from '../rules/position'
import type { Color, Move, Square } from '../rules/position'
import { SHORTEST_NETWORK } from '../rules/networks'
import { NAMES, directionBetween, goal, numberOf, squaresBetween } from '../rules/squares'
import type { Bar, Claim, Lesson, Task } from './lessons'
import { NOT_RIGHT, RIGHT, words } from './words'

type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>

export type Said = { tone: 'right' | 'wrong' | 'hint'; text: string }

/** Where a learner stands in a lesson, and what the board is to show. */
export type State = {
  position: Position
  lastMove: Move | null
  /** The squares found so far, or the path that is drawn or judged. */
  picked: Square[]
  network: Square[] | null
  marks: Mark[]
  /** Which of the paths to judge is shown, from 0. */
  round: number
  /** The path or the question on the board has been judged. */
  answered: boolean
  said: Said | null
  done: boolean
}

/** The chips of a path written like `20-25-35`. */
export function chipsOf(path: string): Square[] {
  return path.split('-')
}

/** A lesson as it begins. */
export function begin({ diagram, task }: Lesson): State {
  const list = (text: string) => text.split(' ').filter(Boolean)
  const path = task.kind === 'judge' ? task.paths[0]! : task.kind === 'cut' ? task.path : null
  return {
    position: Position.diagram(list(diagram.white), list(diagram.black), diagram.turn),
    lastMove: null,
    picked: path ? chipsOf(path) : [],
    network: null,
    marks: task.kind === 'sights' ? [{ square: task.of, kind: 'hint' }] : [],
    round: 0,
    answered: false,
    said: null,
    done: false,
  }
}

/** The learner makes a legal move. */
export function move(lesson: Lesson, state: State, made: Move): State {
  const { task } = lesson
  if (state.done) return state
  if (task.kind === 'line') return turn(lesson, task, state, made)
  if (task.kind !== 'move') return state
  const position = state.position.play(made)
  const outcome = position.outcome()
  const right =
    task.moves === 'winning'
      ? outcome?.winner === state.position.turn
      : task.moves.includes(moveText(made))
  if (!right && outcome?.winner === other(state.position.turn) && outcome.network) {
    return wrong(state, words.losesTo(moveText(made), outcome.winner, outcome.network))
  }
  if (!right) return wrong(state, task.wrong)
  const network = outcome?.network ?? null
  return done(lesson, { ...state, position, lastMove: made, network, marks: [] })
}

/** A turn of a line: on with the reply, or the reason why the move is not good enough. */
function turn(lesson: Lesson, task: TaskOf<'line'>, state: State, made: Move): State {
  const { claim, accept, reply, said, wrong: help } = task.turns[state.round]!
  if (!accept.includes(moveText(made))) {
    return wrong(state, `${whyNotGood(state.position, made, claim)} ${help}`.trim())
  }
  const position = state.position.play(made)
  const network = position.outcome()?.network ?? null
  const next: State = { ...state, position, lastMove: made, network, marks: [] }
  if (reply === null) return done(lesson, next)
  const answer = readMove(reply)
  const after = { position: position.play(answer), lastMove: answer, round: state.round + 1 }
  return { ...next, ...after, said: { tone: 'right', text: said } }
}

/** Why a move does not do what a turn asks for, as far as the next two plies show it. */
function whyNotGood(position: Position, made: Move, claim: Claim): string {
  const after = position.play(made)
  const [mover, enemy] = [position.turn, after.turn]
  const text = moveText(made)
  const outcome = after.outcome()
  if (outcome?.winner === enemy) return words.losesTo(text, enemy, outcome.network ?? [])
  if (claim === 'wins in 1 ply') return words.winsNow(text)
  const losing = after.threats(enemy)
  if (losing.length) return words.enemyWins(text, enemy, losing)
  const threats = after.threats(mover)
  if (!threats.length) return words.noThreat(text)
  return words.stoppable(text, threats, enemy, after.breaks())
}

/** The learner chooses a square. */
export function choose(lesson: Lesson, state: State, square: Square): State {
  const { task } = lesson
  if (state.done) return state
  switch (task.kind) {
    case 'names':
      return findNamed(lesson, task, state, square)
    case 'illegal':
      return findIllegal(lesson, task, state, square)
    case 'sights':
      return findSeen(lesson, task, state, square)
    case 'cut':
      return cut(lesson, task, state, square)
    case 'draw':
      return draw(lesson, task, state, square)
    case 'stay':
      return findStaying(lesson, task, state, square)
    default:
      return state
  }
}

/** The learner takes the first (0) or the second (1) answer; of a path the first is "a network". */
export function answer(lesson: Lesson, state: State, chosen: 0 | 1): State {
  const { task } = lesson
  if (state.answered) return state
  if (task.kind === 'answer') {
    const outcome = state.position.outcome()
    const marks = outcome?.termination === 'no move' ? closed(state.position) : []
    const said = verdict(chosen === task.right, `${task.why} ${lesson.done}`)
    const network = outcome?.network ?? null
    return { ...state, marks, network, said, answered: true, done: true }
  }
  if (task.kind !== 'judge') return state
  const flaw = state.position.whyNotNetwork(state.picked, lesson.diagram.turn)
  const last = state.round + 1 === task.paths.length
  const why = flaw ? words.isNoNetwork(flaw.sentence) : words.isNetwork
  const said = verdict((chosen === 0) === !flaw, last ? `${why} ${lesson.done}` : why)
  return { ...state, said, answered: true, done: last }
}

/** On to the next path to judge. */
export function nextPath({ task }: Lesson, state: State): State {
  if (task.kind !== 'judge' || !state.answered || state.done) return state
  const round = state.round + 1
  const picked = chipsOf(task.paths[round]!)
  return { ...state, round, picked, said: null, answered: false }
}

/** Take the last chip off the path that is drawn. */
export function takeBack(lesson: Lesson, state: State): State {
  if (lesson.task.kind !== 'draw' || state.done) return state
  return { ...state, picked: state.picked.slice(0, -1), marks: [], said: null }
}

/** Whether the tutor can help: not where two answers are all there is. */
export function hasHint({ task }: Lesson): boolean {
  return task.kind !== 'judge' && task.kind !== 'answer'
}

/** Mark what leads on, and say it. */
export function hint(lesson: Lesson, state: State): State {
  if (state.done || !hasHint(lesson)) return state
  const { text, squares } = advice(lesson, state)
  const marks = state.marks.filter((mark) => !squares.includes(mark.square))
  return { ...state, marks: [...marks, ...marked(squares, 'hint')], said: { tone: 'hint', text } }
}

function advice(lesson: Lesson, state: State): { text: string; squares: Square[] } {
  const { task } = lesson
  const { position, picked } = state
  switch (task.kind) {
    case 'move':
    case 'line': {
      const best =
        task.kind === 'line'
          ? readMove(task.turns[state.round]!.accept[0]!)
          : position.legalMoves().find((made) => move(lesson, state, made).done)!
      if (best.kind === 'add') return { text: words.tryMove(best.to), squares: [best.to] }
      return { text: words.tryStep(best.from, best.to), squares: [best.from, best.to] }
    }
    case 'draw':
      return nextChip(chipsOf(task.example), picked)
    default: {
      const square = NAMES.find((name) => {
        const next = choose(lesson, state, name)
        return next.done || next.picked.length > picked.length
      })!
      return { text: words.tryMove(square), squares: [square] }
    }
  }
}

function nextChip(example: Square[], picked: Square[]): { text: string; squares: Square[] } {
  const agreed = example.findIndex((chip, index) => picked[index] !== chip)
  const next = example[agreed]!
  if (picked.length === agreed) return { text: words.chooseNext(next), squares: [next] }
  return { text: words.goBackTo(picked[agreed]!, next), squares: [next] }
}

function findNamed(lesson: Lesson, { squares }: TaskOf<'names'>, state: State, square: Square): State {
  const asked = squares[state.picked.length]!
  if (square !== asked) return wrong(state, words.notNamed(square, asked))
  const picked = [...state.picked, square]
  const text = words.isNamed(square)
  const next: State = { ...state, picked, marks: marked(picked, 'ring'), said: { tone: 'right', text } }
  return picked.length === squares.length ? done(lesson, next, text) : next
}

function findIllegal(
  lesson: Lesson,
  { find }: TaskOf<'illegal'>,
  state: State,
  square: Square,
): State {
  const { position, picked } = state
  if (picked.includes(square)) return wrong(state, words.foundAlready(square))
  const refusal = position.whyIllegal({ kind: 'add', to: square })
  if (!refusal) return wrong(state, words.mayPlay(position.turn, square))
  const why = sentence(refusal.sentence)
  const bars = missing(find, position, picked)
  if (!bars.includes(refusal.reason as Bar)) return wrong(state, `${why} ${words.lookFor(bars)}`)
  const squares = [...picked, square]
  const rings = marked(refusal.reason === 'cluster' ? refusal.chips : [], 'ring')
  const marks = [...marked(squares, 'bad'), ...rings]
  const next: State = { ...state, picked: squares, marks, said: { tone: 'right', text: why } }
  if (missing(find, position, squares).length) return next
  return find.cluster
    ? done(lesson, { ...next, marks: closed(position) })
    : done(lesson, next, why)
}

/** The reasons of which more squares are to be found. */
function missing(find: TaskOf<'illegal'>['find'], position: Position, squares: Square[]): Bar[] {
  const reasons = squares.map((to) => position.whyIllegal({ kind: 'add', to })?.reason)
  const bars = Object.keys(find) as Bar[]
  return bars.filter((bar) => reasons.filter((reason) => reason === bar).length < find[bar]!)
}

/** Crosses on the squares where the player to move may not play because chips would touch. */
function closed(position: Position): Mark[] {
  return marked(position.forbidden(), 'bad')
}

function findSeen(lesson: Lesson, { of }: TaskOf<'sights'>, state: State, square: Square): State {
  const { position, picked } = state
  if (picked.includes(square)) return wrong(state, words.foundAlready(square))
  if (square === of) return wrong(state, words.itself(of))
  if (!position.at(square)) return wrong(state, words.noChip(square))
  const seen = position.sights(of)
  if (!seen.includes(square)) return wrong(state, unseen(position, of, square))
  const squares = [...picked, square]
  const marks = [...marked([of], 'hint'), ...marked(squares, 'ring')]
  const text = words.seeEachOther(of, square)
  const next: State = { ...state, picked: squares, marks, said: { tone: 'right', text } }
  return squares.length === seen.length ? done(lesson, next, text) : next
}

function findStaying(lesson: Lesson, { chip }: TaskOf<'stay'>, state: State, square: Square): State {
  const { position } = state
  if (position.at(square) !== position.turn) return wrong(state, words.ownChip)
  if (square !== chip) return wrong(state, words.mayLeave(square, other(position.turn)))
  const to = position.legalTargets(chip)[0]!
  const network = position.play({ kind: 'step', from: chip, to }).outcome()!.network!
  // Drawn with the chip in place, the path shows what holds it up.
  return done(lesson, { ...state, network, marks: [] }, words.mustStay(chip, other(position.turn), network))
}

function cut(lesson: Lesson, task: TaskOf<'cut'>, state: State, square: Square): State {
  if (square !== task.square) return wrong(state, task.wrong)
  const position = state.position.play({ kind: 'add', to: square })
  const flaw = position.whyNotNetwork(state.picked, other(lesson.diagram.turn))!
  return done(lesson, { ...state, position, marks: [] }, sentence(flaw.sentence))
}

function draw(lesson: Lesson, task: TaskOf<'draw'>, state: State, square: Square): State {
  const { position, picked } = state
  const color = lesson.diagram.turn
  if (square === picked.at(-1)) return takeBack(lesson, state)
  const path = [...picked, square]
  const why = whyNotNext(position, picked, square, color, task.first) ?? whyNotEnd(path, color, task.atLeast)
  if (why) return wrong({ ...state, marks: marked([square], 'bad') }, why)
  const next: State = { ...state, picked: path, marks: [], said: null }
  return position.whyNotNetwork(path, color) ? next : done(lesson, { ...next, network: path })
}

/** Why a chip cannot come next on a path, said at once and not only at the far goal. */
function whyNotNext(
  position: Position,
  path: Square[],
  square: Square,
  color: Color,
  first: Square | undefined,
): string | null {
  const [before, last] = [path.at(-2), path.at(-1)]
  if (position.at(square) !== color) return words.noChipOf(color, square)
  if (!last && first && square !== first) return words.startWith(first)
  if (!last) return goal(numberOf(square), color) < 0 ? words.startInGoal(square) : null
  if (path.includes(square)) return words.usedAlready(square)
  if (!position.sights(last).includes(square)) return unseen(position, last, square)
  if (before && direction(before, last) === direction(last, square)) {
    return words.straightOn(before, last, square)
  }
  return null
}

/** Why a path that has come to a goal again is not what is asked for; null while it has not. */
function whyNotEnd(path: Square[], color: Color, atLeast: number): string | null {
  const [first, last] = [path[0]!, path.at(-1)!]
  const end = goal(numberOf(last), color)
  if (path.length === 1 || end < 0) return null
  if (end === goal(numberOf(first), color)) return words.sameGoal(last, first)
  if (path.length < SHORTEST_NETWORK) return words.tooShort(path.length)
  return path.length < atLeast ? words.networkTooShort(path.length, atLeast) : null
}

function unseen(position: Position, from: Square, to: Square): string {
  if (direction(from, to) < 0) return words.notStraight(from, to)
  const between = squaresBetween(numberOf(from), numberOf(to)).map((number) => NAMES[number]!)
  return words.blocked(from, to, between.find((square) => position.at(square))!)
}

function direction(from: Square, to: Square): number {
  return directionBetween(numberOf(from), numberOf(to))
}

function marked(squares: Square[], kind: Mark['kind']): Mark[] {
  return squares.map((square) => ({ square, kind }))
}

function wrong(state: State, text: string): State {
  return { ...state, said: { tone: 'wrong', text } }
}

function done(lesson: Lesson, state: State, before = RIGHT): State {
  return { ...state, done: true, said: { tone: 'right', text: `${before} ${lesson.done}` } }
}

function verdict(right: boolean, text: string): Said {
  return { tone: right ? 'right' : 'wrong', text: `${right ? RIGHT : NOT_RIGHT} ${text}` }
}
