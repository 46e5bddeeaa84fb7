import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csvOf } from '#lib/csv.ts'
import { signInToConsole, ConsoleBrowser, firstOperator, mailTo } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { call } from '#test/support/owner.ts'

let market: Marketplace
let admin: ConsoleBrowser
let support: ConsoleBrowser

beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  admin = await firstOperator(market)
  await admin.ask('POST', '/operator/invitations', {
    email: 'support@example.com',
    role: 'support',
  })
  support = await signInToConsole(market, 'support@example.com')
})
afterAll(() => market.stop())

describe('messages and the newsletter', () => {
  test('a message is found by its sender, answered once by mail, and readable with the role only', async () => {
    await call(market, 'POST', '/contact-forms', {
      body: {
        fullname: 'Zeynep Kaya',
        email: 'Zeynep@example.com',
        subject: 'Fatura',
        message: 'Faturamda eski adresim var.',
      },
    })
    const { messages } = (await support.ask('GET', '/operator/messages?email=zeynep@example.com'))
      .body as { messages: { id: string }[] }
    expect(messages).toMatchObject([{ from: 'Zeynep Kaya', state: 'new' }])
    expect(
      (await support.ask('GET', '/operator/messages?email=nobody@example.com')).body.messages,
    ).toEqual([])
    const path = `/operator/messages/${messages[0]?.id}`
    expect((await new ConsoleBrowser(market).ask('GET', path)).status).toBe(401)
    await support.ask('PUT', `${path}/state`, { state: 'read' })
    expect(
      (
        await support.ask('POST', `${path}/answer`, {
          text: 'Adresini hesabından değiştirebilirsin.',
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await support.ask('POST', `${path}/answer`, {
          text: 'Adresini hesabından değiştirebilirsin.',
        })
      ).body.code,
    ).toBe('backoffice.answered_already')
    expect(await mailTo(market, 'Zeynep@example.com')).toMatchObject({ subject: 'Re: Fatura' })
    expect((await support.ask('GET', path)).body).toMatchObject({
      state: 'answered',
      answer: 'Adresini hesabından değiştirebilirsin.',
    })
    expect(
      JSON.stringify(await market.services.db.selectFrom('contact_messages').selectAll().execute()),
    ).not.toContain('hesabından')
  })

  test('a subscriber is removed on request; exports of addresses are audited', async () => {
    await call(market, 'POST', '/newsletter', { body: { email: 'okur@example.com' } })
    const { subscribers } = (await support.ask('GET', '/operator/newsletter')).body as {
      subscribers: { id: string; email: string; state: string }[]
    }
    expect(subscribers).toMatchObject([{ email: 'okur@example.com', state: 'pending' }])
    await market.services.db
      .updateTable('newsletter_subscribers')
      .set({ state: 'approved' })
      .execute()
    expect((await support.ask('POST', '/operator/newsletter/export')).status).toBe(403)
    expect((await admin.ask('POST', '/operator/newsletter/export')).body).toMatchObject({
      count: 1,
      csv: expect.stringContaining('okur@example.com') as string,
    })
    expect(
      await market.services.db
        .selectFrom('audit_log')
        .select('operation')
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    ).toEqual({ operation: 'exportNewsletter' })
    expect((await support.ask('DELETE', `/operator/newsletter/${subscribers[0]?.id}`)).status).toBe(
      200,
    )
    expect(
      (await support.ask('DELETE', `/operator/newsletter/${subscribers[0]?.id}`)).body.code,
    ).toBe('backoffice.not_subscribed')
    expect(
      await market.services.db.selectFrom('newsletter_consents').select('status').execute(),
    ).toEqual([{ status: 'RET' }])
  })

  test('a cell that a spreadsheet would execute is exported as text', () => {
    expect(csvOf(['a'], [['=1+1'], ['x, "y"']])).toBe('\uFEFFa\r\n\'=1+1\r\n"x, ""y"""\r\n')
  })
})
