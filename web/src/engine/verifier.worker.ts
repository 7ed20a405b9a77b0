/** Checks a certificate whole with the verifier in JavaScript, and says how far it is. */

import { Checker } from '../../../src/tenchips/solver/verify.mjs'
import { readClaims } from './claims'

/** How far it is, how it ended (a flaw is what is wrong with an entry), or why it could not go on. */
export type Progress = { done: number; of: number } | { flaw: string | null; of: number } | { failed: string }

const EVERY = 100
const send = (message: Progress): void => postMessage(message)

onmessage = async ({ data: url }: MessageEvent<string>) => {
  try {
    const claims = await readClaims(await (await fetch(url)).blob())
    const checker = new Checker(claims)
    const of = claims.claims.length
    for (const [done, claim] of claims.claims.entries()) {
      if (done % EVERY === 0) send({ done, of })
      const flaw: string | null = checker.flaw(claim)
      if (flaw) return send({ flaw: `${claim.line}: ${flaw}`, of })
    }
    send({ flaw: null, of })
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) })
  }
}
