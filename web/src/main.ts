import { mount } from 'svelte'
import './app.css'
import { PAGE_AREAS } from './messages/areas'
import { language } from './messages/language'
import { loadTexts } from './messages/main.loader'
import { ROOT, inSite } from './root'
import { parseRoute } from './routes'

if (ROOT !== '/') {
  // They are named from where the page is, which changes with every route.
  const links = document.head.querySelectorAll<HTMLLinkElement>('link[rel*="icon"], link[rel="manifest"]')
  for (const link of links) link.href = new URL(link.href).href
}

/** The texts come first: scripts that have texts find them loaded. */
async function start() {
  document.documentElement.lang = language
  await loadTexts('common', ...(PAGE_AREAS[parseRoute(inSite(window.location.pathname)).page] ?? []))
  const { default: App } = await import('./App.svelte')
  mount(App, { target: document.getElementById('app')! })
}

void start()
