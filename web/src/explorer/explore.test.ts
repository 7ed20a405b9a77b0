import { describe, expect, it } from 'vitest'
import { EngineError } from '../engine/link'
import { Score } from '../engine/score'
import { positionsOf, explorerAddress, readExplorerAddress, withMove } from './address'
import { boundsOf, check, commandOf, isLong, verdictOf, type Check } from './check'
import { explore, type Asked } from './explore'
import { claimOf, fullWords, grouped, ranked, squareResults, summary, type Result, type Results } from './results'

const WON_NEXT = '62 27 02 67 32 16 65 56 46 34 26 14'.split(' ')

const certificate = (winner: 'white' | 'black', plies: number): Result => ({ winner, plies, source: 'certificate' })
const search = (winner: 'white' | 'black', plies: number): Result => ({ winner, plies, source: 'search' })
const open = (chance: number | null = null): Result => ({ winner: null, chance })

/** An engine that knows some moves from a book and proves others by a search of so many nodes. */
function engine(book: Record<string, { winner: 'white' | 'black'; plies: number; move?: string; source?: 'solver' }>, proofs: Record<string, [number, Score]>) {
  const asked: { moves: readonly string[]; nodes: number }[] = []
  const positions = new Map(
    Object.entries(book).map(([line, answer]) => [positionsOf(line.split(' ')).at(-1)!.text(), answer]),
  )
  const it: Asked = {
    book: async (texts) => texts.map((text) => (positions.has(text) ? { move: '33', source: 'certificate' as const, ...positions.get(text)! } : null)),
    evaluate: async (game, options) => {
      asked.push({ moves: game.moves!, nodes: options!.nodes! })
      const [needed, score] = proofs[game.moves!.at(-1)!] ?? [Infinity, new Score(0)]
      const found = options!.nodes! >= needed ? score : new Score(-50)
      return [{ rank: 1, depth: 1, seldepth: 1, moves: ['33'], move: '33', nodes: 1, time: 1, hashfull: 0, score: found }]
    },
  }
  return { it, asked }
}

async function explored(asked: Asked, moves: string[], signal = new AbortController().signal): Promise<Results[]> {
  const all: Results[] = []
  await explore(asked, moves, positionsOf(moves).at(-1)!, (results) => all.push(results), signal)
  return all
}

describe('explore', () => {
  it('knows every first move without asking anybody', async () => {
    const { it: asked, asked: questions } = engine({}, {})
    const results = (await explored(asked, [])).at(-1)!
    expect(questions).toEqual([])
    expect(results.get('33')).toEqual(certificate('white', 15))
    expect(results.get('66')).toEqual(certificate('black', 20))
    expect(results.get('26')).toEqual({ winner: 'white', plies: 19, source: 'certificate' })
    expect(results.get('65')).toEqual(certificate('white', 29))
  })

  it('tells certificate and search apart, by what a certificate leaves out', async () => {
    const book = {
      '33 22': { winner: 'white', plies: 13 },
      '33 20': { winner: 'white', plies: 7 },
      '33 40': { winner: 'white', plies: 5 },
    } as const
    const results = (await explored(engine(book, {}).it, ['33'])).at(-1)!
    expect(results.get('22')).toEqual(certificate('white', 14))
    expect(results.get('20')).toEqual(certificate('white', 8))
    expect(results.get('40')).toEqual(search('white', 6))
    expect(results.get('42')).toEqual(open(1 - new Score(-50).chance))
  })

  it('counts the left-out wins one ply further when the loser is to move', async () => {
    const book = { '33 22 44': { winner: 'white', plies: 6 }, '33 22 54': { winner: 'white', plies: 8 } } as const
    const results = (await explored(engine(book, {}).it, ['33', '22'])).at(-1)!
    expect(results.get('44')).toEqual(search('white', 7))
    expect(results.get('54')).toEqual(certificate('white', 9))
  })

  it('has the certificate move of the position itself from the certificate', async () => {
    const fake = engine({ '33 22': { winner: 'white', plies: 7, move: '44' } }, {})
    const results = (await explored(fake.it, ['33', '22'])).at(-1)!
    expect(results.get('44')).toEqual(certificate('white', 7))
  })

  it('says of what the opening book has from a search that the solver proved it', async () => {
    const fake = engine({ '33 22 45': { winner: 'black', plies: 15, source: 'solver' } }, {})
    const results = (await explored(fake.it, ['33', '22'])).at(-1)!
    expect(results.get('45')).toEqual({ winner: 'black', plies: 16, source: 'solver' })
  })

  it('searches open moves with growing budgets, and proved ones no more', async () => {
    const { it: asked, asked: questions } = engine({}, { '22': [20_000, Score.winIn(7)], '44': [2_000, Score.lossIn(6)] })
    const results = (await explored(asked, ['33'])).at(-1)!
    expect(results.get('22')).toEqual(search('white', 8))
    expect(results.get('44')).toEqual(search('black', 7))
    const budgets = (move: string) => questions.filter(({ moves }) => moves.at(-1) === move).map(({ nodes }) => nodes)
    expect(budgets('44')).toEqual([2_000])
    expect(budgets('22')).toEqual([2_000, 20_000])
    expect(budgets('20')).toEqual([2_000, 20_000, 200_000, 2_000_000])
    expect(questions[0]!.moves.slice(0, -1)).toEqual(['33'])
  })

  it('sees by the rules alone that a move ends the game', async () => {
    const first = (await explored(engine({}, {}).it, WON_NEXT))[0]!
    expect(first.get('73')).toEqual(search('white', 1))
  })

  it('ends with its signal and reports nothing afterwards', async () => {
    const controller = new AbortController()
    const { it: asked, asked: questions } = engine({}, {})
    const evaluate = asked.evaluate
    asked.evaluate = (game, options) => (controller.abort(), evaluate(game, options))
    const reports = await explored(asked, ['33'], controller.signal)
    expect(questions).toHaveLength(1)
    expect([...reports.at(-1)!.values()].every((result) => !result.winner && result.chance === null)).toBe(true)
  })

  it('passes on what the engine complains of', async () => {
    const { it: asked } = engine({}, {})
    asked.book = () => Promise.reject(new EngineError('broken'))
    await expect(explored(asked, ['33'])).rejects.toThrow('broken')
  })
})

describe('results', () => {
  const results: Results = new Map([
    ['11', certificate('black', 8)],
    ['22', open(0.4)],
    ['33', search('white', 9)],
    ['44', certificate('white', 5)],
    ['55', certificate('black', 12)],
  ])

  it('ranks quick wins first and quick losses last', () => {
    expect(ranked(results, 'white').map(([move]) => move)).toEqual(['44', '33', '22', '55', '11'])
    expect(ranked(results, 'black').map(([move]) => move)).toEqual(['11', '55', '22', '33', '44'])
  })

  it('puts moves with the same proved result together', () => {
    const many: Results = new Map([...results, ['66', certificate('white', 5)], ['23', open(0.4)], ['77', search('white', 5)]])
    expect(grouped(many, 'white').map(({ moves }) => moves.join(' '))).toEqual(
      ['44 66', '77', '33', '22', '23', '55', '11'],
    )
  })

  it('claims a win with one winning move, a loss only when every move loses', () => {
    expect(claimOf(results, 'white')).toEqual(certificate('white', 5))
    const lost: Results = new Map([['11', certificate('black', 8)], ['12', certificate('black', 14)], ['13', search('black', 6)]])
    expect(claimOf(lost, 'white')).toEqual(certificate('black', 14))
    expect(claimOf(new Map([...lost, ['20', open()]]), 'white')).toBeNull()
  })

  it('says of a loss that a search had a part in it', () => {
    const lost: Results = new Map([['11', certificate('black', 14)], ['12', search('black', 10)]])
    expect(claimOf(lost, 'white')).toEqual(search('black', 14))
  })

  it('puts every result in words', () => {
    expect(fullWords(certificate('white', 5))).toBe('White wins within 5 plies, proved by certificate')
    expect(fullWords(search('black', 1))).toBe('Black wins at once, proved by search now')
    expect(fullWords({ winner: 'white', plies: 9, source: 'solver' })).toBe('White wins within 9 plies, proved by the solver')
    expect(fullWords(open())).toBe('open')
    expect(fullWords(open(0.4))).toBe('open, chances about 40 %')
    expect(summary(results, 'white')).toBe("Of White's 5 moves 2 win, 2 lose, 1 is open.")
    expect(summary(new Map([['11', open()], ['12', open()]]), 'black')).toBe('All 2 moves of Black are open.')
  })

  it('shows on each square the best move that leads there', () => {
    const position = positionsOf(['33'])[1]!
    const steps: Results = new Map([['11-22', open()], ['13-22', search('black', 3)]])
    expect(squareResults(steps, position)).toEqual([
      { square: '22', result: 'win', source: 'search', plies: 3, text: 'best step 13-22: Black wins within 3 plies, proved by search now' },
    ])
  })
})

describe('check', () => {
  const claim = (winner: 'white' | 'black', plies: number) => ({ winner, plies, source: 'search' as const })
  const signal = () => new AbortController().signal

  /** What is found by an exact search that decides after so many questions, by adds and with steps. */
  async function checked(adds: boolean | null, steps: boolean | null, bounds: Parameters<typeof check>[2]) {
    const asked: [number, boolean, number][] = []
    const exact: Parameters<typeof check>[0]['exact'] = async (_, plies, options) => {
      asked.push([plies, options!.steps!, options!.nodes!])
      return { proved: options!.nodes! < 400_000 ? null : options!.steps ? steps : adds, move: null, nodes: 10 }
    }
    const found: Check[] = []
    for await (const one of check({ exact }, 'position', bounds, signal())) found.push(one)
    return { asked, found: found.map(({ isRight, nodes }) => [isRight, nodes]) }
  }

  it('asks for what takes minutes at most: adds alone while both have chips for it, and steps', () => {
    const position = positionsOf(['33', '22'])[2]!
    expect(boundsOf(position, claim('white', 13))).toEqual([])
    expect(boundsOf(position, claim('white', 11))).toEqual([{ plies: 11, steps: false }])
    expect(boundsOf(position, claim('black', 12))).toEqual([{ plies: 12, steps: false }])
    expect(boundsOf(position, claim('white', 9))).toEqual([{ plies: 9, steps: false }, { plies: 9, steps: true }])
    const late = positionsOf('42 27 15 34 35 57 52 65 22 40 54 13 23 33 03 64'.split(' '))[16]!
    expect(boundsOf(late, claim('white', 3))).toEqual([{ plies: 3, steps: false }, { plies: 3, steps: true }])
    expect(boundsOf(late, claim('white', 5))).toEqual([{ plies: 5, steps: true }])
    expect(boundsOf(late, claim('white', 7))).toEqual([])
  })

  it('names the command for what is not asked here', () => {
    const position = positionsOf(['33', '22'])[2]!
    const late = positionsOf('42 27 15 34 35 57 52 65 22 40 54 13 23 33 03 64'.split(' '))[16]!
    expect(commandOf(position, { ...claim('white', 13), source: 'certificate' })).toBe('tenchips verify')
    expect(commandOf(position, { ...claim('black', 13), source: 'search' })).toBe(
      `tenchips solve '${position.text()}' --for black --within 14`,
    )
    expect(commandOf(late, { ...claim('white', 7), source: 'search' })).toBe(`tenchips solve '${late.text()}' --for white`)
  })

  it('asks for one ply more where the loser makes the last move', () => {
    const position = positionsOf(['33', '22'])[2]!
    expect(boundsOf(position, claim('white', 4)).map(({ plies }) => plies)).toEqual([5, 5])
    expect(boundsOf(position, claim('black', 5)).map(({ plies }) => plies)).toEqual([6, 6])
    expect(boundsOf(position, claim('black', 1)).map(({ plies }) => plies)).toEqual([2, 2])
  })

  it('goes on in growing slices until it is decided', async () => {
    const { asked, found } = await checked(true, null, [{ plies: 7, steps: false }, { plies: 7, steps: true }])
    expect(asked).toEqual([[7, false, 200_000], [7, false, 400_000]])
    expect(found).toEqual([[null, 10], [true, 20]])
  })

  it('asks with steps where adds alone do not confirm it', async () => {
    const { asked, found } = await checked(false, true, [{ plies: 7, steps: false }, { plies: 7, steps: true }])
    expect(asked.map(([, steps]) => steps)).toEqual([false, false, true, true])
    expect(found.at(-1)).toEqual([true, 40])
  })

  it('says what was looked at', () => {
    const bound = { plies: 7, steps: false }
    const done: Check = { isRight: true, bound, nodes: 1_234_567, milliseconds: 2_345 }
    expect(verdictOf(done, 7)).toBe(
      'Right: 1,234,567 positions in 2.3 seconds, with every move of both sides that can matter.',
    )
    expect(verdictOf({ ...done, bound: { plies: 7, steps: true }, nodes: 1, milliseconds: 3 }, 6)).toBe(
      'Right within 7 plies: 1 position in less than 0.1 seconds, with every move of both sides.',
    )
    expect(verdictOf({ ...done, isRight: null }, 7)).toBe('Undecided so far: 1,234,567 positions in 2.3 seconds.')
    expect(verdictOf({ ...done, isRight: false }, 7)).toContain('Not confirmed by adding chips alone: ')
    expect([isLong(bound), isLong({ plies: 9, steps: true }), isLong({ plies: 11, steps: false })]).toEqual([false, false, true])
  })
})

describe('the address', () => {
  it('holds the moves and how many of them are made', () => {
    expect(explorerAddress({ moves: [], at: 0 })).toBe('/explorer')
    expect(explorerAddress({ moves: ['33', '22'], at: 2 })).toBe('/explorer?moves=33+22')
    expect(explorerAddress({ moves: ['33', '22'], at: 1 })).toBe('/explorer?moves=33+22&at=1')
    expect(readExplorerAddress('?moves=33+22&at=1')).toEqual({ moves: ['33', '22'], at: 1 })
    expect(readExplorerAddress('?moves=33+22&at=9')).toEqual({ moves: ['33', '22'], at: 2 })
    expect(() => readExplorerAddress('?moves=33+33')).toThrow('move 2, 33: ')
    expect(() => readExplorerAddress('?moves=what')).toThrow("'what' is not a move")
  })

  it('keeps the rest of a line that goes on as before', () => {
    expect(withMove({ moves: ['33', '22'], at: 1 }, '22')).toEqual({ moves: ['33', '22'], at: 2 })
    expect(withMove({ moves: ['33', '22'], at: 1 }, '44')).toEqual({ moves: ['33', '44'], at: 2 })
  })
})
