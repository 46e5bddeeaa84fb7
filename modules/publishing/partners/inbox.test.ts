import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#kernel/operation.ts'
import {
  signInToConsole,
  firstOperator,
  mailTo,
  type ConsoleBrowser,
} from '#test/support/console.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn } from '#test/support/owner.ts'
import { erasePerson } from '#modules/messaging/public.ts'
import type { getPartnerMessage, listPartnerMessages } from './contract.ts'

let market: Marketplace
let admin: ConsoleBrowser
let developer: ConsoleBrowser
let finance: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let other: string
let item: { id: string; name: string }

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  const found = await market.services.db
    .selectFrom('items')
    .select(['id', 'name', 'partner_id'])
    .where('slug', '=', 'delivery-day')
    .executeTakeFirstOrThrow()
  item = found
  partner = found.partner_id
  // Nobody of theirs reads yet.
  expect((await ask()).status).toBe(200)
  expect(
    await market.services.db
      .selectFrom('contact_messages')
      .select(['partner_id', 'last_at'])
      .execute(),
  ).toEqual([{ partner_id: null, last_at: null }])
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'owner@example.com',
  })
  const owner = await signInToConsole(market, 'owner@example.com')
  for (const role of ['developer', 'finance'])
    await owner.ask('POST', `/partners/${partner}/invitations`, {
      email: `${role}@example.com`,
      role,
    })
  developer = await signInToConsole(market, 'developer@example.com')
  finance = await signInToConsole(market, 'finance@example.com')
  other = String(
    (await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' }))
      .body.id,
  )
  stranger = await signInToConsole(market, 'other@example.com')
})
afterAll(() => market.stop())

let asker = 0
const question = (more: object = {}) => ({
  fullname: 'Ayşe Işık',
  email: `ayse${(asker += 1)}@shop.example`,
  subject: 'Teslimat günü',
  message: 'Pazar günü de seçilebiliyor mu?',
  item_id: item.id,
  to: 'developer',
  ...more,
})
const ask = (more: object = {}) =>
  call(market, 'POST', '/contact-forms', { body: question(more), query: { hl: 'TR' } })
const list = async (query = '') =>
  (await developer.ask('GET', `/partners/${partner}/messages${query}`)).body as unknown as AnswerOf<
    typeof listPartnerMessages
  >
const open = async (id: string) =>
  (await developer.ask('GET', `/partners/${partner}/messages/${id}`)).body as unknown as AnswerOf<
    typeof getPartnerMessage
  >
const at = (id: string, rest = '', of = partner) => `/partners/${of}/messages/${id}${rest}`
const later = () => market.clock.moveSeconds(3_601)

describe('S2.26 a question to the developer of an item', () => {
  test("reaches the developer and not the market, without the asker's address; finance and other partners never see it", async () => {
    later()
    const owner = await signIn(market, 'store-1')
    const email = 'gizli@shop.example'
    expect(
      (
        await owner.call('POST', '/contact-forms', {
          body: question({ email, phone: '0532 123 45 67' }),
        })
      ).status,
    ).toBe(200)
    const {
      messages: [first],
      unread,
      items,
    } = await list()
    expect(first).toMatchObject({
      item: { id: item.id },
      subject: 'Teslimat günü',
      from: 'Ayşe Işık',
      store: owner.domain,
      state: 'new',
      answers: 0,
    })
    expect([unread, items]).toEqual([1, [{ id: item.id, name: item.name }]])
    const whole = await open(first!.id)
    expect(whole.words).toMatchObject([{ who: 'asker', text: 'Pazar günü de seçilebiliyor mu?' }])
    expect(JSON.stringify([whole, await list()])).not.toMatch(/gizli|532 ?123/)
    expect((await finance.ask('GET', `/partners/${partner}/messages`)).status).toBe(403)
    for (const path of [at(first!.id, '', other), at(first!.id)])
      expect((await stranger.ask('GET', path)).status).toBe(404)
    expect((await admin.ask('GET', '/operator/messages')).body.messages).toHaveLength(1)
    const told = await mailTo(market, 'developer@example.com')
    expect([
      told.subject,
      told.text.includes(`/partner/${partner}/messages/${first!.id}?`),
      told.text.includes('Pazar'),
    ]).toEqual([`A question about ${item.name}`, true, false])
    expect(
      market.shop
        .mails()
        .some((mail) => mail.recipient === 'finance@example.com' && mail.subject === told.subject),
    ).toBe(false)
    expect((await developer.ask('GET', `/partners/${partner}`)).body.unread).toBe(1)
    expect((await finance.ask('GET', `/partners/${partner}`)).body.unread).toBe(0)
  })

  test('ABU-1 is answered by a mail of the market, and the asker writes again by its link; both stand in one thread', async () => {
    const id = (await list()).messages[0]!.id
    market.clock.moveSeconds(60)
    expect((await stranger.ask('POST', at(id, '/answers', other), { text: 'Mine' })).status).toBe(
      404,
    )
    expect((await developer.ask('POST', at(id, '/answers'), { text: ' ' })).status).toBe(400)
    expect(
      (await developer.ask('POST', at(id, '/answers'), { text: 'Evet,\nher gün.' })).status,
    ).toBe(200)
    const letter = await mailTo(market, 'gizli@shop.example')
    expect([letter.subject, letter.text]).toEqual([
      'Re: Teslimat günü',
      expect.stringMatching(/Evet,\nher gün\./) as string,
    ])
    expect(letter.text).not.toContain('developer@example.com')
    const token = /\/contact\/([\w.-]+)\?/.exec(letter.text)?.[1] ?? ''
    expect((await list('?state=done')).messages).toMatchObject([{ id, answers: 1 }])
    market.clock.moveSeconds(60)
    const path = `/contact-forms/replies/${token}`
    expect((await call(market, 'GET', path)).body.data).toEqual({
      item: { slug: 'delivery-day', name: item.name },
      developer: expect.any(String) as string,
    })
    expect(
      (await call(market, 'POST', path, { body: { message: 'Bayramda da mı açık?' } })).status,
    ).toBe(200)
    for (const wrong of [
      `${token}x`,
      token.replace(/\.(.)/, (_, one: string) => `.${one === 'A' ? 'B' : 'A'}`),
      'msg_x.y',
    ])
      expect(
        (
          await call(market, 'POST', `/contact-forms/replies/${wrong}`, {
            body: { message: 'Bayramda da mı açık?' },
          })
        ).status,
      ).toBe(404)
    const whole = await open(id)
    expect([whole.state, whole.words.map((word) => [word.who, word.text])]).toEqual([
      'new',
      [
        ['asker', 'Pazar günü de seçilebiliyor mu?'],
        ['developer', 'Evet,\nher gün.'],
        ['asker', 'Bayramda da mı açık?'],
      ],
    ])
    const { db } = market.services
    expect(
      JSON.stringify(await db.selectFrom('contact_answers').selectAll().execute()),
    ).not.toContain('gün')
    expect(
      JSON.stringify(
        await db.selectFrom('audit_log').selectAll().where('kind', '=', 'message').execute(),
      ),
    ).not.toMatch(/gün|gizli/)
  })

  test('is filtered by state and item, marked, and reported as spam: then the operator sees it and its link is over', async () => {
    later()
    await ask({ subject: 'Ucuz ilaç' })
    const { messages, unread } = await list('?state=new')
    expect([messages.length, unread]).toEqual([2, 2])
    const spam = messages.find((one) => one.subject === 'Ucuz ilaç')!
    expect((await developer.ask('PUT', at(spam.id, '/state'), { state: 'open' })).status).toBe(200)
    expect((await list('?state=open')).messages.map((one) => one.id)).toEqual([spam.id])
    expect((await list('?item=itm_other')).messages).toEqual([])
    expect((await developer.ask('POST', at(spam.id, '/spam'))).status).toBe(200)
    expect([
      (await list()).messages.map((one) => one.id).includes(spam.id),
      (await list('?state=spam')).messages.map((one) => one.id),
    ]).toEqual([false, [spam.id]])
    expect(
      (await developer.ask('POST', at(spam.id, '/answers'), { text: 'Hayır' })).body.code,
    ).toBe('partners.message_spam')
    const { messages: seen } = (await admin.ask('GET', '/operator/messages')).body as {
      messages: { id: string; developer: string | null }[]
    }
    expect(seen.find((one) => one.id === spam.id)).toMatchObject({
      developer: expect.any(String) as string,
      why: 'spam',
    })
  })

  test('ABU-1 has the limits of the contact form; D23 goes with everything around it when the asker asks for that', async () => {
    later()
    const email = 'cok@shop.example'
    for (let n = 0; n < 5; n += 1) expect((await ask({ email })).status).toBe(200)
    // Anybody may type an address, so beyond its limit each asker has one more.
    expect([(await ask({ email })).status, (await ask({ email })).status]).toEqual([200, 429])
    const { db } = market.services
    await erasePerson(market.services, 'Gizli@shop.example')
    expect(await db.selectFrom('contact_answers').selectAll().execute()).toEqual([])
    expect((await list()).messages.every((one) => one.store === null)).toBe(true)
  })

  test('stands with its answer among the messages of the store that asked, and of no other', async () => {
    later()
    const owner = await signIn(market, 'store-1')
    const other = await signIn(market, 'store-2')
    const mine = async (who: typeof owner) =>
      (await who.call('GET', '/contact-forms', { query: { hl: 'TR' } })).body.data
    await owner.call('POST', '/contact-forms', { body: question({ subject: 'Benim sorum' }) })
    const [asked] = await mine(owner)
    expect(asked).toMatchObject({
      subject: 'Benim sorum',
      item: { slug: 'delivery-day' },
      state: 'waiting',
      words: [{ who: 'store' }],
    })
    const { messages } = await list()
    const { id } = messages.find((one) => one.subject === 'Benim sorum')!
    await developer.ask('POST', at(id, '/answers'), { text: 'Evet, seçilebiliyor.' })
    const [answered] = await mine(owner)
    expect(answered.words).toMatchObject([
      { who: 'store' },
      { who: 'developer', text: 'Evet, seçilebiliyor.' },
    ])
    const again = `/contact-forms/${answered.id}/messages`
    const body = { message: 'Teşekkürler, bir sorum daha var.' }
    expect((await other.call('POST', again, { body })).status).toBe(404)
    expect((await owner.call('POST', again, { body })).status).toBe(200)
    expect((await mine(owner))[0].words).toHaveLength(3)
    expect(await mine(other)).toEqual([])
  })
})
