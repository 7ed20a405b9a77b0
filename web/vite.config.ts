import { svelte } from '@sveltejs/vite-plugin-svelte'
import { wuchale } from 'wuchale/vite'
import { defineConfig } from 'vitest/config'
import { serviceWorker } from './serviceWorker.ts'
import { staticSite } from './staticSite.ts'

/** Where `tenchips serve` listens by default; `npm run dev` sends it what is not a page. */
const server = 'http://127.0.0.1:8000'

/** What is loaded before the texts, and has none. */
const BASE = /\/node_modules\/(?!uqr|@fontsource)|\/src\/(messages\/[^/]+$|root|routes|settings|parts\/storage)|main\.proxy|preload-helper/
/** Small scripts of many pages: one file is smaller than many. */
const SHARED = /\/src\/(rules\/|sounds|engine\/(link|page-engine)|live\/(api|me)|board\/words|parts\/(words|plies|line|announcer|Dialog|Problem|Chip))/

export default defineConfig(({ mode }) => ({
  // A host's folder for the static site may have any name.
  base: mode === 'static' ? './' : '/',
  // Tests of single modules read the texts as they are written.
  plugins: [process.env.VITEST ? [] : wuchale(), svelte({ configFile: false }), serviceWorker(), staticSite()],
  build: {
    outDir: '../src/tenchips/server/static',
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content policy allows no data: addresses, so nothing is inlined.
    assetsInlineLimit: 0,
    // These browsers load modules ahead without help.
    modulePreload: { polyfill: false },
    rollupOptions: {
      // The engine is a file of its own, which pages load when they need it.
      input: { index: 'index.html', engine: 'src/engine/engine.ts' },
      preserveEntrySignatures: 'exports-only',
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'shared', test: SHARED, minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  // Slow machines pass too: a test that hangs is ended, one that waits for its turn is not.
  test: { include: ['src/**/*.test.ts'], testTimeout: 600_000 },
}))
