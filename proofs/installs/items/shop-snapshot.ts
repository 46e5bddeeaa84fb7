import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createHttp } from '#lib/http.ts'
import type { WantedVersion } from './next-release.ts'

/** A part as the shop keeps it. */
export interface ShopPart {
  id: string
  kind: string
  slot: string
  prefix: string
  version: string
  package: string
  content: string
}

export interface ShopSnapshot {
  parts: ShopPart[]
  /**
   * Pages by path as a visitor gets them, with what differs from load to load made even; and the
   * shop's own markup.
   */
  bytes: Readonly<Record<string, string>>
}

const PAGES = ['/', '/products', '/products/tulip-vase', '/cart']
/** A part that was taken back stands under another name in the ledger. */
const evened = (page: string) =>
  page
    .replaceAll(/<!--(\/?)arasta:eff_\w+-->/g, '<!--$1arasta-->')
    .replaceAll(/nonce="[^"]*"/g, 'nonce=""')
    .replaceAll(/name="(csrf|token)" value="[^"]*"/g, 'name="$1" value=""')

/**
 * A shop as it is: its pages as visitors get them, and what its own book says, in another process's
 * file.
 */
export class Shop {
  readonly #origin: string
  readonly #storeId: string
  readonly #file: string

  constructor({ origin, storeId, folder }: { origin: string; storeId: string; folder: string }) {
    this.#origin = origin
    this.#storeId = storeId
    this.#file = join(folder, 'demo-shop', 'demo-shop.sqlite')
  }

  async look(): Promise<ShopSnapshot> {
    const http = createHttp({ allowOrigins: [this.#origin] })
    const pages = await Promise.all(
      PAGES.map(
        async (path) =>
          [path, evened((await http.request(this.#origin + path)).body.toString('utf8'))] as const,
      ),
    )
    const ledger = new DatabaseSync(this.#file, { readOnly: true })
    try {
      const parts = ledger
        .prepare(
          'select effect_id as id, kind, slot, prefix, version, package, content from effect where store_id = ? order by position',
        )
        .all(this.#storeId)
      const own = ledger
        .prepare('select slot, html from own_code where store_id = ? order by slot')
        .all(this.#storeId)
      return {
        parts: parts.map((row) => ({
          id: String(row.id),
          kind: String(row.kind),
          slot: String(row.slot),
          prefix: String(row.prefix),
          version: String(row.version),
          package: String(row.package),
          content: String(row.content),
        })),
        bytes: { ...Object.fromEntries(pages), 'own markup': JSON.stringify(own) },
      }
    } finally {
      ledger.close()
    }
  }
}

/** How the shop differs from what it was, in words; empty when it does not. */
export function differences(before: ShopSnapshot, now: ShopSnapshot): string[] {
  const places = Object.keys(before.bytes).filter(
    (place) => before.bytes[place] !== now.bytes[place],
  )
  const asText = ({ parts }: ShopSnapshot) =>
    parts.map(({ id: _id, ...part }) => JSON.stringify(part)).join('\n')
  return [
    ...places.map((place) => `${place} is not byte for byte what it was`),
    ...(asText(before) === asText(now) ? [] : ['the parts that stand there are others']),
  ]
}

/** What of an item stands there besides, or otherwise than, its author wrote for this version. */
export function faultsIn(
  now: ShopSnapshot,
  prefix: string,
  { version, parts }: WantedVersion,
): string[] {
  const there = now.parts.filter((part) => part.prefix === prefix)
  // A user that is the same in both versions is not put there anew.
  const wrong = there
    .filter((part) => part.version !== version && part.kind !== 'web_service_user')
    .map((part) => `${part.slot} stands there in version ${part.version}, not ${version}`)
  const left = [...there]
  for (const wanted of parts) {
    const at = left.findIndex(
      (part) =>
        part.kind === wanted.kind &&
        part.slot === wanted.slot &&
        wanted.isThere(JSON.parse(part.content) as Record<string, unknown>),
    )
    if (at < 0) wrong.push(`${wanted.kind} in ${wanted.slot} is not there as its author wrote it`)
    else left.splice(at, 1)
  }
  return [
    ...wrong,
    ...left.map((part) => `${part.kind} in ${part.slot} stands there and nobody wrote it`),
  ]
}
