/** The verifier in JavaScript accepts the shipped proofs and believes nothing that was altered. */

import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { Checker, readText } from '../../../src/tenchips/solver/verify.mjs'
import { readClaims, type Claim, type Claims } from './claims'

const read = (name: string): Promise<Claims> =>
  readClaims(new Blob([readFileSync(new URL(`./${name}.certificate`, import.meta.url))]))

const chips = ({ squares }: Claim): number => squares.filter(Boolean).length

/** A claim as a line of text, on the real board. */
function line({ squares, move, plies }: Claim, winner: 'w' | 'b'): string {
  const signs = winner === 'w' ? '.WB' : '.BW'
  const real = (x: number, y: number) => signs[squares[winner === 'w' ? 8 * x + y : 8 * y + x]!]!
  const eight = [0, 1, 2, 3, 4, 5, 6, 7]
  const rows = eight.map((y) =>
    eight.map((x) => real(x, y)).join('').replace(/\.+/g, (run) => String(run.length)),
  )
  const name = `${move >> 3}${move & 7}`
  const number = 1 + squares.filter((chip) => chip === 1).length
  return `${rows.join('/')} ${winner} 0 ${number} ${winner === 'w' ? name : [...name].reverse().join('')} ${plies}`
}

describe.each(['white', 'black'])('the certificate of %s', (name) => {
  let shipped: Claims
  let checker: Checker
  let late: Claim

  beforeAll(async () => {
    shipped = await read(name)
    checker = new Checker(shipped)
    // All replies are won within the plies left out: nothing but its own search can prove it.
    late = shipped.claims.filter(({ plies }) => plies === shipped.left + 2).sort((a, b) => chips(b) - chips(a))[0]!
  })

  /** What is wrong with a claim once it, and nothing else, is altered. */
  const flawOf = (claim: Claim, change: Partial<Claim>): string | null => checker.flaw({ ...claim, ...change })

  test('holds from its beginning on, in a sample', () => {
    const inOrder = [...shipped.claims].sort((one, two) => chips(one) - chips(two))
    const some = [...inOrder.slice(0, 2), ...inOrder.filter((_, index) => index % 2000 === 1)]
    expect(some.map((claim) => checker.flaw(claim))).toEqual(some.map(() => null))
  })

  test('is refused with another move, distance or turn', () => {
    for (const by of [-4, -2, -1, 1, 2, 4]) expect(flawOf(late, { plies: late.plies + by })).toMatch(/plies/)
    expect(flawOf(late, { move: 0 })).toMatch(/not legal/)
    expect(flawOf(late, { move: late.squares.indexOf(2) })).toMatch(/not legal/)
    expect(flawOf(late, { squares: late.squares.with(late.squares.indexOf(2), 0) })).toMatch(/turn/)
    const others = late.squares.flatMap((chip, square) => (chip === 0 && square !== late.move ? [square] : []))
    expect(others.filter((move) => flawOf(late, { move })).length).toBeGreaterThan(20)
  })

  test('is refused without a position that it needs', () => {
    const [first] = [...shipped.claims].sort((one, two) => chips(one) - chips(two))
    const longest = shipped.claims.filter((claim) => chips(claim) === chips(first!) + 2)
      .sort((one, two) => two.plies - one.plies)[0]!
    const cut = new Checker({ ...shipped, claims: shipped.claims.filter((claim) => claim !== longest) })
    expect(cut.flaw(first!)).not.toBeNull()
    expect(() => new Checker({ ...shipped, claims: shipped.claims.filter((claim) => claim !== first) })).toThrow('start')
    expect(() => new Checker({ ...shipped, claims: [...shipped.claims, late] })).toThrow('twice')
  })

  test('is the same as text', () => {
    const some = shipped.claims.filter((_, index) => index % 500 === 0)
    const found = readText(some.map((claim) => line(claim, shipped.winner)).join('\n') + '\n')
    expect(found.winner).toBe(shipped.winner)
    expect(found.claims.map(({ squares, move, plies }: Claim) => ({ squares, move, plies }))).toEqual(
      some.map(({ squares, move, plies }) => ({ squares, move, plies })),
    )
  })
})

test.each(['', 'nonsense', '8/8/8/8/8/8/8/8 w 0 1 33', '8/8/8/8/8/8/8/7 w 0 1 33 15', '9/8/8/8/8/8/8/8 w 0 1 33 15'])(
  'a text that is no certificate is refused: %s',
  (text) => expect(() => readText(text)).toThrow('this is no line'),
)
