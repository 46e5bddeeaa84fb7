import type { Logger } from 'pino'
import { LOCALES } from '#lib/locale.ts'
import { makePage, type Page } from './page.ts'
import type { RenderShared } from './serve-pages.ts'
import { PAYLOAD } from './shared-pages.ts'

/**
 * S7.37: renders pages of text once in every language, as documents (with and without the language in the address) and as the payloads that
 * a browser fetches when it enters them without a load. They read no row, so nothing makes them old while the process lives; they name the
 * operator, so they cannot be made by the build (docs/decisions/0014). Pages come into the map one by one.
 */
export function prerender({ origin, paths, render, log }: { origin: string; paths: readonly string[]; render: RenderShared; log: Logger }):
{ pages: ReadonlyMap<string, Page>; done: Promise<void> } {
  const pages = new Map<string, Page>()
  const { host } = new URL(origin)
  async function work(): Promise<void> {
    for (const path of paths) {
      for (const locale of LOCALES) {
        for (const address of [path, `${path}?hl=${locale}`, `${path}${PAYLOAD}`]) {
          const page = await makePage(await render({ path: address.split('?')[0] ?? path, address, locale }))
          // What is not whole now is rendered when it is asked for.
          if (page?.lasting) pages.set(`${host}${address} ${locale}`, page)
        }
      }
    }
  }
  return { pages, done: work().catch((error: unknown) => log.error({ error }, 'pages of text could not be rendered in advance')) }
}
