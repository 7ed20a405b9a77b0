/** Writes `sw.js`: the service worker with the list of all files it keeps, and a version for them. */
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE = 'src/offline/sw.js'
/** The proofs to download: whoever wants them gets them from the network. */
const NOT_KEPT = /\.(cert|py)$/

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const contents = new Map<string, string | Uint8Array>()
      for (const [name, file] of Object.entries(bundle)) {
        if (NOT_KEPT.test(name)) continue
        contents.set(name === 'index.html' ? '' : name, file.type === 'asset' ? file.source : file.code)
      }
      for (const name of readdirSync('public')) contents.set(name, readFileSync(`public/${name}`))
      const source = readFileSync(SOURCE, 'utf-8')
      const hash = createHash('sha256').update(source)
      const names = [...contents.keys()].sort()
      for (const name of names) hash.update(name).update(contents.get(name)!)
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source
          .replace("'__VERSION__'", `'${hash.digest('hex').slice(0, 12)}'`)
          .replace("['__FILES__']", JSON.stringify(names)),
      })
    },
  }
}
