import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JOB_NAMES } from '#kernel/context.ts'
import { firstOperator, signInToConsole, type ConsoleBrowser } from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'
import { listBare, publish, zipOf } from '#test/support/releases.ts'
import { addStore, giveItem } from '#test/support/reviewers.ts'
import { purgeStoreData, processStoreDataRequest } from './store-data.ts'

let market: Marketplace
let admin: ConsoleBrowser
let support: ConsoleBrowser
let owner: Owner
let item: string

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'support@example.com',
    role: 'support',
  })
  support = await signInToConsole(market, 'support@example.com')
  item = await listBare(market, 'spoken')
  await publish(market.services, item, '1.0.0', await zipOf('spoken', '1.0.0'))
  owner = await signIn(market)
  await giveItem(
    market,
    { ...(await addStore(market, 'unused')), storeId: owner.storeId, externalId: 'store-1' },
    item,
  )
  await owner.call('POST', '/app-store/review', {
    body: { item_id: item, rating: 2, text: 'Ayşe Hanım 0555 111 22 33 aradı.' },
  })
})
afterAll(() => market.stop())

describe("a store's data (D23)", () => {
  const requests = async () =>
    (await support.ask('GET', `/operator/stores/${owner.storeId}/data`)).body.requests as {
      id: string
      state: string
      counts: Record<string, number>
      file_until: string | null
    }[]

  test('is exported into one file without secrets; downloads are audited, and the file is deleted after a week', async () => {
    const { db, clock } = market.services
    await db
      .insertInto('addresses')
      .values({
        id: 'adr_data',
        store_id: owner.storeId,
        name: 'Ev',
        invoice_type: 'individual',
        address: 'Gizli Sokak 5',
        city: 'Ankara',
        district: 'Çankaya',
        country: 'TR',
        firstname: 'Zeynep',
        lastname: 'Kaya',
        phone: '+905551112233',
        email: 'zeynep@example.com',
        created_at: clock.now(),
        updated_at: clock.now(),
      })
      .execute()
    const path = `/operator/stores/${owner.storeId}/data`
    expect((await support.ask('POST', `${path}/export`)).status).toBe(403)
    await support.ask('POST', '/operator/notes', {
      about: 'store',
      subject: owner.storeId,
      text: 'Zeynep called.',
    })
    const asked = await Promise.all([
      admin.ask('POST', `${path}/export`),
      admin.ask('POST', `${path}/export`),
    ])
    expect(asked.map((one) => one.body.code ?? 'asked').sort()).toEqual([
      'asked',
      'backoffice.asked_already',
    ])
    const [queued] = await requests()
    await processStoreDataRequest(market.services, queued?.id ?? '')
    const [done] = await requests()
    expect(done).toMatchObject({
      state: 'done',
      counts: { addresses: 1, reviews: 1, installations: 1, notes: 1 },
    })
    const file = String((await admin.ask('POST', `${path}/${done?.id}/file`)).body.json)
    for (const part of ['Gizli Sokak 5', owner.domain]) expect(file).toContain(part)
    expect(file).not.toMatch(/secret|sealed|token|hash"/)
    expect(
      JSON.stringify(await db.selectFrom('store_data_requests').selectAll().execute()),
    ).not.toContain('Gizli')
    expect(
      await db
        .selectFrom('audit_log')
        .select(['operation', 'object_id'])
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toEqual({ operation: 'fetchStoreData', object_id: owner.storeId })
    await db.updateTable('store_data_requests').set({ file_until: clock.now() }).execute()
    await purgeStoreData(market.services)
    expect((await admin.ask('POST', `${path}/${done?.id}/file`)).status).toBe(404)
  })

  test('is erased when nothing is installed and the domain was typed; what the law requires stays', async () => {
    const { db } = market.services
    const erase = (domain: string) =>
      admin.ask('POST', `/operator/stores/${owner.storeId}/data/erase`, { domain })
    expect((await erase(owner.domain)).body.code).toBe('backoffice.still_installed')
    await db
      .updateTable('installations')
      .set({ state: 'uninstalled' })
      .where('store_id', '=', owner.storeId)
      .execute()
    expect((await erase('shop.example')).body).toMatchObject({
      fields: { domain: expect.stringContaining(owner.domain) as string },
    })
    const { id: installation } = await db
      .selectFrom('installations')
      .select('id')
      .where('store_id', '=', owner.storeId)
      .executeTakeFirstOrThrow()
    for (const [about, subject] of [
      ['store', owner.storeId],
      ['installation', installation],
    ])
      expect(
        (
          await support.ask('POST', '/operator/notes', {
            about,
            subject,
            text: 'Zeynep called from +905551112233.',
          })
        ).status,
      ).toBe(200)
    const { id } = (await erase(owner.domain)).body as { id: string }
    await Promise.all([1, 2].map(() => processStoreDataRequest(market.services, id)))
    expect((await requests())[0]).toMatchObject({ state: 'done', counts: { addresses: 1 } })
    const left = JSON.stringify([
      await db.selectFrom('addresses').selectAll().execute(),
      await db.selectFrom('notes').selectAll().execute(),
      await db.selectFrom('audit_log').selectAll().where('kind', '=', 'note').execute(),
      await db.selectFrom('sessions').selectAll().where('store_id', '=', owner.storeId).execute(),
    ])
    expect(left).not.toMatch(/Gizli|Zeynep|zeynep@|Ayşe|\+90/)
    expect((await owner.call('GET', '/installations')).status).toBe(401)
    expect(
      await db.selectFrom('stores').select('id').where('id', '=', owner.storeId).executeTakeFirst(),
    ).toBeDefined()
  })
})

describe('jobs and keys', () => {
  test('jobs of one transaction, which have one time, are all on the pages of the list', async () => {
    const { db, jobs } = market.services
    const { sql } = await import('kysely')
    await db.transaction().execute(async (trx) => {
      for (let n = 0; n < 60; n += 1)
        await jobs.enqueue(trx, 'send-mail', { id: `mai_batch${n}` }, 3600)
    })
    await sql`update pgboss.job set created_on = date_trunc('second', created_on) + interval '123.456 milliseconds' where data ->> 'id' like 'mai_batch%'`.execute(
      db,
    )
    const seen = new Set<string>()
    let after: string | null = ''
    do {
      const { body } = await admin.ask(
        'GET',
        `/operator/jobs?state=waiting&name=send-mail&after=${after}`,
      )
      for (const { about } of body.jobs as { about: string }[])
        if (about.startsWith('mai_batch')) seen.add(about)
      after = body.next as string | null
    } while (after !== null)
    expect(seen.size).toBe(60)
    await sql`delete from pgboss.job where data ->> 'id' like 'mai_batch%'`.execute(db)
  })

  test('a failed job is retried as a new one, or dismissed; both are audited', async () => {
    const { db, jobs } = market.services
    for (const id of ['mai_one', 'mai_two']) await jobs.enqueue(db, 'send-mail', { id })
    const { sql } = await import('kysely')
    await sql`update pgboss.job set state = 'failed', output = '{"message":"boom"}', completed_on = now() where name = 'send-mail' and data ->> 'id' in ('mai_one', 'mai_two')`.execute(
      db,
    )
    const failed = async () =>
      (
        (await support.ask('GET', '/operator/jobs?name=send-mail')).body.jobs as {
          id: string
          about: string
          fault: string
        }[]
      ).toSorted((a, b) => a.about.localeCompare(b.about))
    const [one, two] = await failed()
    expect([one, two]).toMatchObject([{ about: 'mai_one', fault: 'boom' }, { about: 'mai_two' }])
    expect((await support.ask('POST', `/operator/jobs/send-mail/${one?.id}/retry`)).status).toBe(
      403,
    )
    expect((await admin.ask('POST', `/operator/jobs/send-mail/${one?.id}/retry`)).status).toBe(200)
    expect((await admin.ask('POST', `/operator/jobs/send-mail/${one?.id}/retry`)).body.code).toBe(
      'backoffice.job_gone',
    )
    expect((await admin.ask('DELETE', `/operator/jobs/send-mail/${two?.id}`)).status).toBe(200)
    expect(await failed()).toEqual([])
    expect(
      (
        (await support.ask('GET', '/operator/jobs?state=waiting&name=send-mail')).body.jobs as {
          about: string
        }[]
      ).some((job) => job.about === 'mai_one'),
    ).toBe(true)
    expect(
      (
        await admin.ask(
          'DELETE',
          `/operator/jobs/${JOB_NAMES[0]}/00000000-0000-4000-8000-000000000000`,
        )
      ).body.code,
    ).toBe('backoffice.job_gone')
  })

  test("a platform's key is rotated without a gap: the new one added, the old one retired, the last one stays; a private key is not stored", async () => {
    const { platforms } = (await admin.ask('GET', '/operator/platforms')).body as {
      platforms: { id: number; keys: { kid: string }[]; connector: string }[]
    }
    const old = platforms[0]?.keys[0]?.kid
    const path = `/operator/platforms/${platforms[0]?.id}/keys`
    expect((await admin.ask('DELETE', `${path}/${old}`)).body.code).toBe('backoffice.last_key')
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43), kid: 'next' }
    for (const wrong of [
      '{',
      JSON.stringify({ ...jwk, d: 'secret' }),
      JSON.stringify({ ...jwk, crv: 'P-256' }),
    ])
      expect((await admin.ask('POST', path, { jwk: wrong })).body).toMatchObject({
        fields: { jwk: expect.any(String) as string },
      })
    expect((await admin.ask('POST', path, { jwk: JSON.stringify(jwk) })).body).toEqual({
      kid: 'next',
    })
    expect((await admin.ask('DELETE', `${path}/${old}`)).status).toBe(200)
    await expect(signIn(market, 'store-2')).rejects.toThrow(/./)
    expect(
      (
        await admin.ask('PUT', `/operator/platforms/${platforms[0]?.id}/prices`, {
          prices_include_tax: false,
          home_country: 'de',
        })
      ).status,
    ).toBe(200)
    expect((await admin.ask('GET', '/operator/platforms')).body).toMatchObject({
      platforms: [
        {
          prices_include_tax: false,
          home_country: 'DE',
          keys: [
            { kid: 'next', retired_at: null },
            { kid: old, retired_at: expect.any(String) as string },
          ],
        },
      ],
    })
    expect(JSON.stringify(platforms)).not.toMatch(/secret/i)
  })
})
