import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson, sha256Hex } from '#lib/ids.ts'
import type { Market } from '#lib/market.ts'
import { findWaitingMails, sendMail } from '#modules/mail/public.ts'
import { ADDRESS, buy, CARDS, cardWith, passChallenge } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call, type Owner, signIn } from '#test/support/owner.ts'
import { AGREEMENTS } from '../legal-texts.ts'
import { FIRST_HASH } from './zatca.ts'
import { refundOrder } from '../public.ts'
import {
  contentOf,
  fileOf,
  issueInvoice,
  issueLateDocuments,
  mailAttachment,
} from './issue-invoice.ts'
import type { Drawn } from './provider.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

async function buyIn(
  owner: Owner,
  slug: string,
  { site = 'app', hl = 'TR', address = {} }: { site?: Market; hl?: string; address?: object } = {},
): Promise<string> {
  const order = (await owner.call('POST', `/checkout/${slug}/${site}`, { body: {} })).body.data
  const { id } = (await owner.call('POST', '/domain/address', { body: { ...ADDRESS, ...address } }))
    .body.data
  const priced = (
    await owner.call('POST', `/checkout/calculate/${order.order_number}`, {
      body: { address_id: id },
    })
  ).body.data
  const consents = [
    { kind: 'distance_sale', version: AGREEMENTS.distance_sale.version },
    { kind: 'data_protection', version: AGREEMENTS.data_protection.version },
    { kind: 'immediate_delivery', version: AGREEMENTS.immediate_delivery.version },
    { kind: 'permissions', version: order.item.version },
  ]
  const paid = await owner.call('POST', `/checkout/payment/${order.order_number}`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    query: { hl },
    body: { total: priced.total, card: cardWith(CARDS.good), consents },
  })
  await passChallenge(market, paid.body.challenge.url)
  return order.order_number
}
const orderId = async (number: string) =>
  (
    await market.services.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).id
async function mails() {
  market.clock.moveSeconds(61)
  for (const id of await findWaitingMails(market.services)) await sendMail(market.services, id)
  return market.shop.mails()
}
const documents = () =>
  market.services.db
    .selectFrom('invoices')
    .selectAll()
    .orderBy('issued_at')
    .orderBy('number')
    .execute()

describe('a receipt', () => {
  test.each([
    ['TR', 'Ödemen alındı', 'arasta-fatura-'],
    ['EN', 'Payment received', 'arasta-invoice-'],
    ['AR', 'وصلت دفعتك', 'arasta-invoice-'],
  ])(
    "goes out once with the payment, in the buyer's language (%s), with the invoice attached and no identity number",
    async (hl, subject, file) => {
      const owner = await signIn(
        market,
        hl === 'EN' ? 'store-2' : 'store-1',
        hl === 'AR' ? 'theme' : 'app',
      )
      const number = await buyIn(owner, hl === 'AR' ? 'minty' : 'delivery-day', {
        site: hl === 'AR' ? 'theme' : 'app',
        hl,
        address: { identity_number: '10000000146', email: `${hl.toLowerCase()}@shop.example` },
      })
      const sent = (await mails()).filter(
        (mail) => mail.recipient === `${hl.toLowerCase()}@shop.example`,
      )
      expect(sent).toHaveLength(1)
      expect(sent[0]?.subject).toContain(subject)
      expect(sent[0]?.text).toContain(number)
      expect(sent[0]?.text).toContain('mastercard •••• 0008')
      expect(sent[0]?.text).toContain(
        '₺249,90'.replace('249,90', hl === 'AR' ? '248,90' : '249,90'),
      )
      expect(JSON.stringify(sent)).not.toContain('10000000146')
      expect(sent[0]?.attachments).toMatchObject([
        { filename: `${file}${number}.pdf`, contentType: 'application/pdf' },
        { contentType: expect.stringContaining('text/html') },
      ])
      expect((await documents()).filter((one) => one.kind === 'invoice')).toHaveLength(
        { TR: 1, EN: 2, AR: 3 }[hl] as number,
      )
    },
  )

  test('of an order that costs nothing is neither sent nor found', async () => {
    const owner = await signIn(market, 'store-2')
    const { order_number: number } = (
      await owner.call('POST', '/checkout/cookie-consent/app', { body: {} })
    ).body.data
    const answer = await owner.call('GET', `/checkout/receipt/${number}`, { query: { hl: 'EN' } })
    expect([answer.status, answer.body.message]).toEqual([
      404,
      'There is no document for this order',
    ])
  })

  test('is a PDF for the store that bought, and not found for others', async () => {
    const [owner, stranger] = [
      await signIn(market, 'store-1', 'theme'),
      await signIn(market, 'store-2', 'theme'),
    ]
    const { orderNumber } = await buy(market, owner, 'lux', 'theme')
    const answer = await owner.call('GET', `/checkout/receipt/${orderNumber}`)
    expect([
      answer.status,
      answer.headers['content-type'],
      answer.headers['content-disposition'],
    ]).toEqual([200, 'application/pdf', `attachment; filename="arasta-fatura-${orderNumber}.pdf"`])
    expect(String(answer.body).slice(0, 8)).toBe('%PDF-1.7')
    for (const path of [
      `/checkout/receipt/${orderNumber}`,
      '/checkout/receipt/AR0000000000000000',
      `/checkout/receipt/${orderNumber}?document=ARS2026000000001`,
    ]) {
      expect((await stranger.call('GET', path)).status, path).toBe(404)
    }
    expect((await call(market, 'GET', `/checkout/receipt/${orderNumber}`)).status).toBe(401)
    expect(
      (
        await owner.call('GET', `/checkout/receipt/${orderNumber}`, {
          query: { document: 'ARS2026000000001' },
        })
      ).status,
    ).toBe(404)
  })
})

describe('an invoice', () => {
  test("names seller, buyer, item, price, tax and payment; a company's has its name and tax number", async () => {
    const owner = await signIn(market, 'store-2', 'theme')
    const number = await buyIn(owner, 'lumen', {
      site: 'theme',
      address: {
        invoice_type: 'institutional',
        company: 'Demir Ticaret A.Ş.',
        tax_office: 'Setbaşı',
        tax_number: '1234567890',
      },
    })
    const row = await issueInvoice(market.services, await orderId(number))
    const content = contentOf(market.services, row as NonNullable<typeof row>)
    expect(content).toMatchObject({
      kind: 'invoice',
      orderNumber: number,
      seller: { name: 'Arasta Demo', web: market.origins.theme },
      buyer: {
        name: 'Demir Ticaret A.Ş.',
        taxOffice: 'Setbaşı',
        taxNumber: '1234567890',
        address: ['Çekirge Mah. 1. Sok. No: 4', '16070 Osmangazi / Bursa', 'Türkiye'],
      },
      currency: 'TRY',
      netMinor: 8325,
      taxes: [{ rateBp: 2000, netMinor: 8325, taxMinor: 1665 }],
      taxMinor: 1665,
      totalMinor: 9990,
      payment: { brand: 'mastercard', lastFour: '0008' },
    })
    expect(content.netMinor + content.taxMinor).toBe(content.totalMinor)
    expect(JSON.stringify(await documents())).not.toMatch(/Demir|Çekirge/)
  })

  test('shows the full identity number to signed-in owners, and its end in the mail', async () => {
    const owner = await signIn(market, 'store-1', 'theme')
    const number = await buyIn(owner, 'cyborg', {
      site: 'theme',
      address: { identity_number: '10000000146' },
    })
    const shown: (string | undefined)[] = []
    const invoices = {
      ...market.services.invoices,
      pdf: (drawn: Drawn) => {
        shown.push(drawn.content.buyer.identityNumber)
        return market.services.invoices.pdf(drawn)
      },
    }
    const services = { ...market.services, invoices }
    const row = await issueInvoice(services, await orderId(number))
    await mailAttachment(services, `receipt:${await orderId(number)}`, 'tr')
    await fileOf(services, row as NonNullable<typeof row>, 'tr', { whole: true })
    expect(shown).toEqual(['•••••••••46', '10000000146'])
  })

  test('gets the next number of its year without gaps, however many are requested concurrently', async () => {
    const before = await market.services.db.selectFrom('local_invoices').selectAll().execute()
    const { invoices } = market.services
    const content = contentOf(
      market.services,
      (await documents())[0] as Awaited<ReturnType<typeof documents>>[0],
    )
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => invoices.issue(`many-${n % 20}`, content)),
    )
    const all = await market.services.db
      .selectFrom('local_invoices')
      .selectAll()
      .orderBy('sequence')
      .execute()
    expect(all.map((row) => row.sequence)).toEqual(
      Array.from({ length: before.length + 20 }, (_, n) => n + 1),
    )
    expect(await invoices.issue('many-3', content)).toEqual(await invoices.issue('many-3', content))
    expect([
      await invoices.status('many-3'),
      await invoices.cancel('many-3'),
      await invoices.status('many-3'),
      await invoices.cancel('nobody'),
      await invoices.status('nobody'),
    ]).toEqual(['issued', true, 'cancelled', false, null])
    await market.services.db.deleteFrom('local_invoices').where('key', 'like', 'many-%').execute()
    await market.services.db.updateTable('invoice_counters').set({ last: before.length }).execute()
  })

  test('whose mail was never sent is issued by the hourly job', async () => {
    const owner = await signIn(market, 'store-2', 'theme')
    const number = await buyIn(owner, 'slate', { site: 'theme' })
    market.clock.moveSeconds(301)
    await issueLateDocuments(market.services)
    const id = await orderId(number)
    expect((await documents()).map((one) => one.order_id)).toContain(id)
  })
})

describe('a credit note', () => {
  test('is issued for every refund, names its invoice, and together they equal the invoice to the last kuruş of tax', async () => {
    const owner = await signIn(market, 'store-2', 'theme')
    const number = await buyIn(owner, 'lux', { site: 'theme' })
    const id = await orderId(number)
    for (const amountMinor of [1111, 1, 1111, null]) {
      await refundOrder(market.services, {
        orderNumber: number,
        amountMinor,
        reason: 'buyer_request',
        askedBy: 'test',
        key: `note-${amountMinor}-${crypto.randomUUID()}`,
      })
      market.clock.moveSeconds(1)
    }
    await mails()
    const [invoice, ...notes] = (await documents()).filter((one) => one.order_id === id)
    expect(notes).toHaveLength(4)
    const sum = (key: 'total_minor' | 'tax_minor' | 'net_minor') =>
      notes.reduce((total, note) => total + note[key], 0)
    expect([sum('total_minor'), sum('tax_minor'), sum('net_minor')]).toEqual([
      invoice?.total_minor,
      invoice?.tax_minor,
      invoice?.net_minor,
    ])
    expect(contentOf(market.services, notes[0] as NonNullable<(typeof notes)[0]>)).toMatchObject({
      kind: 'credit_note',
      of: invoice?.number,
      totalMinor: 1111,
    })
    const answer = await owner.call('GET', `/checkout/receipt/${number}`, {
      query: { document: notes[0]?.number ?? '' },
    })
    expect(answer.headers['content-disposition']).toContain(`arasta-iade-${number}.pdf`)
    const [order] = (await owner.call('GET', '/checkout/orders')).body.data.filter(
      (one: { order_number: string }) => one.order_number === number,
    )
    expect(order).toMatchObject({
      state: 'refunded',
      receipt: true,
      support_ends_at: null,
      refunds: [
        { amount: 11.11, state: 'done', unwanted: false, document: notes[0]?.number },
        {},
        {},
        {},
      ],
    })
    expect(order.use_ends_at).toBeTruthy()
  })
})

describe('agreed texts (D23)', () => {
  const agreedIn = async (number: string) =>
    market.services.db
      .selectFrom('consents')
      .innerJoin('agreed_texts', 'agreed_texts.sha256', 'consents.text_sha256')
      .select(['kind', 'version', 'sha256', 'consents.locale', 'content', 'ip'])
      .where('order_id', '=', await orderId(number))
      .orderBy('kind')
      .execute()

  test("are stored exactly as shown, with seller, item, tax and total, under the consent's hash, and attached to the receipt", async () => {
    const owner = await signIn(market, 'store-1', 'theme')
    const number = await buyIn(owner, 'slate', {
      site: 'theme',
      hl: 'EN',
      address: { email: 'agreed@shop.example' },
    })
    const kept = await agreedIn(number)
    expect(kept.map((one) => one.kind)).toEqual([
      'data_protection',
      'distance_sale',
      'immediate_delivery',
      'permissions',
    ])
    for (const one of kept) {
      expect(sha256Hex(canonicalJson(one.content))).toBe(one.sha256)
      expect([one.locale, one.ip]).toEqual(['en', expect.any(String)])
    }
    const words = JSON.stringify(kept.find((one) => one.kind === 'distance_sale')?.content)
    for (const part of [
      'The seller is Arasta Demo, İstanbul, Türkiye',
      `Order: ${number}`,
      'Price without tax: ₺124,92',
      'VAT (20%): ₺24,98',
      'Total with every tax: ₺149,90',
    ])
      expect(words).toContain(part)
    expect(words).not.toMatch(/\{\w+\}/)
    const mail = (await mails()).find((one) => one.recipient === 'agreed@shop.example')
    const page = Buffer.from(market.shop.mailFile(mail?.id ?? 0, 1) ?? []).toString('utf8')
    for (const part of [
      'Pre-information form',
      'Distance sale contract',
      'Approval of immediate delivery',
      'The seller is Arasta Demo',
      ...kept.slice(0, 3).map((one) => one.sha256),
    ])
      expect(page).toContain(part)
    expect(page).not.toMatch(/<script|src=|href=/)
  })

  test('include immediate delivery for individuals, with its own checkbox; not for companies', async () => {
    const owner = await signIn(market, 'store-2', 'theme')
    const order = (await owner.call('POST', '/checkout/morph/theme', { body: {} })).body.data
    const press = async (address: object) => {
      const { id } = (
        await owner.call('POST', '/domain/address', { body: { ...ADDRESS, ...address } })
      ).body.data
      const priced = (
        await owner.call('POST', `/checkout/calculate/${order.order_number}`, {
          body: { address_id: id },
        })
      ).body.data
      const consents = (['distance_sale', 'data_protection'] as const).map((kind) => ({
        kind,
        version: AGREEMENTS[kind].version,
      }))
      return owner.call('POST', `/checkout/payment/${order.order_number}`, {
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { total: priced.total, card: cardWith(CARDS.good), consents },
      })
    }
    const refused = await press({})
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      422,
      'checkout.consent_required',
      ['consents.immediate_delivery'],
    ])
    expect(
      await market.services.db
        .selectFrom('payment_attempts')
        .select('id')
        .where('order_id', '=', await orderId(order.order_number))
        .execute(),
    ).toEqual([])
    const taken = await press({
      invoice_type: 'institutional',
      company: 'Demir Ticaret A.Ş.',
      tax_office: 'Setbaşı',
      tax_number: '1234567890',
    })
    expect(taken.body.state).toBe('challenge')
    expect((await agreedIn(order.order_number)).map((one) => one.kind)).toEqual([
      'data_protection',
      'distance_sale',
    ])
  })
})

describe('the support of a theme (S1.7, S9.8)', () => {
  test('S1.7 lasts six months from the purchase; orders, receipt and item page show its end', async () => {
    const owner = await signIn(market, 'store-1', 'theme')
    const number = await buyIn(owner, 'yeti', {
      site: 'theme',
      hl: 'EN',
      address: { email: 'yeti@shop.example' },
    })
    const [order] = (await owner.call('GET', '/checkout/orders')).body.data.filter(
      (one: { order_number: string }) => one.order_number === number,
    )
    const paidAt = new Date(order.paid_at)
    const end = new Date(order.support_ends_at)
    expect([end.getUTCFullYear() * 12 + end.getUTCMonth(), end.getUTCDate()]).toEqual([
      paidAt.getUTCFullYear() * 12 + paidAt.getUTCMonth() + 6,
      paidAt.getUTCDate(),
    ])
    const detail = (
      await owner.call('GET', '/theme-store/theme/detail', { query: { slug: 'yeti' } })
    ).body.data
    expect(detail.installed.support_ends_at).toBe(order.support_ends_at)
    const day = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'Europe/Istanbul',
    }).format(end)
    expect((await mails()).find((mail) => mail.recipient === 'yeti@shop.example')?.text).toContain(
      `Your free theme support runs until ${day}.`,
    )
    const stranger = await signIn(market, 'store-2', 'theme')
    expect(
      (await stranger.call('GET', '/theme-store/theme/detail', { query: { slug: 'yeti' } })).body
        .data.installed.support_ends_at ?? null,
    ).toBeNull()
  })
})

describe('documents of a seller in Saudi Arabia', () => {
  test('carry a UUID, the hash of the document before and a QR code, each number once', async () => {
    const { invoices, operator } = market.services
    const row = await market.services.db
      .selectFrom('invoices')
      .select(['number', 'issued_at', 'content_sealed'])
      .limit(1)
      .executeTakeFirstOrThrow()
    const base = contentOf(market.services, row)
    const content = {
      ...base,
      seller: { ...base.seller, country: 'SA', facts: { vatId: '310122393500003' } },
    }
    const issued = await Promise.all(
      ['a', 'b', 'c', 'd'].map((key) => invoices.issue(`zatca-${key}`, content)),
    )
    expect(await invoices.issue('zatca-b', content)).toEqual(issued[1])
    const links = issued.toSorted((a, b) => (a.number < b.number ? -1 : 1)).map((one) => one.zatca!)
    expect(links[0]?.previousHash).toBe(FIRST_HASH)
    expect(links.slice(1).map((one) => one.previousHash)).toEqual(
      links.slice(0, -1).map((one) => one.hash),
    )
    expect(new Set(links.map((one) => one.uuid)).size).toBe(4)
    expect(Buffer.from(links[0]?.qr ?? '', 'base64').toString()).toContain('310122393500003')
    const drawn = await invoices.pdf({
      content: { ...content, zatca: links[0]! },
      issued: issued[0]!,
      locale: 'ar',
      timeZone: 'Asia/Riyadh',
    })
    expect(drawn.subarray(0, 4).toString()).toBe('%PDF')
    expect(operator.country).toBe('TR')
  })
})
