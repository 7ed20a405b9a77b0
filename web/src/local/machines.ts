/** The moves of machines in local games: the engine in this browser, or chance. */
import { PageEngine } from '../engine/page-engine.svelte'
import type { Game } from '../live/protocol'
import { positionsOf } from '../parts/line'
import { moveText } from '../rules/position'
import { seatOf } from './game'

export interface Machines {
  /** The move of the machine to move; null if it was stopped. Throws if there is no engine. */
  move(game: Game, signal: AbortSignal): Promise<string | null>
  close(): void
}

/** Opens an engine with the first move that needs one. */
export class BrowserMachines implements Machines {
  #own = new PageEngine()

  async move(game: Game, signal: AbortSignal): Promise<string | null> {
    const { level } = seatOf(game, game.turn)
    const { start: position, moves } = game
    if (level === null) return anyMove(game)
    const engine = await this.#own.open()
    if (!engine) throw new Error(this.#own.problem)
    return (await engine.play(level, { position, moves }, { signal }))?.move ?? null
  }

  close(): void {
    this.#own.close()
  }
}

function anyMove(game: Game): string {
  const legal = positionsOf(game).at(-1)!.legalMoves()
  return moveText(legal[Math.floor(Math.random() * legal.length)]!)
}
