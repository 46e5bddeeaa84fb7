import type { Logger } from 'pino'
import { LOCALES } from '#lib/locale.ts'
import type { Changes } from './changes.ts'
import { makePage, type Page } from './page.ts'
import type { RenderShared } from './serve-pages.ts'
import { PAYLOAD } from './shared-pages.ts'

/**
 * S7.37: renders pages of text once in every language, as documents (with and without the language
 * in the address) and as the payloads that a browser fetches when it enters them without a load.
 * They name the operator, so they cannot be made by the build (docs/decisions/0014). What an
 * operator writes in the console makes them old: they go at once, are rendered when they are asked
 * for, and come back one by one. Pages come into the map one by one.
 */
export function prerender({
  origin,
  paths,
  render,
  log,
  changes,
}: {
  origin: string
  paths: readonly string[]
  render: RenderShared
  log: Logger
  changes?: Changes
}): { pages: ReadonlyMap<string, Page>; done: Promise<void> } {
  const pages = new Map<string, Page>()
  const { host } = new URL(origin)
  let round = 0
  async function work(): Promise<void> {
    const mine = round
    for (const path of paths) {
      for (const locale of LOCALES) {
        for (const address of [path, `${path}?hl=${locale}`, `${path}${PAYLOAD}`]) {
          if (mine !== round) return
          const page = await makePage(
            await render({ path: address.split('?')[0] ?? path, address, locale }),
          )
          // What is not whole now is rendered when it is asked for.
          if (page?.lasting && mine === round) pages.set(`${host}${address} ${locale}`, page)
        }
      }
    }
  }
  const start = () =>
    work().catch((error: unknown) =>
      log.error({ error }, 'pages of text could not be rendered in advance'),
    )
  changes?.onChange((tags) => {
    if (!tags.includes('texts') && !tags.includes('all')) return
    round += 1
    pages.clear()
    void start()
  })
  return { pages, done: start() }
}
