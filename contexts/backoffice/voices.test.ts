import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf } from '#lib/csv.ts'
import { comeIn, ConsoleBrowser, firstOperator, letterTo } from '#test/support/console.ts'
import { ownerMails } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { addStore, giveItem } from '#test/support/reviewers.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { checkReviewLog } from '../reviews/public.ts'
import { findDueNotices, tellOwner } from '../installs/public.ts'
import { JOB_NAMES } from '../ctx.ts'
import { tidyStoreData, workOnStoreData } from './public.ts'

let market: Marketplace
let admin: ConsoleBrowser
let support: ConsoleBrowser
let owner: Owner
let item: string
const REASONS = { grounds: 'law', rule: 'KVKK md. 4', facts: 'It names a person with her telephone number.', cause: 'report' }
const TEXT = 'Ayşe Hanım 0555 111 22 33 aradı.'

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', { email: 'support@example.com', role: 'support' })
  support = await comeIn(market, 'support@example.com')
  item = await listBare(market, 'spoken')
  await publish(market.services, item, '1.0.0', await zipOf('spoken', '1.0.0'))
  owner = await signIn(market)
})
afterAll(() => market.stop())

describe('reviews', () => {
  const shown = async () => ((await call(market, 'GET', '/app-store/review', { query: { item_id: item } })).body.data as { text: string; erased: boolean }[])[0]
  let id: string

  test('are found by their reports; words go down with reasons to the store, the stars and the log stay, and they come back (D14)', async () => {
    await giveItem(market, { ...await addStore(market, 'unused'), storeId: owner.storeId, externalId: 'store-1' }, item)
    const written = await owner.call('POST', '/app-store/review', { body: { item_id: item, rating: 2, text: TEXT } })
    expect(written.status, JSON.stringify(written.body)).toBe(200)
    id = written.body.data.id as string
    await call(market, 'POST', `/app-store/review/${id}/report`, { body: { reason: 'personal_data', text: 'A phone number' } })
    expect((await support.ask('GET', '/operator/reviews?state=reported')).body).toMatchObject({ reviews: [{ id, text: TEXT, reports: 1, state: 'shown' }] })
    expect((await support.ask('PUT', `/operator/reviews/${id}/hidden`, { grounds: 'law' })).body).toMatchObject({ fields: { facts: expect.any(String) as string } })
    expect((await support.ask('PUT', `/operator/reviews/${id}/hidden`, REASONS)).status).toBe(200)
    expect(await shown()).toMatchObject({ text: '', erased: true, stars: 2 })
    expect((await support.ask('GET', `/operator/reviews/${id}`)).body).toMatchObject({ text: TEXT, state: 'hidden', reports: 0, statements: [{ decision: 'text_erased' }] })
    for (const notice of await findDueNotices(market.services)) await tellOwner(market.services, notice)
    expect((await ownerMails(market, 'KVKK md. 4')).map(mail => mail.text.includes(market.services.operator.mail))).toEqual([true])
    expect((await support.ask('DELETE', `/operator/reviews/${id}/hidden`)).status).toBe(200)
    expect(await shown()).toMatchObject({ text: TEXT, erased: false })
    const { faults } = await checked()
    expect(faults).toEqual([])
    const line = await market.services.db.selectFrom('audit_log').select(['before', 'after']).where('object_id', '=', id).orderBy('id').executeTakeFirst()
    expect(line).toMatchObject({ before: { hidden: false }, after: { hidden: true } })
    expect(JSON.stringify(line)).not.toContain('Ayşe')
  })

  test('whose words went down are objected to by their store, once, on a page of its own; the answer is mailed, and what was wrong is undone (D19)', async () => {
    const decisions = async (who: Owner) => (await who.call('GET', '/domain/statements')).body.data as { id: string; appeal: string; answer: { outcome: string } | null }[]
    expect((await support.ask('PUT', `/operator/reviews/${id}/hidden`, REASONS)).status).toBe(200)
    const [mine] = await decisions(owner)
    expect(mine).toMatchObject({ decision: 'text_erased', appeal: 'open', facts: REASONS.facts, rule: REASONS.rule, object: { id } })
    const other = await signIn(market, 'store-2')
    expect(await decisions(other)).toEqual([])
    const appeal = (who: Owner, text: string) => who.call('POST', `/domain/statements/${mine?.id}/appeal`, { body: { text } })
    const words = 'The number is our own, printed on every parcel.'
    expect([(await appeal(other, words)).status, (await appeal(owner, 'no')).status, (await appeal(owner, words)).status]).toEqual([404, 400, 200])
    expect((await appeal(owner, words)).body.code).toBe('statements.appealed_already')
    expect((await admin.ask('GET', '/operator/statements?state=waiting')).body).toMatchObject({ statements: [{ id: mine?.id, store: { id: owner.storeId } }] })
    expect((await support.ask('PUT', `/operator/statements/${mine?.id}/appeal`, { outcome: 'reversed', reasons: 'It is the number of the shop.' })).status).toBeGreaterThanOrEqual(400)
    expect((await admin.ask('PUT', `/operator/statements/${mine?.id}/appeal`, { outcome: 'reversed', reasons: 'It is the number of the shop.' })).status).toBe(200)
    expect((await decisions(owner))[0]).toMatchObject({ appeal: 'reversed', answer: { outcome: 'reversed', reasons: 'It is the number of the shop.' }, reversed_at: expect.any(String) as string })
    expect(await shown()).toMatchObject({ text: TEXT, erased: false })
    expect((await ownerMails(market, 'It is the number of the shop.')).map(mail => mail.text.includes('/account/reviews'))).toEqual([true])
  })

  const checked = async () => {
    await market.services.db.deleteFrom('review_log_checks').execute()
    await checkReviewLog(market.services)
    return { faults: (await market.services.db.selectFrom('review_log_checks').select('faults').executeTakeFirstOrThrow()).faults ?? [] }
  }

  test('words that were erased for good do not come back', async () => {
    expect((await support.ask('PUT', `/operator/reviews/${id}/erased`, { ...REASONS, confirmed: true })).status).toBe(200)
    expect((await support.ask('DELETE', `/operator/reviews/${id}/hidden`)).body.code).toBe('backoffice.review_state')
    expect(JSON.stringify(await market.services.db.selectFrom('reviews').selectAll().execute())).not.toContain('Ayşe')
    expect((await checked()).faults).toEqual([])
  })
})

describe('messages and the newsletter', () => {
  test('a message is found by its sender, answered once by mail, and nobody without the role reads it', async () => {
    await call(market, 'POST', '/contact-forms', { body: { fullname: 'Zeynep Kaya', email: 'Zeynep@example.com', subject: 'Fatura', message: 'Faturamda eski adresim var.' } })
    const { messages } = (await support.ask('GET', '/operator/messages?email=zeynep@example.com')).body as { messages: { id: string }[] }
    expect(messages).toMatchObject([{ from: 'Zeynep Kaya', state: 'new' }])
    expect((await support.ask('GET', '/operator/messages?email=nobody@example.com')).body.messages).toEqual([])
    const path = `/operator/messages/${messages[0]?.id}`
    expect((await new ConsoleBrowser(market).ask('GET', path)).status).toBe(401)
    await support.ask('PUT', `${path}/state`, { state: 'read' })
    expect((await support.ask('POST', `${path}/answer`, { text: 'Adresini hesabından değiştirebilirsin.' })).status).toBe(200)
    expect((await support.ask('POST', `${path}/answer`, { text: 'Adresini hesabından değiştirebilirsin.' })).body.code).toBe('backoffice.answered_already')
    expect(await letterTo(market, 'Zeynep@example.com')).toMatchObject({ subject: 'Re: Fatura' })
    expect((await support.ask('GET', path)).body).toMatchObject({ state: 'answered', answer: 'Adresini hesabından değiştirebilirsin.' })
    expect(JSON.stringify(await market.services.db.selectFrom('contact_messages').selectAll().execute())).not.toContain('hesabından')
  })

  test('a subscriber is taken off on request; whoever exports addresses stands in the log', async () => {
    await call(market, 'POST', '/newsletter', { body: { email: 'okur@example.com' } })
    const { subscribers } = (await support.ask('GET', '/operator/newsletter')).body as { subscribers: { id: string; email: string; state: string }[] }
    expect(subscribers).toMatchObject([{ email: 'okur@example.com', state: 'pending' }])
    await market.services.db.updateTable('newsletter_subscribers').set({ state: 'approved' }).execute()
    expect((await support.ask('POST', '/operator/newsletter/export')).status).toBe(403)
    expect((await admin.ask('POST', '/operator/newsletter/export')).body).toMatchObject({ count: 1, csv: expect.stringContaining('okur@example.com') as string })
    expect(await market.services.db.selectFrom('audit_log').select('operation').orderBy('id', 'desc').executeTakeFirst()).toEqual({ operation: 'exportNewsletter' })
    expect((await support.ask('DELETE', `/operator/newsletter/${subscribers[0]?.id}`)).status).toBe(200)
    expect((await support.ask('DELETE', `/operator/newsletter/${subscribers[0]?.id}`)).body.code).toBe('backoffice.not_subscribed')
    expect(await market.services.db.selectFrom('newsletter_consents').select('status').execute()).toEqual([{ status: 'RET' }])
  })

  test('a cell that a spreadsheet would run is a text', () => {
    expect(csvOf(['a'], [['=1+1'], ['x, "y"']])).toBe('\uFEFFa\r\n\'=1+1\r\n"x, ""y"""\r\n')
  })
})

describe('a store\'s data (D23)', () => {
  const requests = async () => ((await support.ask('GET', `/operator/stores/${owner.storeId}/data`)).body.requests as { id: string; state: string; counts: Record<string, number>; file_until: string | null }[])

  test('is exported into one file without secrets, which whoever fetches it stands in the log for, and which goes after a week', async () => {
    const { db, clock } = market.services
    await db.insertInto('addresses').values({
      id: 'adr_data', store_id: owner.storeId, name: 'Ev', invoice_type: 'individual', address: 'Gizli Sokak 5', city: 'Ankara', district: 'Çankaya', country: 'TR', firstname: 'Zeynep', lastname: 'Kaya', phone: '+905551112233',
      email: 'zeynep@example.com', created_at: clock.now(), updated_at: clock.now(),
    }).execute()
    const path = `/operator/stores/${owner.storeId}/data`
    expect((await support.ask('POST', `${path}/export`)).status).toBe(403)
    const asked = await Promise.all([admin.ask('POST', `${path}/export`), admin.ask('POST', `${path}/export`)])
    expect(asked.map(one => one.body.code ?? 'asked').sort()).toEqual(['asked', 'backoffice.asked_already'])
    const [queued] = await requests()
    await workOnStoreData(market.services, queued?.id ?? '')
    const [done] = await requests()
    expect(done).toMatchObject({ state: 'done', counts: { addresses: 1, reviews: 1, installations: 1 } })
    const file = String((await admin.ask('POST', `${path}/${done?.id}/file`)).body.json)
    for (const part of ['Gizli Sokak 5', owner.domain]) expect(file).toContain(part)
    expect(file).not.toMatch(/secret|sealed|token|hash"/)
    expect(JSON.stringify(await db.selectFrom('store_data_requests').selectAll().execute())).not.toContain('Gizli')
    expect((await db.selectFrom('audit_log').select(['operation', 'object_id']).orderBy('id', 'desc').executeTakeFirst())).toEqual({ operation: 'fetchStoreData', object_id: owner.storeId })
    await db.updateTable('store_data_requests').set({ file_until: clock.now() }).execute()
    await tidyStoreData(market.services)
    expect((await admin.ask('POST', `${path}/${done?.id}/file`)).status).toBe(404)
  })

  test('is erased when nothing is installed any more and the domain was typed; what the law keeps stays', async () => {
    const { db } = market.services
    const erase = (domain: string) => admin.ask('POST', `/operator/stores/${owner.storeId}/data/erase`, { domain })
    expect((await erase(owner.domain)).body.code).toBe('backoffice.still_installed')
    await db.updateTable('installations').set({ state: 'uninstalled' }).where('store_id', '=', owner.storeId).execute()
    expect((await erase('shop.example')).body).toMatchObject({ fields: { domain: expect.stringContaining(owner.domain) as string } })
    const { id } = (await erase(owner.domain)).body as { id: string }
    await Promise.all([1, 2].map(() => workOnStoreData(market.services, id)))
    expect((await requests())[0]).toMatchObject({ state: 'done', counts: { addresses: 1 } })
    const left = JSON.stringify([await db.selectFrom('addresses').selectAll().execute(), await db.selectFrom('sessions').selectAll().where('store_id', '=', owner.storeId).execute()])
    expect(left).not.toMatch(/Gizli|Zeynep|zeynep@|Ayşe|\+90/)
    expect((await owner.call('GET', '/installations')).status).toBe(401)
    expect(await db.selectFrom('stores').select('id').where('id', '=', owner.storeId).executeTakeFirst()).toBeDefined()
  })
})

describe('running', () => {
  test('a job that was given up is tried again as a new one, or forgotten; both stand in the log', async () => {
    const { db, jobs } = market.services
    for (const id of ['mai_one', 'mai_two']) await jobs.enqueue(db, 'send-mail', { id })
    const { sql } = await import('kysely')
    await sql`update pgboss.job set state = 'failed', output = '{"message":"boom"}', completed_on = now() where name = 'send-mail' and data ->> 'id' in ('mai_one', 'mai_two')`.execute(db)
    const failed = async () => ((await support.ask('GET', '/operator/jobs?name=send-mail')).body.jobs as { id: string; about: string; fault: string }[]).toSorted((a, b) => a.about.localeCompare(b.about))
    const [one, two] = await failed()
    expect([one, two]).toMatchObject([{ about: 'mai_one', fault: 'boom' }, { about: 'mai_two' }])
    expect((await support.ask('POST', `/operator/jobs/send-mail/${one?.id}/retry`)).status).toBe(403)
    expect((await admin.ask('POST', `/operator/jobs/send-mail/${one?.id}/retry`)).status).toBe(200)
    expect((await admin.ask('POST', `/operator/jobs/send-mail/${one?.id}/retry`)).body.code).toBe('backoffice.job_gone')
    expect((await admin.ask('DELETE', `/operator/jobs/send-mail/${two?.id}`)).status).toBe(200)
    expect(await failed()).toEqual([])
    expect(((await support.ask('GET', '/operator/jobs?state=waiting&name=send-mail')).body.jobs as { about: string }[]).some(job => job.about === 'mai_one')).toBe(true)
    expect((await admin.ask('DELETE', `/operator/jobs/${JOB_NAMES[0]}/00000000-0000-4000-8000-000000000000`)).body.code).toBe('backoffice.job_gone')
  })

  test('a platform\'s key is replaced without a gap: the new one is added, the old one retired, the last one stays; a private key is not kept', async () => {
    const { platforms } = (await admin.ask('GET', '/operator/platforms')).body as { platforms: { id: number; keys: { kid: string }[]; connector: string }[] }
    const old = platforms[0]?.keys[0]?.kid
    const path = `/operator/platforms/${platforms[0]?.id}/keys`
    expect((await admin.ask('DELETE', `${path}/${old}`)).body.code).toBe('backoffice.last_key')
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), kid: 'next' }
    for (const wrong of ['{', JSON.stringify({ ...jwk, d: 'secret' }), JSON.stringify({ ...jwk, crv: 'P-256' })]) expect((await admin.ask('POST', path, { jwk: wrong })).body).toMatchObject({ fields: { jwk: expect.any(String) as string } })
    expect((await admin.ask('POST', path, { jwk: JSON.stringify(jwk) })).body).toEqual({ kid: 'next' })
    expect((await admin.ask('DELETE', `${path}/${old}`)).status).toBe(200)
    await expect(signIn(market, 'store-2')).rejects.toThrow(/./)
    expect((await admin.ask('PUT', `/operator/platforms/${platforms[0]?.id}/prices`, { prices_include_tax: false, home_country: 'de' })).status).toBe(200)
    expect((await admin.ask('GET', '/operator/platforms')).body).toMatchObject({ platforms: [{ prices_include_tax: false, home_country: 'DE', keys: [{ kid: 'next', retired_at: null }, { kid: old, retired_at: expect.any(String) as string }] }] })
    expect(JSON.stringify(platforms)).not.toMatch(/secret/i)
  })
})
