/** Web push to this browser: whether it can have it, has it, and turning it on and off. */
import { call } from '../live/api'

export type PushState = 'none' | 'denied' | 'off' | 'on'

/** How long the service worker of a first visit may take to be there, in milliseconds. */
const PATIENCE = 5_000

async function manager(): Promise<PushManager | null> {
  if (!navigator.serviceWorker || !('PushManager' in window) || !('Notification' in window)) return null
  const tooLong = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null))
  const registration = await Promise.race([navigator.serviceWorker.ready, tooLong])
  return registration?.pushManager ?? null
}

/** Where the push service of this browser takes messages for it; empty if it has not subscribed. */
export async function pushEndpoint(): Promise<string> {
  return (await (await manager())?.getSubscription())?.endpoint ?? ''
}

/** How it stands; `isKnown`: whether the server sends messages here. The visitor is asked nothing. */
export async function pushState(isKnown: boolean): Promise<PushState> {
  if (!(await manager())) return 'none'
  if (Notification.permission === 'denied') return 'denied'
  return isKnown ? 'on' : 'off'
}

/** Ask for permission, and have messages sent here. The server's key is as it gives it. */
export async function turnOn(key: string): Promise<PushState> {
  const push = await manager()
  if (!push) return 'none'
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  const old = await push.getSubscription()
  if (old && !isFor(old, key)) await old.unsubscribe() // the site has another key now
  const made = await push.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  try {
    await call('PUT', '/me/push', { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } })
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  return 'on'
}

/** Have no more messages sent here. */
export async function turnOff(): Promise<PushState> {
  const found = await (await manager())?.getSubscription()
  if (found) {
    await found.unsubscribe()
    await call('DELETE', `/me/push?${new URLSearchParams({ endpoint: found.endpoint })}`)
  }
  return 'off'
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const kept = subscription.options.applicationServerKey
  if (!kept) return false
  const text = btoa(String.fromCharCode(...new Uint8Array(kept)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}
