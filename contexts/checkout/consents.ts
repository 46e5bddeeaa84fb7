import type { Db } from '#db/client.ts'
import { canonicalJson } from '#lib/canonical-json.ts'
import { newId, sha256Hex } from '#lib/ids.ts'
import type { Ctx, StoreActor } from '../ctx.ts'
import type { SaleItem } from '../catalog/public.ts'
import { refuse } from './errors.ts'
import { agreementHash, AGREEMENTS } from './legal-texts.ts'

interface Given { kind: string; version: string }

/** Does the item ask for permissions that the owner approves by name? */
const asksPermissions = (item: SaleItem): boolean => item.latest?.manifest.kind === 'app' && item.latest.manifest.permissions.length > 0

/**
 * S5.4, S5.5, D23: each box for itself and in the version that is in force; nothing is agreed by silence. The version of
 * `permissions` is the release's, for another release may ask for others.
 */
export function requireConsents(item: SaleItem, consents: Given[]): void {
  const has = (kind: string, version: string | undefined) => consents.some(one => one.kind === kind && one.version === version)
  if (asksPermissions(item) && !has('permissions', item.latest?.version)) {
    throw refuse('checkout.permissions_required', { fields: { 'consents.permissions': { code: 'checkout.permissions_required' } } })
  }
  for (const kind of ['distance_sale', 'data_protection'] as const) {
    if (!has(kind, AGREEMENTS[kind].version)) throw refuse('checkout.consent_required', { fields: { [`consents.${kind}`]: { code: 'checkout.consent_required' } } })
  }
}

/** What proves the exact words that somebody agreed to, in the language they read them in. */
export function agreedHash(ctx: Pick<Ctx, 'locale'>, kind: string, item: SaleItem): string {
  if (kind === 'distance_sale' || kind === 'data_protection') return agreementHash(kind, ctx.locale)
  return sha256Hex(canonicalJson(item.latest?.manifest.kind === 'app' ? item.latest.manifest.permissions : []))
}

export async function recordConsents(db: Db, ctx: Ctx, store: StoreActor, { orderId, item, consents }: { orderId: string | null; item: SaleItem; consents: Given[] }): Promise<void> {
  if (consents.length === 0) return
  await db.insertInto('consents').values(consents.map(({ kind, version }) => ({
    id: newId('con'), store_id: store.storeId, kind, version, text_sha256: agreedHash(ctx, kind, item), locale: ctx.locale, order_id: orderId,
    item_id: item.id, account: JSON.stringify(store.account), ip: ctx.ip, agreed_at: ctx.clock.now(),
  }))).execute()
}
