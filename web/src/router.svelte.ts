/** Which page the address names, and going to another without loading the site again. */
import { parseRoute } from './routes'

class Router {
  path = $state(pathname())
  search = $state(window.location.search)
  route = $derived(parseRoute(this.path))

  constructor() {
    window.addEventListener('popstate', () => this.#read())
    document.addEventListener('click', (event) => this.#follow(event))
  }

  go(address: string): void {
    history.pushState(null, '', address)
    window.scrollTo(0, 0)
    this.#read()
  }

  /** Change the address of the page one is on. */
  replace(address: string): void {
    history.replaceState(null, '', address)
    this.#read()
  }

  /** Let the browser's Back return to the address one is at, whatever the page changes next. */
  keep(): void {
    history.pushState(null, '', window.location.href)
  }

  #read(): void {
    this.path = pathname()
    this.search = window.location.search
  }

  /** Follow a plain click on a link to one of our pages. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey) return
    if (event.shiftKey || event.altKey || !(event.target instanceof Element)) return
    const link = event.target.closest('a')
    if (!link || link.target || link.hasAttribute('download')) return
    if (link.origin !== window.location.origin || link.hash) return
    if (parseRoute(link.pathname).page === 'lost') return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }
}

/** The path of the address. Plain hosts end it with a slash: a page is a folder there. */
function pathname(): string {
  return window.location.pathname.replace(/(.)\/$/, '$1')
}

export const router = new Router()
