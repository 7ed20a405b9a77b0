/** Which page the address names, and going to another without loading the site again. */
import { ROOT, inSite, onHost } from './root'
import { parseRoute } from './routes'

class Router {
  path = $state(inSite(window.location.pathname))
  search = $state(window.location.search)
  route = $derived(parseRoute(this.path))

  constructor() {
    window.addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => this.#follow(event))
    // Whoever opens a link in another tab or copies it has pointed at it before.
    for (const kind of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(kind, complete, true)
  }

  go(address: string): void {
    history.pushState(null, '', onHost(address))
    window.scrollTo(0, 0)
    this.#read()
  }

  /** Change the address of the page one is on. */
  replace(address: string): void {
    history.replaceState(null, '', onHost(address))
    this.#read()
  }

  /** Let the browser's Back return to the address one is at, whatever the page changes next. */
  keep(): void {
    history.pushState(null, '', window.location.href)
  }

  #read(): void {
    this.path = inSite(window.location.pathname)
    this.search = window.location.search
  }

  /** Follow a plain click on a link to one of our pages. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return
    if (event.shiftKey || event.altKey || !(event.target instanceof Element)) return
    const link = event.target.closest('a')
    if (!link || link.target || link.hasAttribute('download')) return
    complete(event)
    if (link.origin !== window.location.origin || link.hash) return
    const path = inSite(link.pathname)
    if (parseRoute(path).page === 'lost') return
    event.preventDefault()
    this.go(path + link.search)
  }
}

/** Complete the address of a link with the folder that the site lies in. */
function complete({ target }: Event): void {
  if (ROOT === '/') return
  const link = target instanceof Element ? target.closest('a') : null
  const address = link?.getAttribute('href')
  // A whole address begins with http: it is complete.
  if (link && address?.startsWith('/')) link.href = new URL(onHost(address), window.location.href).href
}

export const router = new Router()
