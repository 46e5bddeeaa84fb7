import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import type { Database } from '../storage/database.ts'
import { requireStore } from '../storage/stores.ts'
import { canonicalJson, sha256 } from './canonical-json.ts'
import { effectsOf, layersOf } from './effects.ts'
import type { Effect } from './effects.ts'
import { grow } from './revision.ts'
import { slots } from './slots.ts'
import { rightsOf } from './users.ts'

/** The platform's own style sheets, by hash. */
export interface OwnTheme {
  stylesheet: string
  stylesheet_rtl: string
}

/** The store's own markup in a placement, before any layer. */
export const ownCode = (db: Database, storeId: StoreId, slot: string): string =>
  db.get<{ html: string }>(
    'SELECT html FROM own_code WHERE store_id = ? AND slot = ?',
    storeId,
    slot,
  )?.html ?? ''

/** What the owner changes in the panel; to Arasta it is a change "by somebody else". */
export function setOwnCode(db: Database, storeId: StoreId, slot: string, html: string): void {
  db.transaction(() => {
    if (ownCode(db, storeId, slot) === html) return
    db.run(
      'INSERT INTO own_code VALUES (?, ?, ?) ON CONFLICT (store_id, slot) DO UPDATE SET html = excluded.html',
      storeId,
      slot,
      html,
    )
    grow(db, storeId)
  })
}

/**
 * Base and layers of a placement as the page shows them; `fill` may replace names in a layer's
 * markup.
 */
export function placementMarkup(
  base: string,
  layers: readonly Effect[],
  fill: (html: string, layer: Effect) => string = (html) => html,
): string {
  return (
    base +
    layers
      .map((layer) => {
        const { html } = JSON.parse(layer.content) as { html: string }
        return `<!--arasta:${layer.effectId}-->${fill(html, layer)}<!--/arasta:${layer.effectId}-->`
      })
      .join('')
  )
}

/** What slot `theme` shows, as canonical JSON. */
const themeShown = (ownTheme: OwnTheme, layer: Effect | undefined): string =>
  layer
    ? canonicalJson({ content: JSON.parse(layer.content) as unknown, package: layer.package })
    : canonicalJson(ownTheme)

/** `GET /stores/{store}/state` (protocol, section 5). */
export function stateOf({ db }: Platform, storeId: StoreId, ownTheme: OwnTheme) {
  return db.transaction(() => ({
    revision: requireStore(db, storeId).revision,
    slots: slots.map((slot) => {
      const layers = layersOf(db, storeId, slot)
      const base = slot === 'theme' ? themeShown(ownTheme, undefined) : ownCode(db, storeId, slot)
      const shown =
        slot === 'theme' ? themeShown(ownTheme, layers.at(-1)) : placementMarkup(base, layers)
      return {
        slot,
        base_sha256: sha256(base),
        sha256: sha256(shown),
        layers: layers.map((layer) => ({
          effect_id: layer.effectId,
          kind: layer.kind,
          sha256: layer.contentSha256,
          place: layer.place,
          item: { prefix: layer.prefix, version: layer.version },
        })),
      }
    }),
    users: effectsOf(db, storeId)
      .filter((effect) => effect.kind === 'web_service_user')
      .map((effect) => {
        const { name, scopes } = JSON.parse(effect.content) as { name: string; scopes: string[] }
        const used = new Map(
          rightsOf(db, storeId, effect.effectId).map((right) => [right.scope, right] as const),
        )
        return {
          effect_id: effect.effectId,
          name,
          scopes,
          rights: scopes.map((scope) => {
            const right = used.get(scope)
            return {
              scope,
              calls: right?.calls ?? 0,
              last_used_at: right ? new Date(right.last_at * 1000).toISOString() : null,
            }
          }),
        }
      }),
    packages: db
      .all<{ sha256: string }>(
        'SELECT sha256 FROM store_package WHERE store_id = ? ORDER BY sha256',
        storeId,
      )
      .map((row) => row.sha256),
  }))
}
