import { randomBytes } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { keyedHashes, keyIdOf, seal, type SealingKeys, unseal } from '#lib/sealed.ts'
import { librarySecrets } from '#modules/identity/public.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { SEALED_COLUMNS, registerSealingKeys, resealOldValues } from './sealing.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

test('D23 every sealed column of the database is known to re-encryption', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and column_name like '%sealed' order by 1, 2`.execute(
    market.services.db,
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(SEALED_COLUMNS.map(({ table, column }) => ({ table, column }))).toEqual(rows)
})

test('D23 after a new key was put in, all that the former one sealed is encrypted with it, found by its hashes, and the former key may go', async () => {
  const { services } = market
  const { db, clock, log } = services
  const former: SealingKeys = services.sealing
  const oldId = former.current
  await registerSealingKeys(services)

  // Values made by the product: an address with an identity number, an order that holds a copy of
  // it, a message, a subscriber.
  const owner = await signIn(market)
  const address = (
    await owner.call('POST', '/domain/address', {
      body: { ...ADDRESS, identity_number: '10000000146' },
    })
  ).body.data
  const { order_number: order } = (
    await owner.call('POST', '/checkout/delivery-day/app', { body: {} })
  ).body.data
  await owner.call('POST', `/checkout/calculate/${order}`, { body: { address_id: address.id } })
  await owner.call('POST', '/newsletter', { body: { email: 'ayse@shop.example' } })
  await owner.call('POST', '/contact-forms', {
    body: {
      fullname: 'Ayşe Demir',
      email: 'ayse@shop.example',
      phone: '',
      subject: 'Soru',
      message: 'Bu uygulama ne yapar, öğrenebilir miyim?',
    },
  })
  const person = newId('per')
  await sql`insert into people (id, name, email, created_at, updated_at) values (${person}, 'A', 'a@b.example', now(), now())`.execute(
    db,
  )
  const codesId = newId('pac')
  const { secret } = librarySecrets(former)
  await db
    .insertInto('person_app_codes')
    .values({
      id: codesId,
      person_id: person,
      secret: await symmetricEncrypt({ key: secret, data: 'TOTP' }),
      backup_codes: await symmetricEncrypt({ key: secret, data: '["a"]' }),
    })
    .execute()

  const ring: SealingKeys = { current: 'k9', keys: { ...former.keys, k9: randomBytes(32) } }
  const next = { db, clock, log, sealing: ring }
  await registerSealingKeys(next)
  await resealOldValues(next)

  const seen = new Set<string>()
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql<{
      value: string
    }>`select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(
      db,
    )
    for (const { value } of rows) {
      seen.add(`${table}.${column}`)
      expect(keyIdOf(value), `${table}.${column}`).toBe('k9')
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'addresses.identity_number_sealed',
      'contact_messages.content_sealed',
      'newsletter_subscribers.email_sealed',
      'orders.address_sealed',
      'store_credentials.secret_sealed',
    ]),
  )

  // What they say is the same, inner values included, with the new key alone.
  const alone: SealingKeys = { current: 'k9', keys: { k9: ring.keys.k9 as Buffer } }
  const kept = await db
    .selectFrom('orders')
    .select('address_sealed')
    .where('number', '=', order)
    .executeTakeFirstOrThrow()
  const copy = JSON.parse(unseal(alone, 'address', kept.address_sealed as string)) as {
    identity_number_sealed: string
  }
  expect(unseal(alone, 'address', copy.identity_number_sealed)).toBe('10000000146')
  const subscriber = await db
    .selectFrom('newsletter_subscribers')
    .select(['email_hash', 'email_sealed'])
    .executeTakeFirstOrThrow()
  expect(unseal(alone, 'contact-email', subscriber.email_sealed)).toBe('ayse@shop.example')
  expect(subscriber.email_hash).toEqual(keyedHashes(alone, 'contact-email', 'ayse@shop.example')[0])
  const codes = await db
    .selectFrom('person_app_codes')
    .select(['secret', 'backup_codes'])
    .where('id', '=', codesId)
    .executeTakeFirstOrThrow()
  const [version] = librarySecrets(alone).secrets
  const key = {
    keys: new Map([[version?.version ?? 0, version?.value ?? '']]),
    currentVersion: version?.version ?? 0,
  }
  expect([
    await symmetricDecrypt({ key, data: codes.secret }),
    await symmetricDecrypt({ key, data: codes.backup_codes }),
  ]).toEqual(['TOTP', '["a"]'])

  // The former key is no longer needed; the present one is, and another under its name is noticed.
  await registerSealingKeys({ ...next, sealing: alone })
  await expect(
    registerSealingKeys({ ...next, sealing: { current: oldId, keys: former.keys } }),
  ).rejects.toThrow('SEALING_FORMER_KEYS lacks k9')
  await expect(
    registerSealingKeys({ ...next, sealing: { current: 'k9', keys: { k9: randomBytes(32) } } }),
  ).rejects.toThrow('The sealing key k9 is not the one')
})

test('D23 a former key stays needed while a value that somebody holds is still under it', async () => {
  const { db, clock, log, sealing } = market.services
  const ring: SealingKeys = {
    current: 'k10',
    keys: { ...sealing.keys, k9: randomBytes(32), k10: randomBytes(32) },
  }
  await sql`delete from sealing_keys`.execute(db)
  for (const { table, column, purpose } of SEALED_COLUMNS) {
    // Rows of the test before lie under a key that this ring does not hold.
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(ring, purpose, '{"email":"a@b.example"}')} where ${sql.ref(column)} is not null`.execute(
      db,
    )
  }
  await registerSealingKeys({ db, clock, sealing: ring })
  await sql`update newsletter_subscribers set email_sealed = ${seal(sealing, 'contact-email', 'ayse@shop.example')}`.execute(
    db,
  )
  await sql`delete from person_app_codes`.execute(db)
  const holder = await db.startTransaction().execute()
  await sql`select 1 from newsletter_subscribers for update`.execute(holder)
  const needed = async () =>
    (
      await db
        .selectFrom('sealing_keys')
        .select('id')
        .where('emptied_at', 'is', null)
        .orderBy('id')
        .execute()
    ).map((row) => row.id)
  await resealOldValues({ db, clock, log, sealing: ring })
  expect(await needed()).toContain(sealing.current)
  await holder.rollback().execute()
  await resealOldValues({ db, clock, log, sealing: ring })
  expect(await needed()).toEqual(['k10'])
})
