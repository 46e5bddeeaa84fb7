import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { systemClock } from '#lib/clock.ts'
import { upsertStore } from '#modules/stores/platforms/public.ts'
import { openSession } from '#modules/stores/sessions/sessions.ts'

const INSTALLED = 12

/** Adds a store with some installed items; gives the `cookie` header of its owner's browser. */
export async function addOwner(db: Db): Promise<string> {
  const now = systemClock.now()
  const storeId = await upsertStore(
    db,
    {
      platform_id: 1,
      external_id: 'bench-owner',
      domain: 'bench.example.com',
      name: 'Bench shop',
      url: 'https://bench.example.com',
      is_os2: false,
      panel_origin: null,
      platform_version: '4.2.0',
      status: 'active',
    },
    now,
  )
  await sql`
    insert into installations (id, store_id, item_id, release_id, state, granted, installed_at, created_at, updated_at)
    select 'ins_owner' || lpad(row_number() over ()::text, 15, '0'), ${storeId}, id, latest_release_id, 'installed', '{}', ${now}, ${now}, ${now}
    from (select id, latest_release_id from items where latest_release_id is not null order by install_count desc limit ${INSTALLED}) popular
    on conflict do nothing`.execute(db)
  const { token } = await openSession(
    { db, clock: systemClock },
    {
      storeId,
      account: { id: 'bench', name: 'Bench owner', email: 'owner@bench.example.com' },
      locale: 'tr',
    },
    null,
  )
  return `apps-token=${token}`
}
