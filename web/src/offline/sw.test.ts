/** What the service worker does with web push: the same code as in browsers, in a world of our own. */
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

const SOURCE = readFileSync('src/offline/sw.js', 'utf-8')
const ORIGIN = 'https://site.example'

function started(tabs: { url: string; focus: () => Promise<void> }[] = []) {
  const handlers: Record<string, (event: unknown) => void> = {}
  const self = {
    location: new URL(`${ORIGIN}/sw.js`),
    addEventListener: (name: string, handler: (event: unknown) => void) => (handlers[name] = handler),
    registration: { showNotification: vi.fn(async () => {}) },
    clients: { matchAll: async () => tabs, openWindow: vi.fn(async () => {}) },
  }
  new Function('self', SOURCE)(self)
  async function dispatch(name: string, event: object) {
    const waits: Promise<unknown>[] = []
    handlers[name]!({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) })
    await Promise.all(waits)
    expect(waits).toHaveLength(1)
  }
  return { self, dispatch }
}

const PAYLOAD = { title: 'Your turn against Ben', body: 'You have 2 days left.', path: '/g/abc' }
const CLICKED = { notification: { close() {}, data: { path: '/g/abc' } } }

describe('web push', () => {
  it('shows what the server sends', async () => {
    const { self, dispatch } = started()
    await dispatch('push', { data: { json: () => PAYLOAD } })
    expect(self.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Your turn against Ben',
      expect.objectContaining({ body: 'You have 2 days left.', tag: '/g/abc', data: { path: '/g/abc' } }),
    )
  })

  it('opens the game when it is clicked', async () => {
    const other = { url: `${ORIGIN}/`, focus: vi.fn(async () => {}) }
    const { self, dispatch } = started([other])
    await dispatch('notificationclick', CLICKED)
    expect(self.clients.openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/g/abc`)
    expect(other.focus).not.toHaveBeenCalled()
  })

  it('goes to a tab that shows the game', async () => {
    const tab = { url: `${ORIGIN}/g/abc`, focus: vi.fn(async () => {}) }
    const { self, dispatch } = started([tab])
    await dispatch('notificationclick', CLICKED)
    expect(tab.focus).toHaveBeenCalledOnce()
    expect(self.clients.openWindow).not.toHaveBeenCalled()
  })
})
