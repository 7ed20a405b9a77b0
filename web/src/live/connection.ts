/** What a game on a page is connected to: the server by a socket, or this browser itself. */
import type { Command, ServerMessage } from './protocol'

export interface Connection {
  /** The time a message takes there and back, in milliseconds; null until it was measured. */
  readonly lag: number | null
  /** Have a command done. It is answered with `ack` or `nack`, and its events are told. */
  send(command: Command): void
  /** Start again from the version the owner has now. */
  resync(): void
  /** Hang up for good. */
  close(): void
}

/** Who hears what comes over a connection. */
export interface Owner {
  message(message: ServerMessage): void
  /** The game has not gone on for long enough to say so, or goes on again. */
  away(away: boolean): void
}

/** An id nobody else makes. (`randomUUID` is missing on plain http.) */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
