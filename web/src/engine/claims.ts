/**
 * The claims of a certificate for the verifier in JavaScript, which shares no code with the engine
 * or with the reader of certificates that the engine uses.
 */

/** A position seen by the winner (0 empty, 1 winner, 2 loser), its move, and the plies it takes. */
export type Claim = { squares: number[]; move: number; plies: number; line: string }
export type Claims = { winner: 'w' | 'b'; left: number; claims: Claim[] }

const ROW = 18

/** Read the copy for browsers that wasm/certificates.py writes. */
export async function readClaims(file: Blob): Promise<Claims> {
  const stream = file.stream().pipeThrough(new DecompressionStream('gzip'))
  const data = new DataView(await new Response(stream).arrayBuffer())
  const count = data.getUint32(4, true)
  if (data.byteLength !== 8 + ROW * count) throw new Error('the certificate is damaged')
  const claims = Array.from({ length: count }, (_, row) => {
    const byte = (column: number): number => data.getUint8(8 + column * count + row)
    const squares = Array.from({ length: 64 }, (_, square) => {
      const bit = 1 << square % 8
      return byte(square >> 3) & bit ? 1 : byte(8 + (square >> 3)) & bit ? 2 : 0
    })
    return { squares, move: byte(16), plies: byte(17), line: `entry ${row + 1}` }
  })
  return { winner: data.getUint8(0) ? 'b' : 'w', left: data.getUint8(1), claims }
}
