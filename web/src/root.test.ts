import { expect, it, vi } from 'vitest'
import { inSite, onHost } from './root'

it('the site of a server lies at the root of its host', () => {
  expect(onHost('/board?moves=33')).toBe('/board?moves=33')
  expect([inSite('/'), inSite('/board'), inSite('/board/'), inSite('/g/abc')]).toEqual(['/', '/board', '/board', '/g/abc'])
})

it('the static site lies in the folder above its scripts', async () => {
  vi.resetModules()
  vi.stubEnv('MODE', 'static')
  const { ROOT, inSite, onHost } = await import('./root')
  expect(ROOT).toMatch(/^\/.*\/$/)
  expect(onHost('/board?moves=33')).toBe(`${ROOT}board?moves=33`)
  expect([inSite(ROOT), inSite(`${ROOT}board/`), inSite('/board')]).toEqual(['/', '/board', '/'])
  vi.unstubAllEnvs()
})
