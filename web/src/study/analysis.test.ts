import { describe, expect, it, vi } from 'vitest'
import type { Engine, Info, Opened } from '../engine/engine'
import { EngineError } from '../engine/link'
import { PageEngine } from '../engine/page-engine.svelte'
import { Score } from '../engine/score'
import { Analysis } from './analysis.svelte'

const START = '8/8/8/8/8/8/8/8 w 0 1'

function info(move: string): Info {
  const rest = { rank: 1, depth: 1, seldepth: 1, nodes: 1, time: 1, hashfull: 0 }
  return { ...rest, move, moves: [move], score: new Score(0) }
}

/** An engine that searches until the signal comes, and what was asked of it. */
function fake(found: Info[][], failure: Error | null = null) {
  const asked: (readonly string[])[] = []
  const engine = {
    async *analyse(game, { signal } = {}) {
      asked.push(game.moves ?? [])
      yield* found
      if (failure) throw failure
      if (game.moves?.length) return
      await new Promise<void>((resolve) => signal!.addEventListener('abort', () => resolve()))
    },
    book: async () => [{ winner: 'white', move: '33', plies: 15, source: 'certificate' }],
    close: vi.fn(),
  } satisfies Partial<Engine>
  const open = vi.fn(async (): Promise<Opened> => ({ engine: engine as unknown as Engine, problem: null }))
  return { engine, asked, open }
}

describe('the analysis', () => {
  it('loads the engine once, when it is first asked', async () => {
    const { open } = fake([[info('33')]])
    const analysis = new Analysis(new PageEngine(open))
    expect(open).not.toHaveBeenCalled()
    await analysis.look({ moves: ['33'] }, START, 1)
    await analysis.look({ moves: ['22'] }, START, 1)
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('shows lines while the search goes on, and the certificate beside them', async () => {
    const { open } = fake([[info('33')], [info('44'), info('55')]])
    const analysis = new Analysis(new PageEngine(open))
    void analysis.look({ moves: [] }, START, 2)
    await vi.waitFor(() => expect(analysis.lines.map(({ move }) => move)).toEqual(['33', '44']))
    expect(analysis.known).toEqual({ winner: 'white', move: '33', plies: 15, source: 'certificate' })
    expect(analysis.isSearching).toBe(true)
  })

  it('shows nothing of an earlier position', async () => {
    const { open, asked } = fake([[info('33')]])
    const analysis = new Analysis(new PageEngine(open))
    const first = analysis.look({ moves: [] }, START, 1)
    await vi.waitFor(() => expect(analysis.lines).toHaveLength(1))
    const second = analysis.look({ moves: ['33'] }, START, 1)
    expect(analysis.lines).toEqual([])
    await Promise.all([first, second])
    expect(asked).toEqual([[], ['33']])
    expect(analysis.isSearching).toBe(false)
  })

  it('ends with the page, also while the engine is on its way', async () => {
    const { engine, open, asked } = fake([[info('33')]])
    const analysis = new Analysis(new PageEngine(open))
    const looking = analysis.look({ moves: [] }, START, 1)
    analysis.close()
    await looking
    expect(asked).toEqual([])
    expect(engine.close).toHaveBeenCalledTimes(1)
  })

  it('says why there is no engine, and tries again when asked again', async () => {
    const sentence = 'This browser cannot run the engine.'
    const open = vi.fn(
      async (): Promise<Opened> => ({ engine: null, problem: { kind: 'unsupported', sentence } }),
    )
    const analysis = new Analysis(new PageEngine(open))
    await analysis.look({ moves: [] }, START, 1)
    expect(analysis.problem).toBe(sentence)
    expect(analysis.isSearching).toBe(false)
    await analysis.look({ moves: [] }, START, 1)
    expect(open).toHaveBeenCalledTimes(2)
  })

  it('says why the engine cannot answer', async () => {
    const { open } = fake([], new EngineError('the game is over: it is drawn by repetition'))
    const analysis = new Analysis(new PageEngine(open))
    await analysis.look({ moves: [] }, START, 1)
    expect(analysis.problem).toBe('The game is over: it is drawn by repetition.')
  })
})
