/** The catalogue in the visitor's language, part by part. */
import toRuntime, { type Runtime } from 'wuchale/runtime'
import { loadCatalog } from './.wuchale/main.proxy.js'
import { language } from './language'

const loaded: Record<string, Runtime> = {}

/** Load parts of the catalogue: before the scripts whose texts they hold. */
export async function loadTexts(...areas: string[]): Promise<void> {
  await Promise.all(
    areas.map(async (area) => {
      loaded[area] ??= toRuntime(await loadCatalog(area, language), language)
    }),
  )
}

/** What the built scripts call for their texts. */
export function getRuntime(area: string): Runtime {
  const texts = loaded[area]
  if (!texts) throw new Error(`the texts ${area} are not loaded`)
  return texts
}

export { getRuntime as getRuntimeRx }
