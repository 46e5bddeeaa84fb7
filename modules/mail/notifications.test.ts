import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#kernel/context.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { mailSchema, writeMail } from './outbox.ts'
import { createSmtpMailer } from './mailer.ts'
import { findWaitingMails, purgeMails, queueMail, sendMail, type Mail } from './public.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

let sequence = 0
const letter = (changes: Partial<Mail> = {}): Mail => ({
  key: `test:${(sequence += 1)}`,
  to: 'owner@shop.localhost',
  locale: 'tr',
  subject: `Giriş kodun ${sequence}`,
  paragraphs: ['Kodu giriş ekranına yaz.'],
  code: '402913',
  action: { label: 'Mağazaya dön', url: 'http://apps.localhost:3000/?a=1&b=2' },
  footnote: 'Sen istemediysen bir şey yapma.',
  ...changes,
})
const queue = (mail: Mail) =>
  inTransaction(market.services, (trx) => queueMail(market.services, trx, mail))
const newest = () =>
  market.services.db
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
const rowOf = async (id: string) =>
  market.services.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Queues a mail and tells its row. */
async function queued(mail: Mail) {
  const before = new Set((await newest()).map((row) => row.id))
  await queue(mail)
  const row = (await newest()).find((one) => !before.has(one.id))
  if (!row) throw new Error('no row was written')
  return row
}
/** The same services with a mail server that does not answer. */
const withoutMailServer = () => ({
  ...market.services,
  mailer: createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'no-reply@apps.localhost' }),
})

describe('mail', () => {
  test('queued in a transaction arrives as text and HTML, and its content is erased', async () => {
    const row = await queued(letter({ subject: 'Giriş kodun: ışık' }))
    expect(JSON.stringify(row)).not.toMatch(/shop\.localhost|402913|ışık/)
    await sendMail(market.services, row.id)
    const [mail] = market.shop.mails()
    expect(mail).toMatchObject({
      sender: 'Arasta <no-reply@apps.localhost>',
      recipient: 'owner@shop.localhost',
      subject: 'Giriş kodun: ışık',
    })
    expect(mail?.text).toMatch(
      /Kodu giriş ekranına yaz\.\n\n402913\n\nMağazaya dön\nhttp:\/\/apps\.localhost:3000\/\?a=1&b=2\n\n-- \nSen istemediysen/,
    )
    expect(mail?.html).toContain('href="http://apps.localhost:3000/?a=1&amp;b=2"')
    expect(await rowOf(row.id)).toMatchObject({ state: 'sent', content_sealed: null, tries: 1 })
  })

  test('queued in a transaction that fails is never sent', async () => {
    const before = (await newest()).length
    await expect(
      inTransaction(market.services, async (trx) => {
        await queueMail(market.services, trx, letter())
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await newest()).toHaveLength(before)
  })

  test('is sent once per key, however often it is queued and processed', async () => {
    const mail = letter({ subject: 'once only' })
    const row = await queued(mail)
    await Promise.all([queue(mail), queue(mail)])
    await Promise.all([1, 2, 3].map(() => sendMail(market.services, row.id)))
    await queue(mail)
    await sendMail(market.services, row.id)
    expect(market.shop.mails().filter((one) => one.subject === 'once only')).toHaveLength(1)
  })

  test('is retried with growing delays while the mail server is down, and given up after a day', async () => {
    const row = await queued(letter())
    const pauses: number[] = []
    for (let tries = 0; tries < 4; tries += 1) {
      await sendMail(withoutMailServer(), row.id)
      const { next_try_at: nextTryAt, fault } = await rowOf(row.id)
      expect(fault).toMatch(/^ESOCKET/)
      pauses.push(Math.round((nextTryAt.getTime() - market.clock.now().getTime()) / 1000))
      await sendMail(market.services, row.id) // too early: nothing happens
      expect((await rowOf(row.id)).state).toBe('queued')
      market.clock.moveSeconds(pauses.at(-1) as number)
    }
    expect(pauses).toEqual([10, 30, 120, 600])
    market.clock.moveSeconds(86_400)
    expect(await findWaitingMails(market.services)).toContain(row.id)
    await sendMail(market.services, row.id)
    expect(await rowOf(row.id)).toMatchObject({ state: 'failed', content_sealed: null })
  })

  test('is sent again when its process died and the lease ended', async () => {
    const row = await queued(letter({ subject: 'after a crash' }))
    const dying = {
      ...market.services,
      mailer: { send: () => Promise.reject(new Error('killed')) },
    }
    await expect(sendMail(dying, row.id)).rejects.toThrow('killed')
    await sendMail(market.services, row.id)
    expect((await rowOf(row.id)).state).toBe('queued')
    market.clock.moveSeconds(121)
    expect(await findWaitingMails(market.services)).toContain(row.id)
    await sendMail(market.services, row.id)
    expect(market.shop.mails()[0]).toMatchObject({ subject: 'after a crash' })
  })

  test('is never sent while a transaction is open', async () => {
    const { mailer } = market.services
    await expect(
      inTransaction(market.services, () =>
        mailer.send({
          messageId: 'x@y',
          fromName: null,
          to: 'a@b.example',
          subject: 's',
          text: 't',
          html: 'h',
          headers: {},
        }),
      ),
    ).rejects.toThrow(/transaction/)
  })

  test('is purged thirty days after it was sent', async () => {
    const row = await queued(letter())
    await sendMail(market.services, row.id)
    market.clock.moveSeconds(29 * 86_400)
    await purgeMails(market.services)
    expect(await rowOf(row.id)).toBeTruthy()
    market.clock.moveSeconds(2 * 86_400)
    await purgeMails(market.services)
    expect((await newest()).map((one) => one.id)).not.toContain(row.id)
  })
})

describe('mail schema (ABU-1)', () => {
  test.each([
    ['a second recipient by a line break', { to: 'a@b.example\r\nBcc: victim@c.example' }],
    ['a second recipient by a comma', { to: 'a@b.example, victim@c.example' }],
    ['a name around the address', { to: 'Victim <victim@c.example>' }],
    ['a header in the subject', { subject: 'Hi\r\nBcc: victim@c.example' }],
    [
      'a header in a header',
      { headers: { 'List-Unsubscribe': '<http://a.example>\nBcc: victim@c.example' } },
    ],
    ["a header in a header's name", { headers: { 'X-A: b\r\nBcc': 'victim@c.example' } }],
    ['a recipient as a header', { headers: { BCC: 'victim@c.example' } }],
    ['another content type', { headers: { 'Content-Type': 'text/html' } }],
    [
      'a script as the address of a button',
      { action: { label: 'Go', url: 'javascript:alert(1)' } },
    ],
    ['a NUL in a paragraph', { paragraphs: ['a\u0000b'] }],
    ['no words at all', { paragraphs: [] }],
  ])('%s is refused', (_, changes) => {
    expect(mailSchema.safeParse(letter(changes as Partial<Mail>)).success).toBe(false)
  })

  test('escapes markup, keeps line breaks and writes Arabic right to left', async () => {
    const { html, text } = await writeMail(
      letter({
        locale: 'ar',
        subject: 'رسالة <b>',
        paragraphs: ['<img src=x onerror=alert(1)>\nسطر ثانٍ'],
      }),
      'Arasta',
    )
    expect(html).toMatch(/<html lang="ar" dir="rtl">/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;<br>سطر ثانٍ')
    expect(html).not.toMatch(/<img|<script|<link| src=["']/)
    expect(html).toContain('رسالة &lt;b&gt;')
    expect(text).toContain('سطر ثانٍ')
  })
})
