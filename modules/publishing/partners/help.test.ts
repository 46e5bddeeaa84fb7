import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoreActor } from '#kernel/actor.ts'
import { erasePerson } from '#modules/messaging/public.ts'
import { buy } from '#test/support/checkout.ts'
import {
  firstOperator,
  mailTo,
  signInToConsole,
  type ConsoleBrowser,
} from '#test/support/console.ts'
import { idOf, ownerMails } from '#test/support/installs.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call, signIn, type Owner } from '#test/support/owner.ts'
import { giveItem } from '#test/support/reviewers.ts'

const SLUG = 'celebration'
const TEXT = 'Kutlama artık görünmüyor.'

let market: Marketplace
let admin: ConsoleBrowser
let developer: ConsoleBrowser
let owner: Owner
let other: Owner
let partner: string

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  partner = (
    await market.services.db
      .selectFrom('items')
      .select('partner_id')
      .where('slug', '=', SLUG)
      .executeTakeFirstOrThrow()
  ).partner_id
  owner = await signIn(market, 'store-1')
  other = await signIn(market, 'store-2')
})
afterAll(() => market.stop())

const help = (who: Owner, slug = SLUG, query = {}) => who.call('GET', `/help/${slug}`, { query })
const ask = (who: Owner, more: object = {}, slug = SLUG) =>
  who.call('POST', `/help/${slug}`, { body: { subject: 'Kutlama', message: TEXT, ...more } })
const thread = async (id: string, who = owner) =>
  (await who.call('GET', `/contact-forms/${id}`)).body.data
const at = (id: string, rest = '') => `/partners/${partner}/messages/${id}${rest}`
const answer = (id: string, text = 'Yeni sürümü kur.') =>
  developer.ask('POST', at(id, '/answers'), { text })
/** Sessions of shops last an hour. */
async function later(seconds = 3_601) {
  market.clock.moveSeconds(seconds)
  await market.services.db.deleteFrom('limits').execute()
  owner = await signIn(market, 'store-1')
  other = await signIn(market, 'store-2')
}

describe('S2.26 "Get help" on an item', () => {
  test('is for a store that has or had the item; where nobody of the seller reads, no conversation begins', async () => {
    expect((await help(owner)).body.code).toBe('help.never_had')
    expect((await ask(owner)).body.code).toBe('help.never_had')
    expect((await help(owner, 'no-such-item')).status).toBe(404)
    expect((await call(market, 'GET', `/help/${SLUG}`)).status).toBe(401)
    const store = { storeId: owner.storeId, externalId: 'store-1' } as StoreActor
    await giveItem(market, store, await idOf(owner, SLUG))
    expect((await help(owner)).body.data).toMatchObject({ seller: null, response_seconds: null })
    expect((await ask(owner)).body.code).toBe('help.nobody_reads')
    await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
      email: 'developer@example.com',
    })
    developer = await signInToConsole(market, 'developer@example.com')
    expect((await help(owner)).body.data).toMatchObject({
      item: { slug: SLUG },
      seller: expect.any(String) as string,
      response_seconds: null,
      facts: { shop: owner.domain, version: expect.any(String) as string, order: null },
    })
  })

  test('tells the seller the text and what was ticked; neither name nor address, nor a fact that was not', async () => {
    await later()
    const bare = (await ask(owner)).body.data.id
    const seen = (await developer.ask('GET', at(bare))).body
    expect(seen).toMatchObject({
      from: '',
      store: null,
      help: true,
      version: null,
      order: null,
      words: [{ who: 'asker', text: TEXT }],
    })
    const { messages } = (await developer.ask('GET', `/partners/${partner}/messages`)).body
    expect(JSON.stringify([seen, messages])).not.toMatch(
      new RegExp(`Ayşe|ayse@|${owner.domain}`, 'i'),
    )
    const { version } = (await help(owner)).body.data.facts
    const told = (await ask(owner, { share: ['shop', 'version'] })).body.data.id
    expect((await developer.ask('GET', at(told))).body).toMatchObject({
      store: owner.domain,
      version,
      order: null,
    })
    expect((await thread(told)).shared).toEqual({ shop: owner.domain, version, order: null })
    const mail = await mailTo(market, 'developer@example.com')
    expect(mail.text).not.toContain(TEXT)
  })

  test('carries an order of the item when it is ticked, and no order of another item', async () => {
    await later()
    const { orderNumber: number } = await buy(market, owner, 'delivery-day')
    const shared = async (slug: string, body: object) =>
      (await thread((await ask(owner, { share: ['order'], ...body }, slug)).body.data.id)).shared
    expect((await help(owner, 'delivery-day')).body.data.facts.order.number).toBe(number)
    expect(await shared('delivery-day', { order: number })).toEqual({
      shop: null,
      version: null,
      order: number,
    })
    expect((await help(owner, SLUG, { order: number })).body.data.facts.order).toBeNull()
    expect(await shared(SLUG, { order: number })).toMatchObject({ order: null })
  })

  test('is answered in the console; the owner sees it, is notified, writes again, marks it as solved and reopens it', async () => {
    await later()
    const { id } = (await ask(owner)).body.data
    expect((await thread(id)).state).toBe('waiting')
    await later(60)
    expect((await answer(id)).status).toBe(200)
    expect(await thread(id)).toMatchObject({
      state: 'answered',
      may_write: true,
      words: [{ who: 'store' }, { who: 'developer', text: 'Yeni sürümü kur.' }],
    })
    const [notice] = (await owner.call('GET', '/notices')).body.data
    expect(notice).toMatchObject({ kind: 'help_answered', thread: id, is_read: false })
    const mails = await ownerMails(market, `/account/support/${id}?`)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).not.toContain('Yeni sürümü kur.')

    const path = `/contact-forms/${id}`
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['POST', '/messages', { message: 'Ben de' }],
      ['PUT', '/solved', { solved: true }],
      ['PUT', '/dispute', {}],
    ] as const)
      expect((await other.call(method, path + rest, { body })).status, rest).toBe(404)

    await owner.call('PUT', `${path}/solved`, { body: { solved: true } })
    expect((await thread(id)).state).toBe('solved')
    expect((await developer.ask('GET', at(id))).body).toMatchObject({ solved: true, state: 'done' })
    await owner.call('PUT', `${path}/solved`, { body: { solved: false } })
    expect((await thread(id)).state).toBe('answered')
    await owner.call('PUT', `${path}/solved`, { body: { solved: true } })
    await later(60)
    await owner.call('POST', `${path}/messages`, { body: { message: 'Yine görünmüyor.' } })
    expect(await thread(id)).toMatchObject({ state: 'waiting', words: { length: 3 } })
    expect((await developer.ask('GET', at(id))).body).toMatchObject({ solved: false, state: 'new' })
  })

  test('mails no answer to a store that chose to hear of answers in the product only', async () => {
    await later()
    const choices = [{ topic: 'answers', product: true, mail: false }]
    await owner.call('PUT', '/notices/choices', { body: { choices } })
    const { id } = (await ask(owner)).body.data
    await answer(id)
    expect((await owner.call('GET', '/notices')).body.data[0].thread).toBe(id)
    expect(await ownerMails(market, `/account/support/${id}?`)).toEqual([])
  })

  test('is read by operators only when the owner asks them to, and the log says who read it', async () => {
    await later()
    const { id } = (await ask(owner)).body.data
    const list = async () =>
      ((await admin.ask('GET', '/operator/messages')).body.messages as { id: string }[]).find(
        (one) => one.id === id,
      )
    const read = () => admin.ask('POST', `/operator/messages/${id}/reading`)
    expect(await list()).toBeUndefined()
    expect([
      (await admin.ask('GET', `/operator/messages/${id}`)).status,
      (await read()).status,
    ]).toEqual([404, 404])
    await owner.call('PUT', `/contact-forms/${id}/dispute`)
    expect(await list()).toMatchObject({ why: 'dispute', developer: expect.any(String) as string })
    expect((await admin.ask('GET', `/operator/messages/${id}`)).body.message).toBeNull()
    expect((await read()).body.words).toMatchObject([{ who: 'asker', text: TEXT }])
    const logged = await market.services.db
      .selectFrom('audit_log')
      .select('object_id')
      .where('operation', '=', 'readThread')
      .execute()
    expect(logged).toEqual([{ object_id: id }])
    expect((await developer.ask('POST', `/operator/messages/${id}/reading`)).status).toBe(403)
  })

  test('is closed for the store once the seller reports it as spam', async () => {
    await later()
    const { id } = (await ask(owner)).body.data
    await developer.ask('POST', at(id, '/spam'))
    expect((await thread(id)).may_write).toBe(false)
    const again = await owner.call('POST', `/contact-forms/${id}/messages`, {
      body: { message: 'Merhaba?' },
    })
    expect(again.body.code).toBe('contact.thread_closed')
  })

  test("shows the seller's median time until the first answer, of five answers in 90 days at least", async () => {
    await market.services.db.deleteFrom('contact_messages').execute()
    const seconds = async () => (await help(owner)).body.data.response_seconds
    const answered = async (after: number) => {
      await later()
      const { id } = (await ask(owner)).body.data
      await later(after)
      await answer(id)
      await later(10)
      await answer(id, 'Ve bir şey daha.')
    }
    for (const after of [600, 60_000, 1_200, 30_000]) await answered(after)
    await later()
    // Not answered: it does not count.
    await ask(owner)
    expect(await seconds()).toBeNull()
    await answered(7_200)
    expect(await seconds()).toBe(7_200)
    await later(91 * 86_400)
    expect(await seconds()).toBeNull()
  })

  test('D23 is erased with the person who asked', async () => {
    await later()
    const { id } = (await ask(owner)).body.data
    await erasePerson(market.services, 'ayse@shop.example')
    expect((await owner.call('GET', `/contact-forms/${id}`)).body.code).toBe(
      'contact.thread_unknown',
    )
  })
})
