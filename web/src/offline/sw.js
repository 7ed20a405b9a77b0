/**
 * The service worker: keeps all files of one version, so that the site opens without a network.
 *
 * Pages are asked of the network first: whoever is online sees the version that is there. Files with
 * a hash in their name never change and come from here. Nothing else is touched, so the API and
 * sockets are never answered from a cache. `web/serviceWorker.ts` fills in the two names below.
 *
 * It also shows what the server sends by web push, and opens the game when that is clicked.
 */
const VERSION = '__VERSION__'
/** Where the site lies on its host. */
const ROOT = new URL('./', self.location.href).pathname
/** The language of the visitor: the texts of others are not kept. */
const LANGUAGE = new URL(self.location.href).searchParams.get('language')
/** Texts have the language in their names. */
const TEXTS = /\.([A-Za-z-]+)\.compiled-/
/** The paths of all files; that of the page itself is the site's. */
const FILES = ['__FILES__'].filter((name) => (TEXTS.exec(name)?.[1] ?? LANGUAGE) === LANGUAGE).map((name) => ROOT + name)

/** Another copy of the site in another folder of the host keeps its files apart. */
const PREFIX = ROOT === '/' ? 'tenchips-' : `tenchips ${ROOT} `
const CACHE = PREFIX + VERSION
const PAGE = ROOT
/** A network that has not answered for so long, in milliseconds, is as good as none. */
const PATIENCE = 4_000
/** What is no page, although a browser may open it. */
const NO_PAGE = /^\/(api|ws|metrics|healthz|guide)\b|\.[^/]*$/

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('message', ({ data, ports }) => {
  if (data === 'activate') void self.skipWaiting()
  else ports[0].postMessage(FILES.includes(data.has))
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!NO_PAGE.test(pathname)) event.respondWith(page(request))
  } else if (pathname !== PAGE && FILES.includes(pathname)) {
    event.respondWith(file(request, pathname))
  }
})
self.addEventListener('push', (event) => event.waitUntil(tell(event.data.json())))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function fill() {
  const cache = await caches.open(CACHE)
  await Promise.all(FILES.map(async (path) => cache.put(path, await fetched(path))))
}

async function fetched(path) {
  const isHashed = path.startsWith(`${ROOT}assets/`)
  const known = isHashed && (await caches.match(path))
  if (known) return known
  const response = await fetch(path, { cache: isHashed ? 'default' : 'no-cache' })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name)
  }
  await self.clients.claim()
}

async function page(request) {
  const tooLong = new Promise((resolve) => setTimeout(resolve, PATIENCE, null))
  const response = await Promise.race([fetch(request).catch(() => null), tooLong])
  if (response && response.status < 500) return response
  return (await kept(PAGE)) ?? response ?? Response.error()
}

async function file(request, path) {
  return (await kept(path)) ?? fetch(request)
}

async function kept(path) {
  return (await caches.open(CACHE)).match(path, { ignoreVary: true })
}

/** A later message about the same game takes the place of an earlier one. */
async function tell({ title, body, path }) {
  await self.registration.showNotification(title, {
    body,
    tag: path,
    icon: `${ROOT}icon-192.png`,
    data: { path },
  })
}

/** Show a page: in a tab that has it, or in a new one. */
async function open(path) {
  const address = new URL(path, self.location.origin).href
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find(({ url }) => url === address)
  if (there) await there.focus()
  else await self.clients.openWindow(address)
}
