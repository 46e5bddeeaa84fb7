import type { Db } from '#db/client.ts'
import type { Services } from '../ctx.ts'
import type { BRAND_COLOURS } from './rules.ts'

export type OperatorFacts = Services['operator']
/** As `readBrand` takes it: by day and by night. */
export interface BrandWish { colours: Partial<Record<(typeof BRAND_COLOURS)[number], [string, string]>> }

export interface MarketSettings { operator: OperatorFacts | null; brand: BrandWish | null; secondNeeded: boolean }

/** What the console has set in the place of the environment. */
export async function findSettings(db: Db): Promise<MarketSettings> {
  const row = await db.selectFrom('market_settings').select(['operator', 'brand', 'operators_need_second']).executeTakeFirst()
  return { operator: (row?.operator ?? null) as OperatorFacts | null, brand: (row?.brand ?? null) as BrandWish | null, secondNeeded: row?.operators_need_second ?? false }
}

export const changeSettings = (db: Db, change: { operator?: OperatorFacts | null; brand?: BrandWish | null; secondNeeded?: boolean }, now: Date) =>
  db.updateTable('market_settings').set({
    ...('operator' in change && { operator: change.operator === null ? null : JSON.stringify(change.operator) }), ...('brand' in change && { brand: change.brand === null ? null : JSON.stringify(change.brand) }),
    ...(change.secondNeeded !== undefined && { operators_need_second: change.secondNeeded }), changed_at: now,
  }).execute()
