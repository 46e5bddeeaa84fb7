import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  MANIFEST_FILES,
  type Manifest,
  assetsOf,
  parseManifest,
} from '../../modules/catalog/packages/manifest.ts'
import { writePackage, type FileToPack } from '../../modules/catalog/packages/write-package.ts'
import type { DemoItem, DemoRelease, ItemSource, ReleaseSource } from './demo-item.ts'
import { carousel } from './items/carousel/item.ts'
import { celebration } from './items/celebration/item.ts'
import { cookieConsent } from './items/cookie-consent/item.ts'
import { deliveryDay } from './items/delivery-day/item.ts'
import { freeDelivery } from './items/free-delivery/item.ts'
import { gallery } from './items/gallery/item.ts'
import { finder } from './items/finder/item.ts'
import { instant } from './items/instant/item.ts'
import { notices } from './items/notices/item.ts'
import { quick } from './items/quick/item.ts'
import { THEMES } from './items/themes.ts'
import { takeAlong } from './items/take-along/item.ts'
import { tidyPhone } from './items/tidy-phone/item.ts'
import { video } from './items/video/item.ts'
import { zoom } from './items/zoom/item.ts'
import { tour } from './items/tour/item.ts'
import { vitals } from './items/vitals/item.ts'
import { creditOf } from './registry-package.ts'

/** In the order in which they are listed when nothing else tells them apart. */
export const ITEM_SOURCES: readonly ItemSource[] = [
  deliveryDay,
  cookieConsent,
  celebration,
  ...THEMES,
  notices,
  instant,
  quick,
  vitals,
  tour,
  finder,
  gallery,
  tidyPhone,
  zoom,
  carousel,
  freeDelivery,
  takeAlong,
  video,
]

/**
 * Builds every demo package into memory, from the registry packages that are installed: well under
 * a second, the same bytes each time. What is loaded into the database and put into blobs is the
 * caller's business.
 */
export const buildDemoCatalogue = (): Promise<DemoItem[]> =>
  Promise.all(ITEM_SOURCES.map(buildItem))

async function buildItem(source: ItemSource): Promise<DemoItem> {
  const { releases, wraps, documentation, ...said } = source
  const built = await Promise.all(releases.map((release) => buildRelease(source, release)))
  const newest = built.at(-1)
  if (!newest) throw new Error(`${source.prefix} has no release`)
  const credits = await Promise.all(wraps.map((one) => creditOf(one.package, one.author)))
  const project = credits[0]?.source ?? documentation
  const { manifest } = newest.release
  return {
    ...said,
    slug: source.prefix,
    credits,
    links: {
      document: documentation,
      source: project,
      licence: `https://spdx.org/licenses/${credits[0]?.licence ?? 'MIT'}.html`,
    },
    icon:
      source.market === 'app'
        ? await readFile(join(import.meta.dirname, 'items', source.prefix, 'icon.svg'), 'utf8')
        : null,
    swatches: manifest.kind === 'theme' ? manifest.swatches : [],
    pageWeight: weigh(manifest, newest.files),
    releases: built.map((one) => one.release),
  }
}

async function buildRelease(
  source: ItemSource,
  release: ReleaseSource,
): Promise<{ release: DemoRelease; files: FileToPack[] }> {
  const content = await release.files()
  const manifestPath = MANIFEST_FILES[source.market]
  const manifestBytes = Buffer.from(`${JSON.stringify(release.manifest(content), null, 2)}\n`)
  const files = [{ path: manifestPath, bytes: manifestBytes }, ...content]
  const zip = await writePackage(files)
  const { version, releasedOn, notes } = release
  return {
    files,
    release: {
      version,
      releasedOn,
      notes,
      zip,
      files: files.length,
      manifest: parseManifest(manifestPath, manifestBytes),
      sha256: createHash('sha256').update(zip).digest('hex'),
    },
  }
}

/**
 * What the named files weigh on their way to a browser. A page loads one of a theme's two builds,
 * so the first counts.
 */
function weigh(manifest: Manifest, files: readonly FileToPack[]): number {
  const assets = manifest.kind === 'theme' ? [manifest.stylesheet] : assetsOf(manifest)
  const loaded = files.filter((file) => assets.includes(file.path))
  return loaded.reduce((sum, file) => sum + gzipSync(file.bytes, { level: 6 }).length, 0)
}
