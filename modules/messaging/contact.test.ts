import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unseal } from '#lib/sealed.ts'
import type { OutgoingMail } from '#modules/mail/mailer.ts'
import { sendMail } from '#modules/mail/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn } from '#test/support/owner.ts'
import { MESSAGE_PURPOSE } from './sealing.ts'
import { erasePerson, purgeContact } from './public.ts'

let market: Marketplace
let itemId: string
beforeAll(async () => {
  market = await startMarketplace()
  itemId = (await call(market, 'GET', '/app-store/app/detail', { query: { slug: 'delivery-day' } }))
    .body.data.id
})
afterAll(() => market.stop())

let sequence = 0
const form = (changes: Record<string, unknown> = {}) => ({
  fullname: 'Ayşe Işık',
  email: `ayse${(sequence += 1)}@shop.example`,
  phone: '0532 123 45 67',
  subject: 'Teslimat günü',
  message: 'Merhaba,\nbir sorum var.',
  ...changes,
})
/** An hour later nobody has used up anything. */
const later = () => market.clock.moveSeconds(3601)
const send = (body: unknown, query: Record<string, string> = {}) =>
  call(market, 'POST', '/contact-forms', { body, query })
const inbox = () =>
  market.services.db
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
const contentOf = (row: { content_sealed: string }) =>
  JSON.parse(unseal(market.services.sealing, MESSAGE_PURPOSE, row.content_sealed))
/** Lets all mails go out; what the newest was, header and all. */
async function newestMail() {
  const letters: OutgoingMail[] = []
  const noting = {
    ...market.services,
    mailer: {
      send: (letter: OutgoingMail) => {
        letters.push(letter)
        return market.services.mailer.send(letter)
      },
    },
  }
  for (const { id } of await market.services.db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .orderBy('created_at')
    .execute())
    await sendMail(noting, id)
  return letters.at(-1)
}

describe('S7.13 S3.6 the contact form', () => {
  test('reaches the inbox encrypted, and us by mail with the sender as Reply-To', async () => {
    later()
    const given = form({ item_id: itemId, email: 'ayse@shop.example' })
    const answer = await send(given, { hl: 'TR' })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    const [row] = await inbox()
    expect(row).toMatchObject({
      market: 'app',
      locale: 'tr',
      item_id: itemId,
      store_id: null,
      state: 'new',
    })
    expect(JSON.stringify({ ...row, sender_hash: String(row?.sender_hash) })).not.toMatch(
      /Ayşe|shop\.example|sorum/,
    )
    expect(contentOf(row!)).toEqual({ ...given, phone: '+905321234567', item_id: undefined })
    const mail = await newestMail()
    expect(mail).toMatchObject({
      to: 'hello@apps.localhost',
      subject: 'İletişim formu: Teslimat günü',
      headers: { 'Reply-To': 'ayse@shop.example' },
    })
    expect(mail?.text).toMatch(
      /Ad soyad: Ayşe Işık[^]*\+905321234567[^]*Teslimat Günü[^]*Merhaba,\nbir sorum var\./,
    )
    expect(market.shop.mails()[0]).toMatchObject({
      recipient: 'hello@apps.localhost',
      subject: mail?.subject,
    })
  })

  test('accepts text pasted from a table, with tabs as spaces in the mail', async () => {
    later()
    const answer = await send(form({ message: 'Ürün\tFiyat\nVazo\t250' }))
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect((await newestMail())?.text).toMatch(/Ürün {2}Fiyat\nVazo {2}250/)
  })

  test('names the store of a signed-in owner', async () => {
    later()
    const owner = await signIn(market, 'store-1')
    expect((await owner.call('POST', '/contact-forms', { body: form() })).status).toBe(200)
    expect((await inbox())[0]?.store_id).toBe(owner.storeId)
    expect((await newestMail())?.text).toContain(owner.domain)
  })

  test("S5.7 names the wrong field, in the reader's language", async () => {
    later()
    const answer = await send({ email: 'nobody', phone: '12', message: 'short' }, { hl: 'EN' })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({
      fullname: 'This field is required',
      email: 'This field must be a valid email',
      subject: 'This field is required',
      phone: 'Write the phone with its country code, such as +90 5xx xxx xx xx',
      message: 'This field must be at least 10 characters',
    })
    expect((await send(form({ phone: '+90 111 111 11 11' }), { hl: 'EN' })).body.fields).toEqual({
      phone: 'Write the phone with its country code, such as +90 5xx xxx xx xx',
    })
    expect((await send(form({ item_id: 'itm_nothing' }), { hl: 'EN' })).body.fields).toEqual({
      item_id: 'item_id is not valid.',
    })
  })

  test('ABU-1 lets no line break of the sender into a header', async () => {
    later()
    expect(
      (await send(form({ subject: 'Hi\r\nBcc: victim@shop.example', fullname: 'A\nB' }))).status,
    ).toBe(200)
    expect(contentOf((await inbox())[0]!)).toMatchObject({
      subject: 'Hi Bcc: victim@shop.example',
      fullname: 'A B',
    })
    const mail = await newestMail()
    expect(mail).toMatchObject({
      to: 'hello@apps.localhost',
      subject: 'İletişim formu: Hi Bcc: victim@shop.example',
    })
    expect(market.shop.mails()[0]?.recipient).toBe('hello@apps.localhost')
    expect((await send(form({ email: 'a@b.example\r\nBcc: victim@shop.example' }))).status).toBe(
      400,
    )
    expect((await send(form({ email: 'a@b.example, victim@shop.example' }))).status).toBe(400)
  })

  test('ABU-1 never mails the typed address', async () => {
    later()
    await send(form({ email: 'victim@shop.example' }))
    await newestMail()
    expect(market.shop.mails().filter((mail) => mail.recipient === 'victim@shop.example')).toEqual(
      [],
    )
  })

  test('ABU-1 is limited per network address and per sender', async () => {
    later()
    const sender = 'busy@shop.example'
    // Strangers may write in this name as often as the limit says; whoever it belongs to still gets
    // a message through.
    for (let n = 0; n < 6; n += 1) expect((await send(form({ email: sender }))).status).toBe(200)
    const refused = await send(form({ email: 'BUSY@shop.example' }))
    expect([refused.status, refused.body.code]).toEqual([429, 'rate.limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (let n = 0; n < 3; n += 1) expect((await send(form())).status).toBe(200)
    expect((await send(form())).status).toBe(429)
    later()
    expect((await send(form())).status).toBe(200)
  })

  test('sent twice is one message with the same answer; other content with the same key is another message (B13)', async () => {
    later()
    const before = (await inbox()).length
    const press = (body: object) =>
      call(market, 'POST', '/contact-forms', {
        body,
        headers: { 'idempotency-key': 'form-of-a-page-that-many-see' },
      })
    const content = form()
    const twice = await Promise.all([press(content), press(content)])
    expect(
      twice.map((one) => one.body.code ?? one.status).filter((one) => one === 200).length,
    ).toBeGreaterThan(0)
    expect((await press(content)).body).toEqual({ success: true })
    expect(await inbox()).toHaveLength(before + 1)
    await press({ ...content, message: 'Something else altogether, please.' })
    expect(await inbox()).toHaveLength(before + 2)
  })

  test("D23 a message is deleted on the sender's request, and automatically after two years", async () => {
    later()
    await send(form({ email: 'Leaving@shop.example' }))
    await send(form({ email: 'staying@shop.example' }))
    const before = await inbox()
    await erasePerson(market.services, 'leaving@shop.example')
    expect(await inbox()).toHaveLength(before.length - 1)
    market.clock.moveSeconds(731 * 86_400)
    await purgeContact(market.services)
    expect(await inbox()).toEqual([])
  })
})
