/** What Study shows of networks: those of the position one by one, or a path that the visitor draws. */

import { COLORS, type Position, type Square } from '../rules/position'
import { judge, withChip } from './paths'

export class NetworkView {
  mode = $state<'off' | 'list' | 'draw'>('off')
  /** The path that is being drawn. */
  path = $state.raw<readonly Square[]>([])
  /** Why the last click added nothing. */
  refused = $state('')

  readonly #position: () => Position
  #index = $state(0)

  constructor(position: () => Position) {
    this.#position = position
  }

  readonly networks = $derived.by(() =>
    this.mode === 'list' ? COLORS.flatMap((color) => this.#position().networks(color)) : [],
  )
  readonly verdict = $derived.by(() => judge(this.#position(), this.path))

  /** Which of the networks is shown: another position may have fewer. */
  get index(): number {
    return this.#index < this.networks.length ? this.#index : 0
  }

  get shown(): Square[] | undefined {
    return this.networks[this.index]
  }

  /** Show the next network, or with -1 the one before; after the last comes the first. */
  turn(by: 1 | -1): void {
    const { length } = this.networks
    this.#index = (this.index + by + length) % length
  }

  draw(path: readonly Square[]): void {
    this.mode = 'draw'
    this.path = path
    this.refused = ''
  }

  pick(square: Square): void {
    const isChip = this.#position().at(square) || this.path.includes(square)
    this.refused = isChip ? '' : `There is no chip on ${square}.`
    if (isChip) this.path = withChip(this.path, square)
  }
}
