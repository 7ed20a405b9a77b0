/** Scores as the engine gives them, seen from the player to move: points, or a proven result with its distance. */

/** A win in n plies has WIN - n points. */
export const WIN = 30_000
/** Scores beyond this are proven. */
export const SURE = 29_000

export class Score {
  constructor(readonly points: number) {}

  /** A proven win in so many plies. */
  static winIn(plies: number): Score {
    return new Score(WIN - plies)
  }

  /** A proven loss in so many plies; 0 for a player without a move. */
  static lossIn(plies: number): Score {
    return new Score(plies - WIN)
  }

  get isProven(): boolean {
    return Math.abs(this.points) > SURE
  }

  /** Whether the player to move wins, proven; null if that is open. */
  get wins(): boolean | null {
    return this.isProven ? this.points > 0 : null
  }

  /** The plies to a proven end, for a win and for a loss; null if there is no proof. */
  get plies(): number | null {
    return this.isProven ? WIN - Math.abs(this.points) : null
  }

  /** The chance to win, from 0 to 1, as evaluated. */
  get chance(): number {
    if (this.isProven) return this.points > 0 ? 1 : 0
    return 1 / (1 + Math.exp(-this.points / 100))
  }

  /** The same seen by the other player. */
  negated(): Score {
    return new Score(-this.points)
  }

  /** The same result, seen by the player who moved to this position, before that move. */
  onePlyEarlier(): Score {
    return new Score(-this.points + (this.isProven ? Math.sign(this.points) : 0))
  }

  /** `+0.25`, `win in 7` or `loss in 6`. */
  toString(): string {
    if (this.isProven) return `${this.wins ? 'win' : 'loss'} in ${this.plies}`
    return `${this.points < 0 ? '-' : '+'}${(Math.abs(this.points) / 100).toFixed(2)}`
  }
}
