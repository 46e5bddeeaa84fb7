import { type Selectable, type Updateable, sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { directionOf, isBeyond } from '#db/list-order.ts'
import type { PartnerApplications } from '#db/types.gen.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret } from '#lib/ids.ts'
import type { ListSort } from '#lib/list-sort.ts'
import type { Locale } from '#lib/locale.ts'
import type { PageKey } from '#lib/page-key.ts'
import type { Services } from '#kernel/context.ts'
import { shortText, type Waiting } from '#kernel/waiting.ts'
import { domainOf } from '../partners/rules.ts'
import {
  type ApplicationState,
  DECLINED_SECONDS,
  type Makes,
  MOST_TRIES,
  statesBefore,
} from './rules.ts'

export type ApplicationRow = Omit<
  Selectable<PartnerApplications>,
  'state' | 'makes' | 'locale' | 'domain_way'
> & {
  state: ApplicationState
  makes: Makes
  locale: Locale
  domain_way: 'dns' | 'file' | null
}

const DAY = 86_400

export const findSignUp = async (db: Db): Promise<{ open: boolean; keptDays: number }> => {
  const row = await db
    .selectFrom('partner_sign_up')
    .select(['is_open', 'kept_days'])
    .executeTakeFirst()
  return { open: row?.is_open ?? false, keptDays: row?.kept_days ?? 30 }
}

export const saveSignUp = (
  trx: Db,
  { open, keptDays, now }: { open: boolean; keptDays: number; now: Date },
) =>
  trx
    .updateTable('partner_sign_up')
    .set({ is_open: open, kept_days: keptDays, changed_at: now })
    .execute()

export interface NewApplication {
  id: string
  token: string
  name: string
  country: string
  email: string
  website: string
  makes: Makes
  about: string
  locale: Locale
  domainProof: string
  now: Date
  code: { hash: Buffer; endsAt: Date }
}

export const insertApplication = (trx: Db, one: NewApplication) =>
  trx
    .insertInto('partner_applications')
    .values({
      id: one.id,
      token_hash: hashSecret(one.token),
      state: 'open',
      name: one.name,
      country: one.country,
      email: one.email,
      website: one.website,
      makes: one.makes,
      about: one.about,
      locale: one.locale,
      created_at: one.now,
      code_hash: one.code.hash,
      code_ends_at: one.code.endsAt,
      domain_proof: one.domainProof,
    })
    .execute()

export const findByToken = async (db: Db, token: string): Promise<ApplicationRow | undefined> =>
  (await db
    .selectFrom('partner_applications')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst()) as ApplicationRow | undefined

/** Locked until the transaction ends, so that concurrent calls run one after another. */
export const lockByToken = async (trx: Db, token: string): Promise<ApplicationRow | undefined> =>
  (await trx
    .selectFrom('partner_applications')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .forUpdate()
    .executeTakeFirst()) as ApplicationRow | undefined

export const lockApplication = async (trx: Db, id: string): Promise<ApplicationRow | undefined> =>
  (await trx
    .selectFrom('partner_applications')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) as ApplicationRow | undefined

export const findApplication = async (db: Db, id: string): Promise<ApplicationRow | undefined> =>
  (await db
    .selectFrom('partner_applications')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as ApplicationRow | undefined

export const changeApplication = (trx: Db, id: string, change: Updateable<PartnerApplications>) =>
  trx.updateTable('partner_applications').set(change).where('id', '=', id).execute()

/** Only along the table of transitions; false when the application has moved on. */
export async function moveApplication(
  trx: Db,
  id: string,
  state: ApplicationState,
  change: Updateable<PartnerApplications> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('partner_applications')
    .set({ ...change, state })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(state))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A wrong code; after the last of them only a new code counts. */
export const countWrongCode = (trx: Db, id: string) =>
  trx
    .updateTable('partner_applications')
    .set({ code_tries: sql`least(code_tries + 1, ${MOST_TRIES})` })
    .where('id', '=', id)
    .execute()

/** Of several applications with one verified address the last one counts. */
export const withdrawOthers = (trx: Db, { id, email }: ApplicationRow, now: Date) =>
  trx
    .updateTable('partner_applications')
    .set({ state: 'withdrawn', decided_at: now, code_hash: null, code_ends_at: null })
    .where('email', '=', email)
    .where('state', 'in', ['open', 'waiting'])
    .where('id', '<>', id)
    .where('email_proved_at', 'is not', null)
    .execute()

export const listApplications = async (
  db: Db,
  {
    state,
    sort,
    after,
    most,
  }: { state: ApplicationState | null; sort: ListSort; after: PageKey | null; most: number },
): Promise<ApplicationRow[]> => {
  let query = db.selectFrom('partner_applications').selectAll()
  if (state !== null) query = query.where('state', '=', state)
  return (await query
    .where(isBeyond(['partner_applications.created_at', 'partner_applications.id'], after, sort))
    .orderBy('created_at', directionOf(sort))
    .orderBy('id', directionOf(sort))
    .limit(most)
    .execute()) as ApplicationRow[]
}

const MOST_EARLIER = 10

/** Other applications of the same mailbox. */
export const listEarlier = async (db: Db, { id, email }: ApplicationRow) =>
  (await db
    .selectFrom('partner_applications')
    .select(['id', 'name', 'state', 'created_at'])
    .where('email', '=', email)
    .where('id', '<>', id)
    .orderBy('created_at', 'desc')
    .limit(MOST_EARLIER)
    .execute()) as { id: string; name: string; state: ApplicationState; created_at: Date }[]

/** For the inbox, the oldest first. */
export const listWaitingApplications = async (db: Db, most: number): Promise<Waiting[]> =>
  (
    await db
      .selectFrom('partner_applications')
      .select(['id', 'name', 'website', 'country', 'waiting_at'])
      .where('state', '=', 'waiting')
      .orderBy('waiting_at')
      .limit(most)
      .execute()
  ).map((row) => ({
    id: row.id,
    title: shortText(row.name),
    detail: shortText([domainOf(row.website), row.country].filter(Boolean).join(' · ')),
    since: row.waiting_at as Date,
  }))

/** Erases what nobody completed, what was withdrawn, and in the end what was declined. */
export async function purgeApplications({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const { keptDays } = await findSignUp(db)
  const incomplete = secondsAfter(now, -keptDays * DAY)
  await db
    .deleteFrom('partner_applications')
    .where('state', '=', 'open')
    .where('created_at', '<', incomplete)
    .execute()
  await db
    .deleteFrom('partner_applications')
    .where('state', '=', 'withdrawn')
    .where('decided_at', '<', incomplete)
    .execute()
  await db
    .deleteFrom('partner_applications')
    .where('state', '=', 'declined')
    .where('decided_at', '<', secondsAfter(now, -DECLINED_SECONDS))
    .execute()
}
