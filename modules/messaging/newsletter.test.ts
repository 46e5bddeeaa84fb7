import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { hashSecret } from '#lib/ids.ts'
import { nameForms, withName } from '#lib/market-name.ts'
import type { OutgoingMail } from '#modules/mail/mailer.ts'
import { sendMail } from '#modules/mail/public.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'
import { erasePerson, purgeContact } from './public.ts'
import { readAllMessages } from '#locales/read.ts'

const tr = readAllMessages('tr')

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
})
afterAll(() => market.stop())

let sequence = 0
const newAddress = () => `reader${(sequence += 1)}@shop.example`
const later = () => market.clock.moveSeconds(3601)
const ask = (email: unknown, hl = 'TR') =>
  call(market, 'POST', '/newsletter', { body: { email }, query: { hl } })
const approve = (token: string, hl = 'TR') =>
  call(market, 'POST', '/newsletter/approve', { body: { approve_token: token }, query: { hl } })
const leave = (token: string) =>
  call(market, 'POST', '/newsletter/unsubscribe', { body: { unsubscribe_token: token } })
const letters: OutgoingMail[] = []
/** Lets all mails go out; what this mailbox has by then, the newest first. */
async function mailsTo(email: string) {
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
  return market.shop.mails().filter((mail) => mail.recipient === email)
}
const tokenIn = (text: string) => /\/newsletter\/([A-Za-z0-9_-]{43})\b/.exec(text)?.[1] ?? ''
const wayOutIn = (text: string) => /\/newsletter\/unsubscribe\/([\w.-]+)/.exec(text)?.[1] ?? ''
async function subscribed(email = newAddress()) {
  later()
  await ask(email)
  const token = tokenIn((await mailsTo(email))[0]!.text)
  expect((await approve(token)).status).toBe(200)
  return { email, token, wayOut: wayOutIn((await mailsTo(email))[0]!.text) }
}
/**
 * A seal's last character has two bits that mean nothing: the next one decodes to the same bytes,
 * and must not pass all the same.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const changed = (token: string) =>
  token.slice(0, -1) + ALPHABET.charAt(ALPHABET.indexOf(token.at(-1) ?? '') + 1)
const subscribers = () =>
  market.services.db.selectFrom('newsletter_subscribers').selectAll().execute()
const consents = () =>
  market.services.db
    .selectFrom('newsletter_consents')
    .selectAll()
    .orderBy('consented_at', 'desc')
    .execute()

describe('S7.18 D16 requesting the newsletter', () => {
  test("sends one mail in the reader's language with a link and no promotion; the token is not stored", async () => {
    const email = newAddress()
    expect((await ask(email, 'AR')).body).toEqual({ success: true })
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('أكّد اشتراكك في النشرة')
    const token = tokenIn(mail!.text)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const requests = await market.services.db
      .selectFrom('newsletter_requests')
      .selectAll()
      .execute()
    expect(requests.map((row) => row.token_hash)).toContainEqual(hashSecret(token))
    const [subscriber] = (await subscribers()).slice(-1)
    expect(subscriber?.state).toBe('pending')
    expect(JSON.stringify([requests, subscriber])).not.toContain(email)
  })

  test('TOK-16 the answer is the same for unknown, pending, subscribed and unsubscribed addresses, and over the limit', async () => {
    const waiting = newAddress()
    await ask(waiting)
    const { email: known } = await subscribed()
    const gone = await subscribed()
    await leave(gone.wayOut)
    const busy = newAddress()
    for (let n = 0; n < 4; n += 1) await ask(busy)
    const answers = await Promise.all(
      [newAddress(), waiting, known, gone.email, busy].map((email) => ask(email)),
    )
    const withoutDate = ({
      status,
      headers: { date: _date, ...headers },
      body,
    }: (typeof answers)[number]) => ({ status, headers, body })
    for (const answer of answers) expect(withoutDate(answer)).toEqual(withoutDate(answers[0]!))
    expect((await mailsTo(known))[0]?.subject).toBe('Bültene zaten kayıtlısın')
    expect((await mailsTo(gone.email))[0]?.subject).toBe('Bülten kaydını onayla')
  })

  test('ABU-1 a mailbox gets at most three mails a day, whoever requests them and however its address is written', async () => {
    later()
    const email = newAddress()
    for (const written of [email, email.toUpperCase(), email, email, email])
      expect((await ask(written)).status).toBe(200)
    await mailsTo(email)
    expect(letters.filter((letter) => letter.to.toLowerCase() === email)).toHaveLength(3)
  })

  test('ABU-1 is limited per network address', async () => {
    later()
    for (let n = 0; n < 20; n += 1) expect((await ask(newAddress())).status).toBe(200)
    expect((await ask(newAddress())).status).toBe(429)
  })

  test('S5.7 reports what is wrong with an address', async () => {
    later()
    expect((await ask('', 'EN')).body.fields).toEqual({ email: 'This field is required' })
    for (const wrong of ['nobody', 'a@b.example,c@d.example', 'a@b.example\r\nBcc: c@d.example'])
      expect((await ask(wrong, 'EN')).body.fields).toEqual({
        email: 'This field must be a valid email',
      })
    expect((await ask({ $ne: '' })).status).toBe(400)
    expect((await ask('ayşe@örnek.example')).status).toBe(200)
    expect(
      (await mailsTo('ayşe@örnek.example').then((mails) => mails.length)) +
        (await mailsTo('ayşe@xn--rnek-5qa.example')).length,
    ).toBe(1)
  })
})

describe('S7.19 TOK-15 confirming', () => {
  test('takes the token of the mail, stores the consent with text, language and time, and mails a confirmation with an unsubscribe link', async () => {
    const { email, token } = await subscribed()
    const [consent] = await consents()
    expect(consent).toMatchObject({
      status: 'ONAY',
      source: 'HS_WEB',
      type: 'EPOSTA',
      recipient_type: 'BIREYSEL',
      locale: 'tr',
      text_version: '2026-11-21',
      text_hash: hashSecret(
        withName(tr['newsletter.consent'] as string, nameForms('Arasta', 'tr')),
      ),
      consented_at: market.clock.now(),
    })
    const [welcome] = await mailsTo(email)
    expect(welcome?.subject).toBe('Bülten kaydın tamam')
    expect(await approve(token)).toMatchObject({ status: 200, body: { success: true } })
    expect((await mailsTo(email)).filter((mail) => mail.subject === welcome?.subject)).toHaveLength(
      1,
    )
    expect(
      (await consents()).filter((row) => row.email_hash.equals(consent!.email_hash)),
    ).toHaveLength(1)
  })

  test('sent ten times concurrently is one consent and one mail', async () => {
    later()
    const email = newAddress()
    await ask(email)
    const token = tokenIn((await mailsTo(email))[0]!.text)
    const before = (await consents()).length
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(token)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(await consents()).toHaveLength(before + 1)
    expect(
      (await mailsTo(email)).filter((mail) => mail.subject === 'Bülten kaydın tamam'),
    ).toHaveLength(1)
  })

  test("a link that is older than 72 hours, unknown or guessed is refused in the reader's language; attempts are limited", async () => {
    later()
    const email = newAddress()
    await ask(email)
    const token = tokenIn((await mailsTo(email))[0]!.text)
    market.clock.moveSeconds(72 * 3600)
    expect(await approve(token, 'EN')).toMatchObject({
      status: 410,
      body: { code: 'newsletter.link_expired', message: 'This link has expired' },
    })
    expect((await approve('A'.repeat(43), 'AR')).body).toMatchObject({
      statusCode: 404,
      code: 'newsletter.link_unknown',
      message: 'هذا الرابط غير صالح',
    })
    const tries = await Promise.all(Array.from({ length: 60 }, (_, n) => approve(`guess-${n}`)))
    expect(tries.at(-1)?.status === 429 || tries.some((answer) => answer.status === 429)).toBe(true)
  })
})

describe('D16 unsubscribing', () => {
  test('works with the link of any mail, permanently, and is recorded; doing it again gives the same answer', async () => {
    const { wayOut, token } = await subscribed()
    expect(await leave(wayOut)).toMatchObject({ status: 200, body: { success: true } })
    expect((await consents())[0]).toMatchObject({ status: 'RET', source: 'HS_WEB' })
    const count = (await consents()).length
    expect((await leave(wayOut)).status).toBe(200)
    expect(await consents()).toHaveLength(count)
    // The old link to approve must not bring anybody back.
    expect((await approve(token)).status).toBe(404)
  })

  test('RFC 8058: every mail has the one-click header, whose POST needs no session, origin or page', async () => {
    const { email } = await subscribed()
    await mailsTo(email)
    const ours = letters.filter((letter) => letter.to === email)
    expect(ours).toHaveLength(2)
    for (const letter of ours)
      expect(letter.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const url = /^<(.+)>$/.exec(ours[0]!.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const http = createHttp({ allowOrigins: [market.origins.app] })
    const answer = await http.request(url, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      timeoutMs: 10_000,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
        cookie: 'apps-token=somebody',
      },
    })
    expect(answer.status).toBe(200)
    expect((await consents())[0]?.status).toBe('RET')
    const unknown = await http.request(changed(url), {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      timeoutMs: 10_000,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(unknown.status).toBe(404)
  })

  test('a token that we did not seal is refused', async () => {
    const { wayOut } = await subscribed()
    for (const wrong of [changed(wayOut), wayOut.split('.')[0]!, '.', 'nws_x.y'])
      expect((await leave(wrong)).status, wrong).toBe(404)
  })
})

describe('D23 erasing', () => {
  test('an erased person is in no table; the record of the consent stays without the address', async () => {
    const { email } = await subscribed()
    const before = (await subscribers()).length
    await erasePerson(market.services, email.toUpperCase())
    expect(await subscribers()).toHaveLength(before - 1)
    expect((await consents())[0]).toMatchObject({ status: 'ONAY', email_sealed: null })
  })

  test('an unconfirmed address is deleted after a month, a confirmed one is kept', async () => {
    const { email } = await subscribed()
    const hash = (await consents())[0]?.email_hash
    await ask(newAddress())
    market.clock.moveSeconds(34 * 86_400)
    await purgeContact(market.services)
    const left = await subscribers()
    expect(left.every((row) => row.state !== 'pending')).toBe(true)
    expect(
      left.some((row) => row.email_hash.equals(hash!)),
      email,
    ).toBe(true)
  })
})
