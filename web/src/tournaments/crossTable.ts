/** What everybody scored against everybody. */
import type { Pairing, Standing } from './api'
import { pointsText } from './words'

const SCORES: Record<string, readonly [number, number]> = {
  '1-0': [1, 0],
  '0-1': [0, 1],
  '1/2-1/2': [0.5, 0.5],
}

/** A row for each player in the order of the standings, with a cell for each opponent: the score, empty
 * where they have not met, null against oneself. */
export function crossTable(standings: readonly Standing[], pairings: readonly Pairing[]): (string | null)[][] {
  const cells = new Map<string, string>()
  for (const { white, black, result } of pairings) {
    const scores = result && SCORES[result]
    if (black === null || !scores) continue
    cells.set(`${white} ${black}`, pointsText(scores[0]))
    cells.set(`${black} ${white}`, pointsText(scores[1]))
  }
  return standings.map(({ number }) =>
    standings.map((other) => (other.number === number ? null : (cells.get(`${number} ${other.number}`) ?? ''))),
  )
}
