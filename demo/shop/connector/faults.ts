import { isStoreId } from '../config.ts'
import type { StoreId } from '../config.ts'
import type { Database } from '../storage/database.ts'

/** Calls that can be told to fail. */
export const faultyCalls = [
  'credentials',
  'store',
  'languages',
  'customer_groups',
  'package',
  'effect',
  'effect_put',
  'effect_delete',
  'state',
  'preview',
] as const
export type FaultyCall = (typeof faultyCalls)[number]
export const isFaultyCall = (value: string): value is FaultyCall =>
  (faultyCalls as readonly string[]).includes(value)

/**
 * `slow` waits and then does the work; `error_500`, `too_many` (429) and `reset` (the wire is cut)
 * do nothing; `reset_after` does the work and then cuts the wire, so that the caller cannot know.
 */
export const faultKinds = ['slow', 'error_500', 'too_many', 'reset', 'reset_after'] as const
export type FaultKind = (typeof faultKinds)[number]
export const isFaultKind = (value: string): value is FaultKind =>
  (faultKinds as readonly string[]).includes(value)

export interface Fault {
  kind: FaultKind
  /** How many calls fail before all is well again; null: until it is taken back. */
  times: number | null
}

export function setFault(
  db: Database,
  storeId: StoreId,
  call: FaultyCall,
  fault: Fault | null,
): void {
  if (fault === null) db.run('DELETE FROM fault WHERE store_id = ? AND call = ?', storeId, call)
  else {
    db.run(
      `INSERT INTO fault VALUES (?, ?, ?, ?)
       ON CONFLICT (store_id, call) DO UPDATE SET kind = excluded.kind, times = excluded.times`,
      storeId,
      call,
      fault.kind,
      fault.times,
    )
  }
}

export const getFault = (db: Database, storeId: StoreId, call: FaultyCall): Fault | undefined =>
  db.get<Fault>('SELECT kind, times FROM fault WHERE store_id = ? AND call = ?', storeId, call)

/** The fault for this one call; counts it down. */
export function takeFault(
  db: Database,
  storeId: string | undefined,
  call: FaultyCall,
): FaultKind | undefined {
  if (storeId === undefined || !isStoreId(storeId)) return undefined
  return db.transaction(() => {
    const fault = getFault(db, storeId, call)
    if (fault && fault.times !== null)
      setFault(db, storeId, call, fault.times > 1 ? { ...fault, times: fault.times - 1 } : null)
    return fault?.kind
  })
}

/**
 * How the shop front answers: as behind a delivery network, by sending its visitors to the other
 * shop, or with an error on product pages alone. Kept beside the faults, for it is set on purpose
 * as they are.
 */
export const frontManners = ['cdn', 'elsewhere', 'broken_product'] as const
export type FrontManner = (typeof frontManners)[number]
export const isFrontManner = (value: string): value is FrontManner =>
  (frontManners as readonly string[]).includes(value)

const FRONT = 'front'

export function setFrontManner(db: Database, storeId: StoreId, manner: FrontManner | null): void {
  db.run('DELETE FROM fault WHERE store_id = ? AND call = ?', storeId, FRONT)
  if (manner !== null) db.run('INSERT INTO fault VALUES (?, ?, ?, NULL)', storeId, FRONT, manner)
}

export function getFrontManner(db: Database, storeId: StoreId): FrontManner | undefined {
  const kind = db.get<{ kind: string }>(
    'SELECT kind FROM fault WHERE store_id = ? AND call = ?',
    storeId,
    FRONT,
  )?.kind
  return kind !== undefined && isFrontManner(kind) ? kind : undefined
}
