import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#lib/ids.ts'
import { recordEarnings } from '#modules/earnings/public.ts'
import { findDueInstalls, installPaidItem } from '#modules/installs/public.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import {
  buyBundle,
  prepareBundle,
  type PreparedBundle,
  publishBundle,
  startBundle,
} from '#test/support/bundles.ts'
import { buy, chargesOf, passChallenge, pay } from '#test/support/checkout.ts'
import { AGREEMENT, idOf, installationPath, processRun } from '#test/support/installs.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { findEventFaults } from '#test/support/order-events.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import type { InvoiceContent } from './invoices/provider.ts'
import { contentOf } from './invoices/issue-invoice.ts'
import { listLines } from './data.ts'
import { issueLateDocuments, refundOrder } from './public.ts'

const ITEMS = ['delivery-day', 'gallery', 'free-delivery']
const SLUG = 'opening-set'

let market: Marketplace
let owner: Owner
let other: Owner

beforeAll(async () => {
  market = await startMarketplace()
  ;[owner, other] = [await signIn(market, 'store-1'), await signIn(market, 'store-2')]
  const partner = newId('par')
  await market.services.db
    .insertInto('partners')
    .values({ id: partner, slug: 'second', name: 'Second', created_at: market.clock.now() })
    .execute()
  await market.services.db
    .updateTable('items')
    .set({ partner_id: partner })
    .where('slug', '=', 'gallery')
    .execute()
  await publishBundle(market, SLUG, ITEMS)
}, 120_000)
afterAll(() => market.stop())

const orderOf = (number: string) =>
  market.services.db
    .selectFrom('orders')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirstOrThrow()

const sumOf = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const ownedBy = async (who: Owner) =>
  (
    await market.services.db
      .selectFrom('entitlements')
      .innerJoin('items', 'items.id', 'entitlements.item_id')
      .select('items.slug')
      .where('store_id', '=', who.storeId)
      .where('valid_until', 'is', null)
      .orderBy('items.slug')
      .execute()
  ).map((row) => row.slug)

const documentsOf = async (orderId: string): Promise<InvoiceContent[]> => {
  market.clock.moveSeconds(301)
  await issueLateDocuments(market.services)
  const rows = await market.services.db
    .selectFrom('invoices')
    .select('content_sealed')
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  return rows.map((row) => contentOf(market.services, row))
}

async function mails() {
  market.clock.moveSeconds(61)
  for (const id of await findWaitingMails(market.services)) await sendMail(market.services, id)
  return market.shop.mails()
}

/** Agrees to the install of an item on the page that pays for it. */
async function planInstall(who: Owner, slug: string) {
  return who.call('PUT', `${installationPath(await idOf(who, slug))}/with-payment`, {
    body: {
      store: who.storeId,
      permissions: ['web_service_user', 'design_block', 'tracking_code'],
      agreement: AGREEMENT,
      order_steps: true,
    },
  })
}

describe('an order from a bundle', () => {
  test('refuses what is no bundle, what is not in it, and a coupon', async () => {
    expect((await startBundle(owner, 'no-such-set')).body.code).toBe('checkout.bundle_not_found')
    expect((await startBundle(owner, SLUG, ['tour'])).body).toMatchObject({
      fields: { leave_out: expect.any(String) as string },
    })
    expect((await startBundle(owner, SLUG, ITEMS.slice(1))).body.code).toBe(
      'checkout.bundle_too_small',
    )
    const order = await prepareBundle(owner, SLUG)
    const coupon = await owner.call('POST', `/checkout/calculate/${order.orderNumber}`, {
      body: { coupon_code: 'WELCOME' },
    })
    expect([coupon.status, coupon.body.code]).toEqual([422, 'checkout.coupon_not_with_bundle'])
  })

  test('has a line for each item, whose discounts come to the percentage of the whole; one can be left out', async () => {
    const whole = (await startBundle(owner, SLUG)).body.data
    expect(whole.lines.map((line: { item: { slug: string } }) => line.item.slug)).toEqual(ITEMS)
    const lines = await listLines(market.services.db, (await orderOf(whole.order_number)).id)
    const subtotal = sumOf(lines.map((line) => line.subtotal_minor))
    expect(sumOf(lines.map((line) => line.discount_minor))).toBe(Math.round(subtotal * 0.2))
    for (const line of lines)
      expect(line.tax_minor).toBe(
        Math.round(((line.subtotal_minor - line.discount_minor) * line.tax_rate_bp) / 10_000),
      )
    expect((await startBundle(owner, SLUG)).body.data.order_number).toBe(whole.order_number)
    const less = (await startBundle(owner, SLUG, ['gallery'])).body.data
    expect(less.left_out).toMatchObject([{ item: { slug: 'gallery' }, reason: 'chosen' }])
    expect(less.lines).toHaveLength(2)
    expect((await orderOf(whole.order_number)).state).toBe('cancelled')
  })

  test('started in two tabs at once is one order; the order of another choice takes its place', async () => {
    const both = await Promise.all([startBundle(owner, SLUG), startBundle(owner, SLUG)])
    const numbers = new Set(both.map((one) => one.body.data?.order_number as string))
    expect(both.map((one) => one.status)).toEqual([200, 200])
    expect(numbers.size).toBe(1)
    const first = await prepareBundle(owner, SLUG)
    const alone = await owner.call('POST', '/checkout/gallery/app', { body: {} })
    expect(alone.status).toBe(200)
    const late = await pay(owner, first)
    expect([late.status, late.body.code]).toEqual([409, 'checkout.order_not_payable'])
    expect(await chargesOf(market, first.orderNumber)).toEqual([])
  })

  test('has an agreement that names the tax rate of each item where they differ', async () => {
    const textOf = async () => {
      const { orderNumber } = await prepareBundle(owner, SLUG)
      const agreements = (await owner.call('GET', `/checkout/agreements/${orderNumber}`)).body.data
      return JSON.stringify(
        agreements.find((one: { kind: string }) => one.kind === 'distance_sale'),
      )
    }
    expect(await textOf()).toMatch(/KDV \(%20\)/)
    const setKind = (kind: string) =>
      market.services.db
        .updateTable('items')
        .set({ tax_kind: kind })
        .where('slug', '=', 'gallery')
        .execute()
    await market.services.db
      .insertInto('tax_rates')
      .values({
        id: newId('txr'),
        country: 'TR',
        kind: 'reduced',
        valid_from: new Date(Math.ceil(market.clock.now().getTime() / 60_000) * 60_000),
        rate_bp: 1000,
      })
      .execute()
    market.clock.moveSeconds(61)
    await setKind('reduced')
    const text = await textOf()
    expect(text).toMatch(/\(KDV %20\) \+ .+ \(KDV %10\)/)
    expect(text).toMatch(/KDV \(%20, %10\)/)
    await setKind('standard')
  })

  test('asks for the permissions of each item by its name', async () => {
    const order = await prepareBundle(owner, SLUG)
    const agreements = (
      await owner.call('GET', `/checkout/agreements/${order.orderNumber}`)
    ).body.data.filter((one: { kind: string }) => one.kind === 'permissions')
    expect(agreements.map((one: { item: { id: string } }) => one.item.id)).toEqual(
      expect.arrayContaining([order.lines[0]?.item.id]),
    )
    const without = order.consents.filter(
      (one) => !('item' in one) || one.item !== order.lines[0]?.item.id,
    )
    const refused = await pay(owner, { ...order, consents: without })
    expect([refused.status, refused.body.code]).toEqual([422, 'checkout.permissions_required'])
  })

  test('is not charged when one of its items was taken down meanwhile', async () => {
    const order = await prepareBundle(owner, SLUG)
    const setStatus = (status: string) =>
      market.services.db
        .updateTable('items')
        .set({ status })
        .where('slug', '=', 'gallery')
        .execute()
    await setStatus('unpublished')
    const late = await pay(owner, order)
    expect([late.status, late.body.code]).toEqual([409, 'checkout.order_not_payable'])
    expect(await chargesOf(market, order.orderNumber)).toEqual([])
    const { body } = await startBundle(owner, SLUG)
    expect(body.data.lines.map((line: { item: { slug: string } }) => line.item.slug)).toEqual([
      'delivery-day',
      'free-delivery',
    ])
    await setStatus('published')
  })

  test('is paid once with 3-D Secure and grants, installs, invoices and earns by line', async () => {
    const order = await prepareBundle(owner, SLUG)
    for (const slug of ITEMS) expect((await planInstall(owner, slug)).status, slug).toBe(200)
    const paid = await pay(owner, order)
    await passChallenge(market, paid.body.challenge.url)
    const { id, total_minor: total } = await orderOf(order.orderNumber)
    expect(await chargesOf(market, order.orderNumber)).toEqual([total])
    expect(await ownedBy(owner)).toEqual([...ITEMS].toSorted())
    await expectInstalled(order)
    await expectOneInvoice(id)
    expect((await mails()).find((mail) => mail.text.includes(order.orderNumber))?.text).toContain(
      order.lines.map((line) => line.item.name).join(' + '),
    )
    await expectEarnedByPartner(id)
    expect(await findEventFaults(market)).toEqual([])
  })

  test('gives back one line with a credit note of it, and the item leaves alone', async () => {
    const { id, number } = await market.services.db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where('bundle_id', 'is not', null)
      .where('state', '=', 'paid')
      .executeTakeFirstOrThrow()
    const line = (await listLines(market.services.db, id)).find((one) => one.place === 2)
    await refundOrder(market.services, {
      orderNumber: number,
      place: 2,
      amountMinor: null,
      reason: 'buyer_request',
      askedBy: 'test',
      key: 'gallery-back',
    })
    expect(await ownedBy(owner)).toEqual(['delivery-day', 'free-delivery'])
    const [, note] = await documentsOf(id)
    expect(note).toMatchObject({ kind: 'credit_note', totalMinor: line?.total_minor })
    expect(note?.lines.map((one) => one.place)).toEqual([2])
    const shown = (await owner.call('GET', `/checkout/orders/${number}`)).body.data
    expect(shown).toMatchObject({ state: 'partially_refunded', returnable_until: null })
    expect(shown.returnable_lines.map((one: { place: number }) => one.place)).toEqual([1, 3])
  })

  test('leaves out what the store owns; one item that is left is to be bought alone', async () => {
    await buy(market, other, 'gallery')
    const { body } = await startBundle(other, SLUG)
    expect(body.data.left_out).toMatchObject([{ item: { slug: 'gallery' }, reason: 'owned' }])
    expect(body.data.lines).toHaveLength(2)
    await buy(market, other, 'free-delivery')
    const alone = await startBundle(other, SLUG)
    expect([alone.status, alone.body.code]).toEqual([422, 'checkout.bundle_too_small'])
    await buy(market, other, 'delivery-day')
    expect((await startBundle(other, SLUG)).body.code).toBe('checkout.bundle_owned')
  })

  test('that was bought again after everything went back is a new order', async () => {
    await publishBundle(market, 'second-set', ['tour', 'take-along'])
    const first = await buyBundle(market, other, 'second-set')
    for (const place of [1, 2])
      await refundOrder(market.services, {
        orderNumber: first.orderNumber,
        place,
        amountMinor: null,
        reason: 'buyer_request',
        askedBy: 'test',
        key: `again-${place}`,
      })
    expect((await orderOf(first.orderNumber)).state).toBe('refunded')
    const again = await buyBundle(market, other, 'second-set')
    expect(again.orderNumber).not.toBe(first.orderNumber)
    expect((await orderOf(again.orderNumber)).state).toBe('paid')
  })
})

async function expectInstalled({ lines }: PreparedBundle): Promise<void> {
  for (const _ of lines) {
    for (const due of await findDueInstalls(market.services))
      await installPaidItem(market.services, due)
    await processRun(market)
  }
  for (const { item } of lines) {
    const { body } = await owner.call('GET', installationPath(item.id), { query: {} })
    expect(body.data.installation, item.slug).toMatchObject({ state: 'installed' })
  }
  expect(await findDueInstalls(market.services)).toEqual([])
}

async function expectOneInvoice(orderId: string): Promise<void> {
  const documents = await documentsOf(orderId)
  expect(documents.map((one) => one.kind)).toEqual(['invoice'])
  const [invoice] = documents
  const lines = await listLines(market.services.db, orderId)
  expect(invoice?.lines.map((one) => one.priceMinor)).toEqual(
    lines.map((line) => line.subtotal_minor),
  )
  expect(sumOf((invoice?.taxes ?? []).map((one) => one.taxMinor))).toBe(invoice?.taxMinor)
}

async function expectEarnedByPartner(orderId: string): Promise<void> {
  await recordEarnings(market.services)
  const { rows } = await sql<{ place: number; partner_id: string; own: string; gross: number }>`
    select line_place as place, entry.partner_id, items.partner_id as own, gross_minor as gross
    from earnings_entries entry join items on items.id = entry.item_id where order_id = ${orderId} order by line_place`.execute(
    market.services.db,
  )
  const lines = await listLines(market.services.db, orderId)
  expect(rows.map((row) => [row.place, row.gross])).toEqual(
    lines.map((line) => [line.place, line.total_minor]),
  )
  for (const row of rows) expect(row.partner_id).toBe(row.own)
  expect(new Set(rows.map((row) => row.own)).size).toBeGreaterThan(1)
}
