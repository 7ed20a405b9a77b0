/**
 * Where wuchale finds the texts of the pages, and how it cuts the catalogue into parts that are loaded alone.
 *
 * Sources are written in plain English: `npm run texts` collects every text into the catalogues
 * (`src/messages/*.po`), and the build replaces it by its place in the catalogue of the visitor's language.
 */
import { adapter as svelte } from '@wuchale/svelte'
import { defineConfig, pofile } from 'wuchale'
import { Transformer, adapter as vanilla, pluralPattern } from 'wuchale/adapter-vanilla'
import { areaOf } from './src/messages/areas.js'
import { isText } from './src/messages/isText.js'

/** What visitors do not read: tests, the engine, records (every language has the same), remarks in them. */
const NOT_READ = [
  'src/**/*.test.ts',
  'src/**/*.d.ts',
  'src/engine/**',
  'src/live/fake.ts',
  'src/local/game.ts',
  'src/record/write.ts',
  'src/review/review.ts',
]
const LANGUAGES = ['en', 'de', 'es', 'fr', 'zh-Hans']

/** The language is known before a page's scripts run and stays until the next page load: nothing is reactive. */
const runtime = {
  initReactive: ({ funcName }) => (funcName == null ? false : null),
  useReactive: false,
}

const common = { granularLoad: true, generateLoadID: areaOf, heuristic: isText, loader: 'custom', runtime }
const components = svelte(common)
const scripts = vanilla(common)

/** As wuchale reads scripts, and besides: what is thrown is a sentence for people, and what is compared or
 * names a property is not. */
class ScriptTransformer extends Transformer {
  visitThrowStatement = ({ argument }) => this.visit(argument)
  visitSwitchCase = ({ consequent }) => consequent.flatMap(this.visit)
  visitBinaryExpression = ({ left, right, operator }) =>
    /^[!=]==$/.test(operator) ? [] : [...this.visit(left), ...this.visit(right)]
  visitProperty = ({ key, value, computed }) => [...(computed ? this.visit(key) : []), ...this.visit(value)]
}

export default defineConfig({
  locales: LANGUAGES,
  localesDir: 'src/messages',
  ai: null,
  logLevel: 'error',
  adapters: {
    main: {
      ...components,
      files: { include: 'src/**/*.{svelte,ts}', ignore: NOT_READ },
      storage: pofile(),
      transform(context) {
        if (context.filename.endsWith('.svelte')) return components.transform(context)
        const { content, filename, index, expr, matchUrl } = context
        const { msgs, output } = new ScriptTransformer(
          content, filename, index, isText, [pluralPattern], expr, scripts.runtime, matchUrl,
        ).transform()
        return { msgs, output: (header) => output(`${header}\nconst _w_runtime_ = ${expr.plain}`) }
      },
    },
  },
})
