/**
 * Makes the site work on any web host (`make static`): every page with an address of its own is a
 * folder with a copy of the one page there is, because a plain host knows no routes.
 */
import type { Plugin } from 'vite'
import { NAMED_PAGES } from './src/routes.ts'

export function staticSite(): Plugin {
  return {
    name: 'static-site',
    apply: (_, { mode }) => mode === 'static',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('there is no index.html')
      const { source } = page
      const folders = Object.keys(NAMED_PAGES).map((name) => `${name}/index.html`)
      // Hosts like GitHub Pages show 404.html for every other address.
      for (const fileName of [...folders, '404.html']) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
