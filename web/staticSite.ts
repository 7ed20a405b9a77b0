/**
 * Makes the site work in any folder of any web host (`make static`): every page with an address of its own
 * is a folder with a copy of the one page there is, because a plain host knows no routes.
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
      const source = String(page.source).replaceAll('="./', '="../')
      for (const name of Object.keys(NAMED_PAGES)) {
        this.emitFile({ type: 'asset', fileName: `${name}/index.html`, source })
      }
    },
  }
}
