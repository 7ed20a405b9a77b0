/** What wuchale writes beside the catalogues. */
declare module '*/.wuchale/main.proxy.js' {
  import type { CatalogModule } from 'wuchale/runtime'
  export function loadCatalog(area: string, language: string): Promise<CatalogModule>
}
