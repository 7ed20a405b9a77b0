import { expect, it } from 'vitest'
import { creationOptions, requestOptions, toBytes, toText } from './passkeys'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

// The examples of RFC 4648 without their padding, and the two letters that base64url has for itself.
it.each([
  ['', bytes()],
  ['Zg', bytes(0x66)],
  ['Zm8', bytes(0x66, 0x6f)],
  ['Zm9vYmFy', bytes(0x66, 0x6f, 0x6f, 0x62, 0x61, 0x72)],
  ['-_8', bytes(0xfb, 0xff)],
])('%s is read and written', (text, value) => {
  expect(new Uint8Array(toBytes(text))).toEqual(new Uint8Array(value))
  expect(toText(value)).toBe(text)
})

it("hands the server's wishes to the browser as bytes", () => {
  const made = creationOptions({
    rp: { id: 'play.example', name: 'Tenchips' },
    user: { id: 'Zg', name: 'Ann', displayName: 'Ann' },
    challenge: 'Zm8',
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [{ id: '-_8', type: 'public-key' }],
  })
  expect(new Uint8Array(made.challenge as ArrayBuffer)).toEqual(new Uint8Array([0x66, 0x6f]))
  expect(new Uint8Array(made.user.id as ArrayBuffer)).toEqual(new Uint8Array([0x66]))
  expect(made.user.name).toBe('Ann')
  const [known] = made.excludeCredentials ?? []
  expect(new Uint8Array(known!.id as ArrayBuffer)).toEqual(new Uint8Array([0xfb, 0xff]))
  const asked = requestOptions({ challenge: 'Zg', rpId: 'play.example' })
  expect(new Uint8Array(asked.challenge as ArrayBuffer)).toEqual(new Uint8Array([0x66]))
  expect(asked.rpId).toBe('play.example')
  expect(asked.allowCredentials).toEqual([])
})
