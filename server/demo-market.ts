import type { Services } from '#kernel/context.ts'
import type { Db } from '#db/client.ts'
import { SettingsFault } from '#lib/settings.ts'

/**
 * Who runs the demo, until somebody else is named. A market of one's own names nobody until it was
 * told: no stranger's company stands in its contracts.
 */
export const DEMO_OPERATOR: Services['operator'] = {
  name: 'Arasta Demo',
  address: 'İstanbul, Türkiye',
  mail: 'hello@arasta.example',
}

/** The row of `loaded` that says what of the demo catalogue was loaded last. */
export const DEMO_CATALOGUE = 'demo-catalogue'
/** The row of `loaded` that says: this market began empty. */
const BEGAN_EMPTY = 'began-empty'

/**
 * Whether this is the demo market, as it began: a market of one's own is never given the demo's
 * items, however it is started later, and one that has them is not taken for an empty one. Refuses
 * in words for the person at the terminal.
 */
export async function isDemoMarket(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  wanted: boolean,
): Promise<boolean> {
  const known = await db
    .selectFrom('loaded')
    .select('name')
    .where('name', 'in', [DEMO_CATALOGUE, BEGAN_EMPTY])
    .executeTakeFirst()
  if (known?.name === BEGAN_EMPTY) return false
  if (wanted) return true
  if (known) {
    throw new SettingsFault([
      'The demo market is in this database, and a market of your own begins with an empty one: give it another database (DATABASE_URL) or another data folder (ARASTA_DATA), or start without --empty.',
    ])
  }
  await db
    .insertInto('loaded')
    .values({ name: BEGAN_EMPTY, fingerprint: '', at: clock.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return false
}

/** The demo's items were loaded: pages say so. */
export const isDemoThere = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('loaded')
    .select('name')
    .where('name', '=', DEMO_CATALOGUE)
    .executeTakeFirst()) !== undefined
