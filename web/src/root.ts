/**
 * Where the site lies on its host: `/`, or a folder like `/games/tenchips/` for the static site, which
 * may lie anywhere. Everywhere else addresses are written as if it were `/`; they are completed here.
 */

/** The site's scripts are all in one folder below it. */
const HERE = new URL(import.meta.url).pathname.replace(/[^/]+\/[^/]+$/, '')

export const ROOT = import.meta.env.MODE === 'static' ? HERE : '/'

/** An address on the host, with the site's folder: `/board?moves=33` as `/games/tenchips/board?moves=33`. */
export function onHost(address: string): string {
  return ROOT + address.slice(1)
}

/** A path on the host as the site knows it, without its folder and a slash at its end: a plain host ends
 * the path of a page with one, because a page is a folder there. */
export function inSite(path: string): string {
  const inside = path.startsWith(ROOT) ? path.slice(ROOT.length) : ''
  return `/${inside}`.replace(/(.)\/$/, '$1')
}
