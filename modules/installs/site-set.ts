import { sha256Hex } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import { listFileHashes } from '#modules/catalog/public.ts'
import {
  type PageRule,
  findSite,
  listLayers,
  signForSite,
} from '#modules/stores/platforms/public.ts'

/** What the loader on a site's pages gets: all layers, and the rules for pages. */
interface SiteSet {
  /** Version hash of the set; shows the owner whether a page has the newest. */
  stamp: string
  /** The signed JSON. */
  text: string
  /** Ed25519 over `text`, base64. */
  signature: string
}

/** The content of `text`; short names, because every page of the site loads it. */
export interface SiteSetText {
  s: string
  /**
   * Last day of validity, in days since 1970, so that an old set cannot be replayed forever. Absent
   * in sets signed before loader 1.1.0.
   */
  e?: number
  /** Page rules: page, path, what it has, where blocks go. */
  r: { p: string; u?: string; q?: string; m?: string }[]
  /** Layers in their order: effect, placement, markup. */
  l: { i: string; c: number; h: string }[]
  /** Address of a file → its `integrity`. */
  f: Record<string, string>
}

/** Address of a package file for sites that have it. */
const fileAddress = (origin: string, sha256: string, path: string): string =>
  `${origin}/loader/files/${sha256}/${path.split('/').map(encodeURIComponent).join('/')}`

/**
 * Days of validity after signing. Whole days, so that a browser that asks twice on one day gets
 * "not modified"; long enough for wrong clocks.
 */
const VALID_DAYS = 7
const DAY_MS = 86_400_000

type Needs = Pick<Services, 'db' | 'blobs' | 'origins' | 'sealing' | 'clock'>

/** The set of a connected site; null when its key was revoked. */
export async function findSiteSet(
  services: Needs,
  site: { store_id: string; rules: unknown },
): Promise<SiteSet | null> {
  const files: Record<string, string> = {}
  const layers: SiteSetText['l'] = []
  for (const layer of await listLayers(services.db, site.store_id)) {
    const html = String((layer.content as { html?: unknown }).html ?? '')
    const paths = [
      ...new Set([...html.matchAll(/\{\{asset:([^{}\s]+)\}\}/g)].map(([, path]) => path as string)),
    ]
    const hashes = await listFileHashes(services, layer.package_sha256, paths)
    const address = (path: string) =>
      fileAddress(services.origins.installer, layer.package_sha256, path)
    for (const path of paths)
      if (hashes.has(path)) files[address(path)] = hashes.get(path) as string
    layers.push({
      i: layer.effect_id,
      c: Number(layer.slot.slice('placement:'.length)),
      // An unknown name stays as it is, as on every platform.
      h: html.replaceAll(/\{\{asset:([^{}\s]+)\}\}/g, (written, path: string) =>
        hashes.has(path) ? address(path) : written,
      ),
    })
  }
  const rules = (site.rules as PageRule[]).map(({ page, path, has, into }) => ({
    p: page,
    ...(path && { u: path }),
    ...(has && { q: has }),
    ...(into && { m: into }),
  }))
  const stamp = sha256Hex(JSON.stringify([rules, layers, files])).slice(0, 12)
  const lastDay = Math.floor(services.clock.now().getTime() / DAY_MS) + VALID_DAYS
  const text = JSON.stringify({
    s: stamp,
    e: lastDay,
    r: rules,
    l: layers,
    f: files,
  } satisfies SiteSetText)
  const signature = await signForSite(services, site.store_id, text)
  return signature === null ? null : { stamp, text, signature }
}

export async function siteVersionHash(services: Needs, storeId: string): Promise<string | null> {
  const site = await findSite(services, storeId)
  return site && site.disconnected_at === null
    ? ((await findSiteSet(services, site))?.stamp ?? null)
    : null
}
