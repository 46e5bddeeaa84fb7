import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The released files of the loader (sources: `apps/loader`). A released version is served unchanged
 * forever, because sites have pasted its hash.
 */
export const LOADER_VERSION = '1.3.0'
/** Of the measuring script alone, which platforms put into their pages. */
export const VISITS_VERSION = '1.0.0'
export const RELEASED = join(import.meta.dirname, 'released')

const NAME = /^(?:owner-|visits-)?\d{1,3}\.\d{1,3}\.\d{1,3}\.js$/

export const integrityOf = (bytes: Buffer | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

const files = new Map<string, Buffer | null>()

/** A released file; null when there is none with that name. */
export function releasedFile(name: string): Buffer | null {
  if (!NAME.test(name)) return null
  const known = files.get(name)
  if (known !== undefined) return known
  let bytes: Buffer | null = null
  try {
    bytes = readFileSync(join(RELEASED, name))
  } catch {
    return null
  }
  files.set(name, bytes)
  return bytes
}

/** The script tag that the owner pastes into every page of the site. */
export function scriptTag(
  installerOrigin: string,
  site: { site_key: string; public_key: string },
): string {
  const bytes = releasedFile(`${LOADER_VERSION}.js`)
  if (!bytes)
    throw new Error(`the loader ${LOADER_VERSION} was not built: node apps/loader/build.ts`)
  return `<script src="${installerOrigin}/loader/${LOADER_VERSION}.js" integrity="${integrityOf(bytes)}" crossorigin="anonymous" defer data-site="${site.site_key}" data-key="${site.public_key}"></script>`
}

/** What the content security policy of a site must allow. */
export const policyLines = (installerOrigin: string): string[] => [
  `script-src ${installerOrigin}`,
  `connect-src ${installerOrigin}`,
]
