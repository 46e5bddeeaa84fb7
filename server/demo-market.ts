import type { Services } from '#kernel/context.ts'
import type { Db } from '#db/client.ts'
import { DEFAULT_COUNTRY } from '#lib/countries.ts'
import { SettingsFault } from '#lib/settings.ts'

/**
 * The operator of the demo until another is set. A market of one's own has none until then, so that
 * its contracts name no other company.
 */
export const DEMO_OPERATOR: Services['operator'] = {
  country: DEFAULT_COUNTRY,
  name: 'Arasta Demo',
  address: 'İstanbul, Türkiye',
  mail: 'hello@arasta.example',
}

/** Row of `loaded` with the version of the demo catalog that was loaded last. */
export const DEMO_CATALOGUE = 'demo-catalogue'
/** Row of `loaded` that marks a market that started empty. */
const STARTED_EMPTY = 'began-empty'

/**
 * Whether this is the demo market, decided at the first start: a market of one's own never gets the
 * demo's items later, and one that has them is not empty. Throws `SettingsFault` with words for the
 * person at the terminal.
 */
export async function isDemoMarket(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  wanted: boolean,
): Promise<boolean> {
  const known = await db
    .selectFrom('loaded')
    .select('name')
    .where('name', 'in', [DEMO_CATALOGUE, STARTED_EMPTY])
    .executeTakeFirst()
  if (known?.name === STARTED_EMPTY) return false
  if (wanted) return true
  if (known) {
    throw new SettingsFault([
      'The demo market is in this database, and a market of your own begins with an empty one: give it another database (DATABASE_URL) or another data folder (ARASTA_DATA), or start without --empty.',
    ])
  }
  await db
    .insertInto('loaded')
    .values({ name: STARTED_EMPTY, fingerprint: '', at: clock.now() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return false
}

/** Whether the demo's items were loaded; pages say so. */
export const isDemoThere = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('loaded')
    .select('name')
    .where('name', '=', DEMO_CATALOGUE)
    .executeTakeFirst()) !== undefined
