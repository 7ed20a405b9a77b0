/** The address of a review: the game, what is known of its players, and the ply that is shown. */

import { RULES, type Rules } from '../engine/game'
import { START, studyAddress } from '../parts/line'
import { winner } from '../parts/words'
import { Position, other, readMove, type Color } from '../rules/position'
import type { ReviewGame } from './findings'

/** An end that the moves do not tell: who resigned or ran out of time; nobody loses by agreement. */
export type Ending =
  | { how: 'resignation' | 'time'; loser: Color }
  | { how: 'agreement'; loser: null }

/** A game to review. `you` is the colour that the visitor played; `at` the moves shown, null for the end. */
export type Reviewed = ReviewGame & { ending: Ending | null; you: Color | null; at: number | null }

export function reviewAddress({ start, moves, rules, opening, ending, you, at }: Partial<Reviewed> & ReviewGame): string {
  const line = studyAddress({ start, moves: [...moves] }, at ?? moves.length).split('?')[1]
  const words = [
    line,
    opening ? `opening=${opening}` : '',
    ...Object.entries(rules ?? {}).map(([name, value]) =>
      value === RULES[name as keyof Rules] ? '' : `${name}=${value}`,
    ),
    ending ? `end=${ending.how}` : '',
    ending?.loser ? `loser=${ending.loser}` : '',
    you ? `you=${you}` : '',
  ].filter(Boolean)
  return words.length ? `/review?${words.join('&')}` : '/review'
}

/** The game that the search part of an address names; throws a sentence if it names none. */
export function readReviewAddress(search: string): Reviewed {
  const words = new URLSearchParams(search)
  const start = Position.parse(words.get('position') ?? START).text()
  const moves = (words.get('moves') ?? '').split(' ').filter(Boolean)
  let position = Position.parse(start)
  for (const [index, text] of moves.entries()) {
    const move = readMove(text)
    const why = position.whyIllegal(move)
    if (why) throw new Error(`move ${index + 1}, ${text}: ${why.sentence}`)
    position = position.play(move)
  }
  const at = number(words.get('at'))
  return {
    start,
    moves,
    rules: {
      noMove: words.get('noMove') === 'draw' ? 'draw' : RULES.noMove,
      repetition: number(words.get('repetition')) ?? RULES.repetition,
      stepLimit: number(words.get('stepLimit')) ?? RULES.stepLimit,
    },
    opening: number(words.get('opening')) ?? 0,
    ending: ending(words.get('end'), color(words.get('loser'))),
    you: color(words.get('you')),
    at: at !== null && at < moves.length ? at : null,
  }
}

/** How a game ended, from its result and termination as the server and records write them; null where
 * the moves tell it. Records have no termination for a draw by agreement. */
export function endingOf(result: string | null, termination: string | null): Ending | null {
  if (result === '1/2-1/2') return ending(termination ?? 'agreement', null)
  const won = winner(result)
  return won && ending(termination, other(won))
}

function ending(how: string | null, loser: Color | null): Ending | null {
  if (how === 'agreement') return { how, loser: null }
  return loser && (how === 'resignation' || how === 'time') ? { how, loser } : null
}

/** How many moves of a record were made before the players had a choice: its tag `Opening`, which
 * arenas write as "5 plies". */
export function openingOf(tags: Readonly<Record<string, string>>): number {
  return number((tags.Opening ?? '').replace(/ plies$/, '')) ?? 0
}

function color(text: string | null): Color | null {
  return text === 'white' || text === 'black' ? text : null
}

function number(text: string | null): number | null {
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null
}
