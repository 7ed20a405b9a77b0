/** Passkeys: between the texts that the server speaks and the bytes that browsers want. */

type Json = Record<string, any>

/** Whether this browser can use passkeys here: a secure site with a name, not a number. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.:[\]]+$/.test(location.hostname)
}

/** Make a passkey as the server asks for; null where one has thought better of it. */
export async function makePasskey(options: Json): Promise<Json | null> {
  const made = await attempt(() =>
    navigator.credentials.create({ publicKey: creationOptions(options) }),
  )
  if (!made) return null
  const response = made.response as AuthenticatorAttestationResponse
  return credential(made, {
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
  })
}

/** Use a passkey as the server asks for; null where one has thought better of it. */
export async function usePasskey(options: Json): Promise<Json | null> {
  const used = await attempt(() => navigator.credentials.get({ publicKey: requestOptions(options) }))
  if (!used) return null
  const response = used.response as AuthenticatorAssertionResponse
  return credential(used, {
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle && toText(response.userHandle),
  })
}

async function attempt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await ask()) as PublicKeyCredential | null
  } catch (error) {
    // Cancelled, timed out, or known already: browsers do not say which.
    if (error instanceof DOMException) return null
    throw error
  }
}

function credential({ id, rawId, type }: PublicKeyCredential, response: Json): Json {
  return { id, rawId: toText(rawId), type, response }
}

export function creationOptions(options: Json): PublicKeyCredentialCreationOptions {
  return {
    ...(options as PublicKeyCredentialCreationOptions),
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map(known),
  }
}

export function requestOptions(options: Json): PublicKeyCredentialRequestOptions {
  return {
    ...(options as PublicKeyCredentialRequestOptions),
    challenge: toBytes(options.challenge),
    allowCredentials: (options.allowCredentials ?? []).map(known),
  }
}

const known = (one: Json) => ({ ...one, id: toBytes(one.id) }) as PublicKeyCredentialDescriptor

/** Bytes in base64url, as the server writes and reads them. */
export function toText(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export function toBytes(text: string): ArrayBuffer {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer
}
