import { sql } from 'kysely'
import { canonicalJson } from '#demo/shop/connector/canonical-json.ts'
import type { Db } from '#db/client.ts'
import { selectOrderLines } from '#modules/orders/public.ts'
import { readHistory, type Transition } from './history.ts'
import type { Violation } from './violation.ts'

/** A store by its platform's number and its own id there, which another platform may have as well. */
export const storeName = (platform: number, externalId: string): string =>
  `${platform}/${externalId}`

/** What the market says of what is installed where. */
export interface MarketLedger {
  stores: { id: string; name: string }[]
  items: { id: string; prefix: string; isFree: boolean; installCount: number }[]
  releases: { id: string; itemId: string; version: string }[]
  /** Of orders that were paid. */
  paidOrders: { id: string; storeId: string; itemId: string }[]
  installations: LedgerInstallation[]
  runs: LedgerRun[]
  effects: LedgerEffect[]
  moves: Transition[]
}

export interface LedgerInstallation {
  id: string
  storeId: string
  itemId: string
  releaseId: string
  orderId: string | null
  state: string
  installedAt: number | null
}
export interface LedgerRun {
  id: string
  installationId: string
  kind: string
  state: string
  failure: string | null
  /** Without those at which the platform said "later". */
  tries: number
  fromReleaseId: string | null
  toReleaseId: string | null
}
export interface LedgerEffect {
  id: string
  installationId: string
  kind: string
  slot: string
  content: string
  state: string
  afterSha256: string | null
}

/** What the other system says: the witness, read from outside. */
export interface ShopState {
  /** In the order in which they stand. Contents as canonical JSON. */
  effects: ShopEffect[]
  /** The store's own markup, by store and slot. */
  own: Readonly<Record<string, string>>
  /** Hashes of secrets of web-service users never show; these are what must not be in a log. */
  secrets: string[]
  /** What the witness itself found wrong as it looked. */
  odd?: Violation[]
}

export interface ShopEffect {
  /** `storeName` */
  storeId: string
  id: string
  kind: string
  slot: string
  prefix: string
  content: string
  sha256: string
}

/** The market's book, as of one moment. */
export const readMarketLedger = (db: Db): Promise<MarketLedger> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const stores = await trx
        .selectFrom('stores')
        .select(['id', 'platform_id', 'external_id'])
        .execute()
      const items = await trx
        .selectFrom('items')
        .select(['id', 'prefix', 'price_kind', 'install_count'])
        .execute()
      const releases = await trx
        .selectFrom('releases')
        .select(['id', 'item_id', 'version'])
        .execute()
      const orders = await selectOrderLines(trx)
        .select(['orders.id', 'orders.store_id', 'item_id'])
        .where('state', '=', 'paid')
        .execute()
      const installations = await trx
        .selectFrom('installations')
        .selectAll()
        .orderBy('created_at')
        .execute()
      const runs = await trx.selectFrom('installation_runs').selectAll().orderBy('turn').execute()
      const effects = await trx.selectFrom('side_effects').selectAll().orderBy('position').execute()
      return {
        stores: stores.map((row) => ({
          id: row.id,
          name: storeName(row.platform_id, row.external_id),
        })),
        items: items.map((row) => ({
          id: row.id,
          prefix: row.prefix,
          isFree: row.price_kind === 'free',
          installCount: Number(row.install_count),
        })),
        releases: releases.map((row) => ({
          id: row.id,
          itemId: row.item_id,
          version: row.version,
        })),
        paidOrders: orders.map((row) => ({
          id: row.id,
          storeId: row.store_id,
          itemId: row.item_id,
        })),
        installations: installations.map((row) => ({
          id: row.id,
          storeId: row.store_id,
          itemId: row.item_id,
          releaseId: row.release_id,
          orderId: row.order_id,
          state: row.state,
          installedAt: row.installed_at?.getTime() ?? null,
        })),
        runs: runs.map((row) => ({
          id: row.id,
          installationId: row.installation_id,
          kind: row.kind,
          state: row.state,
          failure: row.failure,
          tries: row.tries - row.put_off,
          fromReleaseId: row.from_release_id,
          toReleaseId: row.to_release_id,
        })),
        effects: effects.map((row) => ({
          id: row.id,
          installationId: row.installation_id,
          kind: row.kind,
          slot: row.slot,
          state: row.state,
          afterSha256: row.after_sha256,
          content: canonicalJson(
            (row.payload as unknown as { effect: { content: object } }).effect.content,
          ),
        })),
        moves: await readHistory(trx),
      }
    })

/** Runs on which somebody must still work. */
export const countOpenRuns = async (db: Db): Promise<number> =>
  (
    await sql<{
      count: number
    }>`select count(*)::int as count from installation_runs where state in ('queued', 'running')`.execute(
      db,
    )
  ).rows[0]?.count ?? 0
