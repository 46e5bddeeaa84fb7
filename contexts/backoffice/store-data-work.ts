import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { inTransaction, type Services } from '../ctx.ts'
import { eraseReviewTextIn } from '../reviews/public.ts'

/** D23: what we know of a store, for its owner to have or to be gone. It reaches into every context's rows, so it stands in the last one. */

const FILE_PURPOSE = 'store-data'
/** A file that nobody fetched goes after a week. */
const FILE_SECONDS = 7 * 86_400
const MOST_ROWS = 20_000

const rows = async (db: Db, query: ReturnType<typeof sql<Record<string, unknown>>>) => (await query.execute(db)).rows

/** Secrets, handles of the gateway and hashes are not the owner's data; what is sealed is opened, but for identity numbers, of which it is said that there is one. */
async function collect({ db, sealing }: Pick<Services, 'db' | 'sealing'>, storeId: string): Promise<Record<string, Record<string, unknown>[]>> {
  const opened = (sealed: unknown, purpose: string) => (typeof sealed === 'string' ? JSON.parse(unseal(sealing, purpose, sealed)) as unknown : null)
  const orders = await rows(db, sql`select number, state, currency, total_minor, refunded_minor, coupon_code, address_sealed, created_at, paid_at, (select name from items where items.id = item_id) as item
    from orders where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`)
  const messages = await rows(db, sql`select market, created_at, content_sealed from contact_messages where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`)
  return {
    store: await rows(db, sql`select external_id, domain, name, url, status, platform_version, created_at from stores where id = ${storeId}`),
    addresses: await rows(db, sql`select name, invoice_type, tax_office, tax_number, address, city, district, country, zip_code, firstname, lastname, phone, company, email, identity_number_sealed is not null as has_identity_number, created_at, deleted_at
      from addresses where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`),
    orders: orders.map(({ address_sealed: sealed, ...order }) => ({ ...order, address: opened(sealed, 'address') })),
    cards: await rows(db, sql`select brand, last_four, expiry_month, expiry_year, store_name, created_at, deleted_at from saved_cards where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`),
    installations: await rows(db, sql`select (select name from items where items.id = item_id) as item, (select version from releases where releases.id = release_id) as version, state, granted, inputs, app_values, installed_at, uninstalled_at
      from installations where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`),
    consents: await rows(db, sql`select kind, version, text_sha256, locale, account, ip, agreed_at from consents where store_id = ${storeId} order by agreed_at limit ${MOST_ROWS}`),
    reviews: await rows(db, sql`select (select name from items where items.id = item_id) as item, stars, text, version, created_at, updated_at from reviews where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`),
    messages: messages.map(({ content_sealed: sealed, ...message }) => ({ ...message, content: opened(sealed, 'contact-message') })),
    site: (await rows(db, sql`select site_key, locale, rules, proved_by, proved_at, seen_at, disconnected_at, created_at, contact_sealed from sites where store_id = ${storeId}`))
      .map(({ contact_sealed: sealed, ...site }) => ({ ...site, contact: opened(sealed, 'site-contact') })),
    sessions: await rows(db, sql`select account, created_at, expires_at, ended_at from sessions where store_id = ${storeId} order by created_at limit ${MOST_ROWS}`),
  }
}

/** Everything that names a person, but what the law keeps: orders with the address on their invoice, and that a text was agreed to. */
async function erase(trx: Db, jobs: Services['jobs'], storeId: string, now: Date): Promise<Record<string, number>> {
  const count = async (query: ReturnType<typeof sql>) => Number((await query.execute(trx)).numAffectedRows ?? 0)
  const cards = await trx.updateTable('saved_cards').set({ deleted_at: now, store_name: null, forget_at: now }).where('store_id', '=', storeId).where('deleted_at', 'is', null).returning('id').execute()
  for (const { id } of cards) await jobs.enqueue(trx, 'forget-card', { id })
  const reviews = await trx.selectFrom('reviews').select('id').where('store_id', '=', storeId).where('erased_at', 'is', null).execute()
  for (const { id } of reviews) await eraseReviewTextIn(trx, now, id)
  return {
    cards: cards.length, reviews: reviews.length,
    // With its key: who connects it again begins anew.
    site: await count(sql`delete from sites where store_id = ${storeId}`),
    closed: await count(sql`update stores set status = 'closed' where id = ${storeId} and platform_id = 7`),
    credentials: await count(sql`update store_credentials set revoked_at = ${now} where store_id = ${storeId} and revoked_at is null and exists (select from stores where id = store_id and platform_id = 7)`),
    sessions: await count(sql`delete from sessions where store_id = ${storeId}`),
    entries: await count(sql`delete from pending_entries where store_id = ${storeId}`),
    connects: await count(sql`delete from connect_attempts where store_id = ${storeId}`),
    messages: await count(sql`delete from contact_messages where store_id = ${storeId}`),
    addresses: await count(sql`update addresses set name = '-', tax_office = null, tax_number = null, address = '-', city = '-', district = '-', zip_code = null, firstname = null, lastname = null, phone = '-', company = null,
      identity_number_sealed = null, email = '-', is_default = false, deleted_at = coalesce(deleted_at, ${now}), updated_at = ${now} where store_id = ${storeId}`),
    consents: await count(sql`update consents set account = '{}', ip = null where store_id = ${storeId}`),
    installations: await count(sql`update installations set inputs = '{}', app_values = '{}' where store_id = ${storeId} and state = 'uninstalled'`),
  }
}

/** The job `store-data`: makes the file, or erases; both once, whoever asks again finds it done. */
export async function workOnStoreData(services: Services, id: string): Promise<void> {
  const { db, clock, sealing, jobs } = services
  const request = await db.selectFrom('store_data_requests').select(['store_id', 'kind']).where('id', '=', id).where('state', '=', 'queued').executeTakeFirst()
  if (!request) return
  const now = clock.now()
  if (request.kind === 'export') {
    const collected = await collect(services, request.store_id)
    const counts = Object.fromEntries(Object.entries(collected).map(([name, list]) => [name, list.length]))
    await db.updateTable('store_data_requests').set({ state: 'done', done_at: now, counts: JSON.stringify(counts), file_sealed: seal(sealing, FILE_PURPOSE, JSON.stringify(collected, null, 2)), file_until: secondsAfter(now, FILE_SECONDS) })
      .where('id', '=', id).where('state', '=', 'queued').execute()
    return
  }
  await inTransaction(services, async trx => {
    const mine = await trx.selectFrom('store_data_requests').select('id').where('id', '=', id).where('state', '=', 'queued').forUpdate().executeTakeFirst()
    if (!mine) return
    // Something came onto the store between the asking and now: its data is needed to take it off again.
    const isUsed = await hasInstallations(trx, request.store_id)
    const counts = isUsed ? null : JSON.stringify(await erase(trx, jobs, request.store_id, now))
    await trx.updateTable('store_data_requests').set({ state: isUsed ? 'failed' : 'done', done_at: now, counts }).where('id', '=', id).execute()
    // What was exported before holds it still.
    if (!isUsed) await trx.updateTable('store_data_requests').set({ file_sealed: null, file_until: null }).where('store_id', '=', request.store_id).execute()
  })
}

export const hasInstallations = async (db: Db, storeId: string): Promise<boolean> =>
  await db.selectFrom('installations').select('id').where('store_id', '=', storeId).where('state', '<>', 'uninstalled').limit(1).executeTakeFirst() !== undefined

export const openFile = (sealing: Services['sealing'], sealed: string): string => unseal(sealing, FILE_PURPOSE, sealed)

/** Housekeeping. */
export const tidyStoreData = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<unknown> =>
  db.updateTable('store_data_requests').set({ file_sealed: null, file_until: null }).where('file_until', '<=', clock.now()).execute()
