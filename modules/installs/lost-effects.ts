import type { Db } from '#db/client.ts'
import { inTransaction, type Services } from '#kernel/context.ts'
import {
  ConnectorFailure,
  type ConnectorServices,
  connectorOf,
  type StoreConnector,
  type StoreState,
} from '#modules/stores/platforms/public.ts'
import { changeSideEffect, type SideEffectRow } from './data.ts'
import { changedOnStore, effectOf } from './ledger.ts'
import { repair } from './settle-changes.ts'

/** What stands on a store under an id of ours. */
interface Standing {
  id: string
  kind: string
  slot: string
  prefix: string
}

interface StoreDifferences {
  /** Stands on the store, and the ledger does not have it there. */
  unknown: Standing[]
  /** The ledger has it on the store, and it is not there. */
  gone: SideEffectRow[]
}

export interface MendedStore {
  unknown: number
  removed: number
  putBack: number
  /** Left to the owner: somebody took it off, perhaps the owner in the lost time. */
  gone: number
}

/** How we name effects; a platform may have layers of others. */
const OURS = /^eff_[0-9a-z]{20}$/
const USER = 'web_service_user'
const AT_REST: readonly string[] = ['installed', 'paused', 'uninstalled']

/** Stores that can be asked, in order after `after`; '' begins. */
export const listOpenStores = async (db: Db, after: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('stores')
      .select('id')
      .where('id', '>', after)
      .where('status', '=', 'active')
      .orderBy('id')
      .limit(most)
      .execute()
  ).map((row) => row.id)

const standingOn = ({ slots, users }: StoreState): Standing[] =>
  [
    ...slots.flatMap(({ slot, layers }) =>
      layers.map(({ effect_id: id, kind, item }) => ({ id, kind, slot, prefix: item.prefix })),
    ),
    ...users.map(({ effect_id: id }) => ({ id, kind: USER, slot: '', prefix: '' })),
  ].filter(({ id }) => OURS.test(id))

/** A state names users only; their slot has the prefix of their item. */
async function withPlace(connector: StoreConnector, there: Standing): Promise<Standing | null> {
  if (there.kind !== USER) return there
  const shown = await connector.getEffect(there.id)
  return shown && { ...there, slot: shown.slot, prefix: shown.slot.replace(/^user:/, '') }
}

async function compareStore(
  db: Db,
  storeId: string,
  connector: StoreConnector,
): Promise<StoreDifferences> {
  // The store first: a ledger row is written before the store is touched.
  const state = await connector.getState()
  const rows = await db
    .selectFrom('side_effects')
    .innerJoin('installations', 'installations.id', 'installation_id')
    .selectAll('side_effects')
    .select('installations.state as installation_state')
    .where('installations.store_id', '=', storeId)
    .orderBy('side_effects.position')
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const unknown: Standing[] = []
  for (const there of standingOn(state)) {
    const row = known.get(there.id)
    // What is under way goes on by itself.
    if (row && (row.state === 'applied' || !AT_REST.includes(row.installation_state))) continue
    const placed = await withPlace(connector, there)
    if (placed) unknown.push(placed)
  }
  const installed = rows.filter((row) => row.installation_state === 'installed')
  const gone = changedOnStore(installed, state).filter(({ what }) => what === 'gone')
  return { unknown, gone: gone.map(({ row }) => row) }
}

/** False where the platform has dropped the package meanwhile. */
async function putBack(
  db: Db,
  connector: StoreConnector,
  row: SideEffectRow,
  replaces: string,
): Promise<boolean> {
  try {
    const { place } = await connector.putEffect(row.id, effectOf(row), { replaces })
    await changeSideEffect(db, row.id, { place })
    return true
  } catch (error) {
    if (error instanceof ConnectorFailure && error.code === 'package_missing') return false
    throw error
  }
}

/**
 * After the database was restored to an earlier moment: makes a store what the ledger says of it.
 * Parts that the ledger does not know are taken off; where one stands in the place of a part that
 * the ledger has there, that part comes back in one step. Parts that are only gone are left to the
 * owner, as those are that somebody else took off. With `apply` false nothing changes. Throws
 * `ConnectorFailure`. Workers should not run meanwhile.
 */
export async function mendStore(
  services: ConnectorServices & Pick<Services, 'jobs'>,
  storeId: string,
  apply: boolean,
): Promise<MendedStore> {
  const connector = await connectorOf(services, storeId)
  const { unknown, gone } = await compareStore(services.db, storeId, connector)
  const mended = { unknown: unknown.length, removed: 0, putBack: 0, gone: gone.length }
  if (!apply || unknown.length === 0) return mended
  const left = new Set(unknown)
  const updated = new Set(unknown.map(({ prefix }) => prefix))
  const toRepair: SideEffectRow[] = []
  for (const row of gone) {
    const { kind, slot, item } = effectOf(row)
    // Of an item of which nothing unknown stands there, it may have been the owner.
    if (!updated.has(item.prefix)) continue
    const twin = [...left].find(
      (one) => one.prefix === item.prefix && one.kind === kind && one.slot === slot,
    )
    if (twin && (await putBack(services.db, connector, row, twin.id))) {
      left.delete(twin)
      mended.removed += 1
    } else toRepair.push(row)
    mended.putBack += 1
  }
  for (const { id } of left) {
    await connector.deleteEffect(id)
    mended.removed += 1
  }
  if (toRepair.length > 0)
    await inTransaction(services, async (trx) => {
      for (const [installationId, parts] of Map.groupBy(toRepair, (row) => row.installation_id))
        await repair(services, trx, installationId, parts)
    })
  return { ...mended, gone: mended.gone - mended.putBack }
}
