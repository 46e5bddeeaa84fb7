import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#kernel/operation.ts'
import { type ConsoleBrowser, firstOperator, signInToConsole } from '#test/support/console.ts'
import { install, processRun, uninstall } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { purgePartnerEvents } from './feed.ts'
import type { listFeeds, listPartnerEvents } from './contract.ts'

let market: Marketplace
let owner: Owner
let admin: ConsoleBrowser
let head: ConsoleBrowser
let developer: ConsoleBrowser
let finance: ConsoleBrowser
let stranger: ConsoleBrowser
let partner: string
let item: { id: string; name: string }

beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  const found = await market.services.db
    .selectFrom('items')
    .select(['id', 'name', 'partner_id'])
    .where('slug', '=', 'celebration')
    .executeTakeFirstOrThrow()
  item = { id: found.id, name: found.name }
  partner = found.partner_id
  await admin.ask('POST', `/operator/partners/${partner}/invitations`, {
    email: 'head@example.com',
  })
  head = await signInToConsole(market, 'head@example.com')
  for (const role of ['developer', 'finance'])
    await head.ask('POST', `/partners/${partner}/invitations`, {
      email: `${role}@example.com`,
      role,
    })
  developer = await signInToConsole(market, 'developer@example.com')
  finance = await signInToConsole(market, 'finance@example.com')
  await admin.ask('POST', '/operator/partners', { name: 'Other', email: 'other@example.com' })
  stranger = await signInToConsole(market, 'other@example.com')
  owner = await signIn(market)
})
afterAll(() => market.stop())

type Events = AnswerOf<typeof listPartnerEvents>
const eventsOf = async (
  browser: ConsoleBrowser,
  query: Record<string, string> = {},
): Promise<Events> => {
  const { status, body } = await browser.ask(
    'GET',
    `/partners/${partner}/events?${new URLSearchParams(query)}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Events
}
const kindsSeenBy = async (browser: ConsoleBrowser, query: Record<string, string> = {}) =>
  (await eventsOf(browser, query)).events.map((one) => one.kind)

describe('the feed of a partner', () => {
  test('tells of an install, a review, a question and an uninstall with its reason, the newest first', async () => {
    market.clock.moveSeconds(60)
    await install(owner, item.id)
    await processRun(market)
    market.clock.moveSeconds(60)
    const reviewed = await owner.call('POST', '/app-store/review', {
      body: { item_id: item.id, rating: 4, text: 'Works as it says it does.' },
    })
    market.clock.moveSeconds(60)
    const asked = await call(market, 'POST', '/contact-forms', {
      body: {
        fullname: 'Ayşe Işık',
        email: 'ayse@shop.example',
        subject: 'Confetti',
        message: 'Can it be green as well?',
        item_id: item.id,
        to: 'developer',
      },
    })
    expect([reviewed.status, asked.status], JSON.stringify(reviewed.body)).toEqual([200, 200])
    market.clock.moveSeconds(60)
    await uninstall(owner, item.id)
    await processRun(market)
    const { events } = await eventsOf(head)
    expect(events.map((one) => [one.kind, one.item?.id, one.stars])).toEqual([
      ['uninstalled', item.id, null],
      ['asked', item.id, null],
      ['reviewed', item.id, 4],
      ['installed', item.id, null],
    ])
    const { domain } = await market.services.db
      .selectFrom('stores')
      .select('domain')
      .where('id', '=', owner.storeId)
      .executeTakeFirstOrThrow()
    // Who asks a question tells what they like, and no more.
    expect(events.map((one) => one.store)).toEqual([domain, null, domain, domain])
  })

  test('tells of failed installs, refunds and payouts once, in the transaction of the event', async () => {
    const { db } = market.services
    const { id: run } = await db
      .selectFrom('installation_runs')
      .select('id')
      .where('kind', '=', 'install')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('installation_runs')
      .set({ state: 'failed', failure: 'store.unreachable' })
      .where('id', '=', run)
      .execute()
    await db
      .updateTable('installation_runs')
      .set({ state: 'failed' })
      .where('id', '=', run)
      .execute()
    expect(await kindsSeenBy(head, { kind: 'install_failed' })).toEqual(['install_failed'])
    const at = market.clock.now()
    const { id: person } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
    await db
      .insertInto('payout_batches')
      .values({
        id: 'pob_00000000000000000001',
        year: 2026,
        sequence: 1,
        currency: 'TRY',
        day: at,
        created_by: person,
        created_at: at,
      })
      .execute()
    await db
      .insertInto('payout_lines')
      .values({
        id: 'pol_00000000000000000001',
        batch_id: 'pob_00000000000000000001',
        partner_id: partner,
        amount_minor: 123_450,
        details_sealed: 'x',
      })
      .execute()
    expect(await kindsSeenBy(head, { kind: 'paid_out' })).toEqual([])
    await expect(
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('payout_lines')
          .set({ state: 'paid', paid_on: at, reference: 'R1', ended_by: person, ended_at: at })
          .execute()
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await kindsSeenBy(head, { kind: 'paid_out' })).toEqual([])
    await db
      .updateTable('payout_lines')
      .set({ state: 'paid', paid_on: at, reference: 'R1', ended_by: person, ended_at: at })
      .execute()
    const [paid] = (await eventsOf(head, { kind: 'paid_out' })).events
    expect(paid).toMatchObject({ item: null, store: null, amount: 1234.5, currency: 'TRY' })
  })

  test('shows each role what it may see, and a stranger nothing', async () => {
    expect(await kindsSeenBy(developer)).not.toContain('paid_out')
    expect(await kindsSeenBy(developer, { kind: 'paid_out' })).toEqual([])
    expect(await kindsSeenBy(finance)).not.toContain('asked')
    expect(await kindsSeenBy(finance)).toContain('paid_out')
    expect((await stranger.ask('GET', `/partners/${partner}/events`)).status).toBe(404)
  })

  test('goes on page by page without a gap, and refuses a cursor that is none', async () => {
    const { db } = market.services
    const at = market.clock.now()
    await db
      .insertInto('partner_events')
      .values(
        Array.from({ length: 120 }, (_, n) => ({
          partner_id: partner,
          item_id: item.id,
          kind: 'installed',
          at,
          subject_id: `ins_${n}`,
        })),
      )
      .execute()
    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const page: Events = await eventsOf(head, {
        kind: 'installed',
        item: item.id,
        ...(after && { after }),
      })
      seen.push(...page.events.map((one) => one.id))
      after = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([121, 121])
    const odd = Buffer.from(`${at.toISOString()} evil`).toString('base64url')
    expect((await head.ask('GET', `/partners/${partner}/events?after=${odd}`)).status).toBe(400)
  })
})

describe('a feed at a secret address', () => {
  const read = async (url: string) => {
    const address = new URL(url)
    address.hostname = '127.0.0.1'
    const response = await fetch(address)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }
  const make = async (browser: ConsoleBrowser, body: object = {}) => {
    const made = await browser.ask('POST', `/partners/${partner}/feeds`, body)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return made.body as { id: string; url: string }
  }
  const feedsOf = async (browser: ConsoleBrowser) =>
    (
      (await browser.ask('GET', `/partners/${partner}/feeds`)).body as unknown as AnswerOf<
        typeof listFeeds
      >
    ).feeds

  test('is Atom in the language of who made it, with what that member may see', async () => {
    const made = await make(developer)
    const { status, type, text } = await read(made.url)
    expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<feed /)
    expect(text).toContain('was installed')
    expect(text).not.toContain('paid out')
    expect((await read((await make(finance)).url)).text).not.toContain('There is a question')
    const [feed] = await feedsOf(developer)
    expect(feed).toMatchObject({ id: made.id, language: 'en' })
    expect(feed!.used_at).not.toBeNull()
    // The secret itself is nowhere in the database.
    const rows = await market.services.db.selectFrom('partner_feeds').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(made.url.split('/').at(-1))
  })

  test('of one item has no other, escapes names, and refuses an item of somebody else', async () => {
    const { db } = market.services
    await db.updateTable('items').set({ name: 'Paper & <Ink>' }).where('id', '=', item.id).execute()
    const { text } = await read((await make(head, { item: item.id })).url)
    expect(text).toContain('Paper &amp; &lt;Ink&gt;')
    expect(text).not.toContain('paid out')
    const other = await db
      .selectFrom('items')
      .select('id')
      .where('partner_id', '<>', partner)
      .executeTakeFirst()
    if (other)
      expect(
        (await head.ask('POST', `/partners/${partner}/feeds`, { item: other.id })).status,
      ).toBe(400)
  })

  test('ends when it is revoked, by its member or an owner, and when the member leaves the team', async () => {
    const [mine, other] = [await make(developer), await make(developer)]
    expect((await finance.ask('DELETE', `/partners/${partner}/feeds/${mine.id}`)).status).toBe(404)
    expect((await head.ask('DELETE', `/partners/${partner}/feeds/${mine.id}`)).status).toBe(200)
    expect((await read(mine.url)).status).toBe(404)
    expect((await read(other.url)).status).toBe(200)
    const { id } = (await developer.ask('GET', '/account')).body as { id: string }
    const person =
      id ??
      (
        await market.services.db
          .selectFrom('people')
          .select('id')
          .where('email', '=', 'developer@example.com')
          .executeTakeFirstOrThrow()
      ).id
    expect((await head.ask('DELETE', `/partners/${partner}/team/${person}`)).status).toBe(200)
    expect((await read(other.url)).status).toBe(404)
  })

  test('a member has ten of them at most', async () => {
    let last = 0
    for (let count = 0; count < 12; count += 1)
      last = (await finance.ask('POST', `/partners/${partner}/feeds`, {})).status
    expect([last, (await feedsOf(finance)).length]).toEqual([409, 10])
  })
})

test('events are deleted after a year', async () => {
  market.clock.moveSeconds(366 * 86_400)
  await purgePartnerEvents(market.services)
  expect(await market.services.db.selectFrom('partner_events').select('id').execute()).toEqual([])
})
