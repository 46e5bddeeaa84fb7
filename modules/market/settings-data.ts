import type { Db } from '#db/client.ts'
import { MARKET_NAME } from '#lib/market-name.ts'
import type { Branding, Services } from '#kernel/context.ts'
import type { BRAND_COLOURS, FaceKind } from './rules.ts'

export type OperatorFacts = Services['operator']
/** As `readBrand` takes it: by day and by night. */
export interface BrandWish {
  colours: Partial<Record<(typeof BRAND_COLOURS)[number], [string, string]>>
}

export interface MarketSettings {
  operator: OperatorFacts | null
  brand: BrandWish | null
  secondNeeded: boolean
}

/** What the console has set in the place of the environment. */
export async function findSettings(db: Db): Promise<MarketSettings> {
  const row = await db
    .selectFrom('market_settings')
    .select(['operator', 'brand', 'operators_need_second'])
    .executeTakeFirst()
  return {
    operator: (row?.operator ?? null) as OperatorFacts | null,
    brand: (row?.brand ?? null) as BrandWish | null,
    secondNeeded: row?.operators_need_second ?? false,
  }
}

export const changeSettings = (
  db: Db,
  change: { operator?: OperatorFacts | null; brand?: BrandWish | null; secondNeeded?: boolean },
  now: Date,
) =>
  db
    .updateTable('market_settings')
    .set({
      ...('operator' in change && {
        operator: change.operator === null ? null : JSON.stringify(change.operator),
      }),
      ...('brand' in change && {
        brand: change.brand === null ? null : JSON.stringify(change.brand),
      }),
      ...(change.secondNeeded !== undefined && { operators_need_second: change.secondNeeded }),
      changed_at: now,
    })
    .execute()

/** Until operators say otherwise. */
export const NO_FACE: Branding = { name: MARKET_NAME, logo: null, mail: null }

export interface FaceRow {
  name: string | null
  logo: string | null
  mail: string | null
}
export type FaceRows = Record<FaceKind, FaceRow>

/** What operators have written, and nothing else. */
export async function findFaces(db: Db): Promise<FaceRows> {
  const rows = await db
    .selectFrom('market_faces')
    .select(['market', 'name', 'logo', 'mail'])
    .execute()
  return Object.fromEntries(
    rows.map(({ market, ...face }) => [market, face]),
  ) as unknown as FaceRows
}

export const changeFace = (db: Db, market: FaceKind, change: Partial<FaceRow>, now: Date) =>
  db
    .updateTable('market_faces')
    .set({ ...change, changed_at: now })
    .where('market', '=', market)
    .execute()

/** What holds: a market's own, else what the whole has, else what was there before. */
export function facesOf({ both, app, theme }: FaceRows): Services['branding'] {
  const over = (row: FaceRow, base: Branding): Branding => ({
    name: row.name ?? base.name,
    logo: row.logo ?? base.logo,
    mail: row.mail ?? base.mail,
  })
  const whole = over(both, NO_FACE)
  return { both: whole, app: over(app, whole), theme: over(theme, whole) }
}
