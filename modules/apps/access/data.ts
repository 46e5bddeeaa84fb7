import { sql } from 'kysely'
import type { Db } from '#db/client.ts'

export const findKey = (db: Db, installationId: string) =>
  db
    .selectFrom('web_service_keys')
    .selectAll()
    .where('installation_id', '=', installationId)
    .executeTakeFirst()

type Times = Partial<{ asked_at: Date; taken_at: Date; renew_asked_at: Date }>

export const noteKey = (db: Db, installationId: string, times: Times) =>
  db
    .insertInto('web_service_keys')
    .values({ installation_id: installationId, ...times })
    .onConflict((conflict) => conflict.column('installation_id').doUpdateSet(times))
    .execute()

/**
 * Keys that are older than they may get, of apps that are told when to take another; taken hold of,
 * so that two workers do not ask for the same.
 */
export const takeOld = (db: Db, before: Date, now: Date) =>
  db
    .updateTable('web_service_keys')
    .set({ renew_asked_at: now })
    .where('installation_id', 'in', (old) =>
      old
        .selectFrom('web_service_keys as it')
        .innerJoin('installations', 'installations.id', 'it.installation_id')
        .innerJoin('releases', 'releases.id', 'installations.release_id')
        .select('it.installation_id')
        .where('it.taken_at', '<', before)
        .where('installations.state', '=', 'installed')
        .where((on) =>
          on.or([
            on('it.renew_asked_at', 'is', null),
            on('it.renew_asked_at', '<', on.ref('it.taken_at')),
          ]),
        )
        .where(sql<boolean>`releases.manifest -> 'links' ? 'webhooks'`)
        .orderBy('it.taken_at')
        .limit(50)
        .forUpdate('it')
        .skipLocked(),
    )
    .returning('installation_id')
    .execute()
