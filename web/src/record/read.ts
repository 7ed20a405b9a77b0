/**
 * Records read from text, as `tenchips.record` reads them: the same games, and the same sentence
 * with its line where a game is broken. A broken game never keeps the next one from being read.
 *
 * The grammar is that of PGN. Moves alone are a game too: without tags the result may be left out,
 * and the moves tell it.
 */

import { RULES, type Rules } from '../engine/game'
import { START } from '../parts/line'
import { ending, endingText, readRules, rulesText, type Ending } from '../rules/houseRules'
import { Position, moveText, readMove, type Move, type Square } from '../rules/position'
import { NAMES } from '../rules/squares'
import { BLANK, first, literal, quoted, words } from '../rules/texts'
import { MARKS, newNode, type MoveMark, type Node, type Tree } from '../study/tree'

/** A game as it was read. */
export type RecordGame = {
  tags: Record<string, string>
  start: string
  /** House rules as text. */
  rules: string
  tree: Tree
  /** The main line of the tree. */
  moves: string[]
  result: string
  termination: string | null
}

/** What is wrong with a game: a sentence, and the line of the text, from 1. */
export class RecordError extends Error {
  constructor(
    sentence: string,
    readonly line: number,
  ) {
    super(sentence)
  }
}

/** The games of a text, and what is wrong with those that could not be read. */
export function readRecords(text: string): { games: RecordGame[]; errors: RecordError[] } {
  const games: RecordGame[] = []
  const errors: RecordError[] = []
  for (const [line, game] of splitGames(text)) {
    try {
      games.push(new GameReader(line, game).read())
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      errors.push(error)
    }
  }
  return { games, errors }
}

const RESULTS = ['1-0', '0-1', '1/2-1/2', '*']
const DECIDED_BY_MOVES = ['network', 'no move', 'repetition', 'step limit']
const TERMINATIONS = [...DECIDED_BY_MOVES, 'resignation', 'time', 'illegal move']
const DEEPEST_VARIATION = 32

const TAG_LINE = new RegExp(String.raw`^[${BLANK}]*\[(?!add |step )[${BLANK}]*([\p{L}\p{N}_]*)`, 'u')
const BRACE = /\\[{}\\]|[{}]/g

/** The games of a text, divided at their tags: the first line's number, and the text. An error in one
 * game must not hide the next one, so after an empty line tags begin a game even inside a comment,
 * and even with no moves before them if they cannot belong to those above. */
function splitGames(text: string): [number, string][] {
  const found: [number, string][] = []
  let game: string[] = []
  let tags = new Set<string>()
  let start = 1
  let [isBlank, hasMoves, inComment] = [false, false, false]
  for (const [index, whole] of text.replace(/^\ufeff/, '').split('\n').entries()) {
    const line = whole.replace(/\r+$/, '')
    const tag = TAG_LINE.exec(line)?.[1]
    const isTag = tag !== undefined
    const isAnother = isBlank && isTag && (hasMoves || tag === 'Game' || tags.has(tag))
    if (game.length && (isAnother || (isTag && hasMoves && !inComment))) {
      found.push([start, game.join('\n')])
      ;[game, tags, hasMoves, inComment] = [[], new Set(), false, false]
    }
    isBlank = !words(line).length
    if (isBlank && !game.length) continue
    if (!game.length) start = index + 1
    game.push(line)
    if (isTag && !inComment) tags.add(tag)
    else if (!isBlank) {
      hasMoves = true
      for (const [brace] of line.matchAll(BRACE)) inComment = brace === '{' || (inComment && brace !== '}')
    }
  }
  if (game.length) found.push([start, game.join('\n')])
  return found
}

const TOKEN = new RegExp(
  [
    String.raw`(?<comment>\{[^\\}]*(?:\\.[^\\}]*)*\})`,
    String.raw`(?<tag>\[[${BLANK}]*(?<name>[A-Za-z][A-Za-z0-9_]*)[${BLANK}]+"(?<value>[^"\\\n]*(?:\\[^\n][^"\\\n]*)*)"[${BLANK}]*\])`,
    String.raw`(?<number>[0-9]+\.(?:\.\.)?)`,
    String.raw`(?<mark>[!?]+|\$[0-9]{1,3})`,
    String.raw`(?<move>\[(?:add|step) [^\]\n]*\]|[^${BLANK},(){}\[\]!?.]+)`,
    String.raw`(?<sign>[^${BLANK},])`,
  ].join('|'),
  'gsu',
)
/** The marks as other programs for PGN write them. */
const NUMBERED_MARKS: Record<string, MoveMark> = { $1: '!', $2: '?', $3: '!!', $4: '??', $5: '!?', $6: '?!' }
const END = new RegExp(`[${BLANK}]*$`, 'u')
const KINDS = ['comment', 'tag', 'number', 'mark', 'move', 'sign'] as const

type Token = { kind: (typeof KINDS)[number]; text: string; at: number; name: string; value: string }

/** A move as it stands in the text, with the lines that could be played instead. */
type ReadMove = {
  move: Move
  text: string
  mark: MoveMark | ''
  comments: string[]
  networks: Square[][]
  variations: ReadLine[]
  at: number
}

type ReadLine = { moves: ReadMove[]; comments: string[] }

class GameReader {
  readonly #line: number
  readonly #text: string
  readonly #tokens: Token[]
  readonly #tags = new Map<string, string>()
  readonly #tagPlaces = new Map<string, number>()
  #next = 0
  #rules: Rules = RULES

  constructor(line: number, text: string) {
    this.#line = line
    this.#text = text
    this.#tokens = [...text.matchAll(TOKEN)].map(({ 0: word, index, groups }) => ({
      kind: KINDS.find((kind) => groups![kind] !== undefined)!,
      text: word,
      at: index,
      name: groups!.name ?? '',
      value: groups!.value ?? '',
    }))
  }

  read(): RecordGame {
    this.#readTags()
    const start = this.#readSettings()
    const termination = this.#tags.get('Termination') ?? null
    const line = this.#readLine(2 * (start.number - 1) + (start.turn === 'black' ? 1 : 0), 0)
    const end = this.#at
    const written = this.#readResult(line)
    const atTag = (tag: string) => this.#tagPlaces.get(tag) ?? end
    this.#try(() => Position.parse(start.text()), atTag('Position'))
    const positions = [start]
    this.#judge(line, positions)
    const outcome = ending(positions, this.#rules)
    const result = written ?? resultOf(outcome) ?? '*'
    this.#compare(outcome, result, termination, atTag)
    const last = line.moves.at(-1)
    if (outcome?.network && last && !last.networks.length) last.comments.push(`network ${outcome.network.join('-')}`)
    return {
      tags: this.#allTags(start.text(), result, outcome?.termination ?? termination),
      start: start.text(),
      rules: rulesText(this.#rules),
      tree: treeOf(line),
      moves: line.moves.map(({ text }) => text),
      result,
      termination: outcome?.termination ?? termination,
    }
  }

  // Tokens

  get #token(): Token | undefined {
    return this.#tokens[this.#next]
  }

  #is(kind: Token['kind']): boolean {
    return this.#token?.kind === kind
  }

  get #word(): string {
    return this.#token?.text ?? ''
  }

  /** Where the next token begins; at the end of the text, where its last one ends. */
  get #at(): number {
    return this.#token?.at ?? this.#text.search(END)
  }

  #error(sentence: string, at = this.#at): RecordError {
    return new RecordError(sentence, this.#line + this.#text.slice(0, at).split('\n').length - 1)
  }

  /** What a function returns; what it throws becomes an error at a place of the text. */
  #try<T>(read: () => T, at = this.#at): T {
    try {
      return read()
    } catch (error) {
      throw this.#error((error as Error).message, at)
    }
  }

  /** An error about a token that is not expected here. */
  #unexpected(rule: string): RecordError {
    const word = this.#word
    if (word === '{') return this.#error('a comment is not closed: end it with }')
    if (word === '[') return this.#error('this is not a tag: write [Name "value"]')
    if (this.#is('tag')) return this.#error(`the tag ${first(word, 40)} is among the moves: ${rule}`)
    const found = word ? `${first(word, 20)} is not expected here` : 'the record ends without a result'
    return this.#error(`${found}: ${rule}`)
  }

  // Tags

  #readTags(): void {
    for (; this.#token?.kind === 'tag'; this.#next++) {
      const { name, value } = this.#token
      if (this.#tags.has(name)) throw this.#error(`the tag ${first(name, 40)} is given twice: leave one out`)
      this.#tags.set(name, this.#try(() => cleanText(value.replace(/\\(["\\])/g, '$1'))))
      this.#tagPlaces.set(name, this.#at)
    }
    const fen = this.#tags.get('FEN')
    if (fen !== undefined && !this.#tags.has('Position')) {
      // as other arenas call it
      this.#tags.set('Position', fen)
      this.#tagPlaces.set('Position', this.#tagPlaces.get('FEN')!)
      this.#tags.delete('FEN')
      this.#tags.delete('SetUp')
    }
  }

  /** The position that the game begins with, judged for its form, and the house rules. */
  #readSettings(): Position {
    const tag = (name: string) => this.#tags.get(name)
    const place = (name: string) => this.#tagPlaces.get(name)
    const game = tag('Game') ?? 'Network'
    if (game !== 'Network') {
      const sentence = `this is a record of ${literal(first(game, 40))}: only records of Network can be read`
      throw this.#error(sentence, place('Game'))
    }
    this.#rules = this.#try(() => readRules(tag('Rules') ?? ''), place('Rules'))
    const start = this.#try(() => Position.parseForm(tag('Position') ?? START), place('Position'))
    const termination = tag('Termination')
    if (termination !== undefined && !TERMINATIONS.includes(termination)) {
      const sentence = `${literal(first(termination, 40))} is not a termination: write one of ${TERMINATIONS.join(', ')}`
      throw this.#error(sentence, place('Termination'))
    }
    return start
  }

  #allTags(start: string, result: string, termination: string | null): Record<string, string> {
    const given = Object.fromEntries(this.#tags)
    const known: Record<string, string> = {
      Game: 'Network',
      Event: given.Event ?? '?',
      Date: given.Date ?? '????.??.??',
      White: given.White ?? '?',
      Black: given.Black ?? '?',
      Result: result,
      Rules: rulesText(this.#rules),
    }
    if (start !== START) known.Position = start
    if (termination !== null) known.Termination = termination
    const { Position: _, ...more } = given
    return { ...known, ...more, ...known }
  }

  // Moves

  #readLine(ply: number, depth: number): ReadLine {
    const comments = this.#readComments()
    const moves: ReadMove[] = []
    while ((this.#is('number') || this.#is('move')) && !RESULTS.includes(this.#word)) {
      moves.push(this.#readMove(ply++, depth))
    }
    return { moves, comments }
  }

  #readComments(): string[] {
    const comments: string[] = []
    for (; this.#is('comment'); this.#next++) {
      const text = this.#word.slice(1, -1).replace(/\\([{}\\])/g, '$1')
      comments.push(this.#try(() => cleanText(text)))
    }
    return comments
  }

  #readMove(ply: number, depth: number): ReadMove {
    const comments = this.#readNumber(ply)
    const at = this.#at
    const move = this.#try(() => readMove(this.#word))
    this.#next++
    const mark = this.#readMark()
    comments.push(...this.#readComments())
    const variations: ReadLine[] = []
    while (this.#word === '(') {
      if (depth === DEEPEST_VARIATION) {
        throw this.#error(`variations are nested more than ${DEEPEST_VARIATION} deep: take some apart`)
      }
      variations.push(this.#readVariation(ply, depth + 1))
      comments.push(...this.#readComments())
    }
    const said = comments.filter(Boolean)
    const networks = this.#try(() => said.flatMap(networkIn), at)
    return { move, text: moveText(move), mark, comments: said, networks, variations, at }
  }

  /** Pass over the number of a move; the comments between the two. */
  #readNumber(ply: number): string[] {
    if (!this.#is('number')) return []
    const due = `${Math.floor(ply / 2) + 1}.${'..'.repeat(ply % 2)}`
    if (this.#word !== due) {
      const is = first(this.#word, 20)
      throw this.#error(`the move number should be ${due} and is ${is}: check the moves before it`)
    }
    this.#next++
    const comments = this.#readComments()
    if (!this.#is('move') || RESULTS.includes(this.#word)) {
      throw this.#unexpected(`a move comes after ${due}`)
    }
    return comments
  }

  /** The mark after a move, or the first number after it that means one. Other numbers mean nothing here. */
  #readMark(): MoveMark | '' {
    let found: MoveMark | '' = ''
    if (this.#is('mark') && !this.#word.startsWith('$')) {
      const mark = MARKS.find((one) => one === this.#word)
      if (!mark) {
        throw this.#error(`${first(this.#word, 20)} is not an annotation: write one of ${MARKS.join(' ')}`)
      }
      found = mark
      this.#next++
    }
    for (; this.#is('mark') && this.#word.startsWith('$'); this.#next++) {
      found ||= NUMBERED_MARKS[this.#word] ?? ''
    }
    return found
  }

  #readVariation(ply: number, depth: number): ReadLine {
    this.#next++
    const line = this.#readLine(ply, depth)
    if (!line.moves.length) throw this.#error('a variation is empty: write a move after (')
    if (this.#word !== ')') throw this.#unexpected('a variation ends with )')
    this.#next++
    return line
  }

  /** The result as it is written; null where the moves alone are given. */
  #readResult(line: ReadLine): string | null {
    if (!this.#token && !this.#tags.size && line.moves.length) return null
    const result = this.#word
    if (!RESULTS.includes(result)) {
      throw this.#unexpected(`a game ends with its result, one of ${RESULTS.join(' ')}`)
    }
    const tag = this.#tags.get('Result') ?? result
    if (tag !== result) {
      throw this.#error(`the result ${result} differs from the tag Result, ${literal(first(tag, 40))}`)
    }
    this.#next++
    if (this.#token) {
      const advice = 'remove it, or begin a new game with its tags on lines of their own'
      throw this.#error(`there is text after the result ${result}: ${advice}`)
    }
    return result
  }

  // The game

  /** Play a line, and its variations, in the order of the text; `positions` are those before it. */
  #judge(line: ReadLine, positions: Position[]): void {
    for (const one of line.moves) {
      const before = positions.at(-1)!
      const end = ending(positions, this.#rules)
      const why = end ? `the game is over: ${endingText(end)}` : before.whyIllegal(one.move)?.sentence
      if (why) throw this.#error(`${one.text} is illegal: ${why}`, one.at)
      positions.push(before.play(one.move))
      this.#judgeNetworks(one, positions)
      for (const variation of one.variations) this.#judge(variation, positions.slice(0, -1))
    }
  }

  #judgeNetworks({ networks, text, at }: ReadMove, positions: readonly Position[]): void {
    for (const network of networks) {
      const end = ending(positions, this.#rules)
      if (!end?.network) throw this.#error(`a comment says that ${text} completes a network, but it does not`, at)
      const flaw = positions.at(-1)!.whyNotNetwork(network, end.winner!)
      if (flaw) throw this.#error(`${network.join('-')} is not a network: ${flaw.sentence}`, at)
    }
  }

  /** Throw where the result or the termination contradicts the moves. */
  #compare(outcome: Ending | null, result: string, termination: string | null, atTag: (tag: string) => number): void {
    if (!outcome) {
      if (termination && DECIDED_BY_MOVES.includes(termination)) {
        throw this.#error(`the moves do not end the game by ${termination}`, atTag('Termination'))
      }
      if (termination && result !== '1-0' && result !== '0-1') {
        const sentence = `a game that ends by ${termination} has a winner: the result is 1-0 or 0-1, not ${result}`
        throw this.#error(sentence, atTag('Result'))
      }
    } else if (result !== resultOf(outcome)) {
      const sentence = `the result is ${resultOf(outcome)}, not ${result}: ${endingText(outcome)}`
      throw this.#error(sentence, atTag('Result'))
    } else if (termination !== null && termination !== outcome.termination) {
      throw this.#error(`the game ends by ${outcome.termination}, not ${termination}`, atTag('Termination'))
    }
  }
}

function resultOf(outcome: Ending | null): string | null {
  if (!outcome) return null
  return outcome.winner === 'white' ? '1-0' : outcome.winner === 'black' ? '0-1' : '1/2-1/2'
}

/** A text as a record holds it, on one line; throws a sentence if it cannot. */
function cleanText(text: string): string {
  const clean = words(text).join(' ')
  const [found] = /[\x00-\x1f\x7f-\x9f\p{Cs}]/u.exec(clean) ?? []
  if (found) throw new Error(`a record cannot hold the character ${literal(found)}: leave it out`)
  return clean
}

/** The network that a comment names, in a list; throws a sentence if it names what is no square. */
function networkIn(comment: string): Square[][] {
  const [, path] = /^network ([0-9]{1,9}-[0-9-]{0,60})$/.exec(comment) ?? []
  if (path === undefined) return []
  const squares = path.split('-').filter(Boolean)
  const wrong = squares.find((square) => !NAMES.includes(square))
  if (wrong) throw new Error(`${quoted(wrong)} is not a square: write column and row, 0 to 7, like 33`)
  return [squares]
}

/** A line as a tree. A move that is there already takes what is said of it again; a comment before the
 * first move of a variation goes to that move. */
function treeOf(line: ReadLine): Tree {
  type Building = { -readonly [K in keyof Node]: K extends 'children' ? Building[] : Node[K] }
  const root = { comments: line.comments.filter(Boolean), children: [] as Building[] }
  const grow = (parent: { children: Building[] }, { moves }: ReadLine, early: readonly string[]) => {
    for (const { text, mark, comments, variations } of moves) {
      let child = parent.children.find(({ move }) => move === text)
      if (!child) parent.children.push((child = { ...newNode(text), children: [] }))
      child.comments = [...child.comments, ...early, ...comments]
      if (mark) child.mark = mark
      for (const variation of variations) grow(parent, variation, variation.comments.filter(Boolean))
      parent = child
      early = []
    }
  }
  grow(root, line, [])
  return root
}
