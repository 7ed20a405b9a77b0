/**
 * Keeps the site in the browser for use without a network, and knows when a new version of it is there.
 *
 * The service worker does the keeping; it is registered when the page has loaded, to be in nobody's way.
 */

import { language } from '../messages/language'
import { onHost } from '../root'

/** How often a page that stays open asks for a new version, in milliseconds. */
const ASK_AGAIN = 3_600_000

class Updates {
  /** A new version is here, and this page is of an old one. */
  isReady = $state(false)

  #newer: ServiceWorker | null = null

  /** Keep the site, and look out for new versions. Where the browser refuses, it works online. */
  start(): void {
    if (!import.meta.env.PROD || !navigator.serviceWorker) return
    const register = () => void this.#register().catch(() => {})
    if (document.readyState === 'complete') register()
    else window.addEventListener('load', register, { once: true })
  }

  /** Go on with the new version. */
  reload(): void {
    if (this.#newer?.state !== 'installed') return location.reload()
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    this.#newer.postMessage('activate')
  }

  async #register(): Promise<void> {
    const { serviceWorker } = navigator
    const registration = await serviceWorker.register(onHost(`/sw.js?language=${language}`))
    if (registration.waiting) void this.#consider(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && serviceWorker.controller) void this.#consider(worker)
      })
    })
    // Another tab may have gone on with the new version.
    serviceWorker.addEventListener('controllerchange', () => {
      if (serviceWorker.controller) void this.#consider(serviceWorker.controller)
    })
    let asked = Date.now()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN) return
      asked = Date.now()
      registration.update().catch(() => {
        // Without a network there is nothing new.
      })
    })
  }

  /** See whether a worker brings another version than the one that is shown. */
  async #consider(worker: ServiceWorker): Promise<void> {
    if (!(await isOfThisVersion(worker))) {
      this.#newer = worker
      this.isReady = true
    } else if (worker.state === 'installed') {
      // The page came from the network and is new already.
      worker.postMessage('activate')
    }
  }
}

/** Whether a worker keeps the script that this page began with: its name has a hash in it. */
function isOfThisVersion(worker: ServiceWorker): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]')!
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true)
    worker.postMessage({ has: new URL(script.src).pathname }, [port2])
  })
}

export const updates = new Updates()
