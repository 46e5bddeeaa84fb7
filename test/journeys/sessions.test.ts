import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addresses,
  confirmShop,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
} from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** An hour passes: every session there is has run out. */
async function expireSessions(): Promise<void> {
  const url = process.env.JOURNEY_DATABASE_URL
  if (!url) throw new Error('JOURNEY_DATABASE_URL is not set')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`update sessions set expires_at = now() - interval '1 second'`)
  await client.end()
}

describe('an expired session', () => {
  test('inside the panel is renewed by the panel, and the owner continues on the same page (D5)', async () => {
    const visitor = await newVisitor(browser)
    const frame = await openMarketInPanel(visitor.page)
    await expireSessions()
    await frame.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
    await frame.getByRole('heading', { name: 'Uygulamalarım' }).waitFor()
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('at top level redirects to the root, which explains how to sign in again, and clears what was stored (S4.1, S4.5, S4.6, S6.3)', async () => {
    const visitor = await newVisitor(browser)
    const { page, context } = visitor
    await openMarketInPanel(page)
    const [top] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: /Yeni sekmede aç/ }).click(),
    ])
    await confirmShop(top)
    await top.goto(`${addresses().apps}/list`)
    await top.waitForFunction(() =>
      Object.keys(document.querySelector('main a') ?? {}).some((key) => key.startsWith('__react')),
    )
    await expireSessions()
    const asked = top.waitForRequest((request) => request.url().includes('/account/installed.data'))
    // S4.1: the guard is asked at the next change of page, though no document is asked for
    await top.getByRole('link', { name: 'Uygulamalarım', exact: true }).first().click()
    await asked
    await top.waitForURL((url) => url.pathname === '/' && url.searchParams.has('sign-in'))
    await top.getByText('Oturumunun süresi doldu; yeniden gir').waitFor()
    await top
      .getByText(/panelinden|panelini/i)
      .first()
      .waitFor()
    expect(
      (await context.cookies(addresses().apps)).filter(
        (cookie) =>
          ['apps-token', 'account', 'domain'].includes(cookie.name) &&
          !cookie.partitionKey?.includes('panel'),
      ),
    ).toEqual([])
    await top.goto(`${addresses().apps}/account/installed`)
    expect(new URL(top.url()).pathname).toBe('/')
    expect(
      (await context.cookies(addresses().apps)).filter(
        (cookie) =>
          ['apps-token', 'account', 'domain'].includes(cookie.name) && !cookie.partitionKey,
      ),
    ).toEqual([])
    await visitor.close()
  })

  test('a page opened in the frame without a session and without a panel reports that the session could not be verified (S2.30)', async () => {
    const visitor = await newVisitor(browser, { locale: 'en-US' })
    const answer = await visitor.page.goto(`${addresses().apps}/market?hl=en`)
    expect(answer?.status()).toBe(401)
    await visitor.page.getByRole('heading').first().waitFor()
    expect(await visitor.page.locator('body').innerText()).toMatch(/session/i)
    await visitor.close()
  })
})

test('two stores in two tabs: a write from a page rendered for the other store is refused with an explanation and has no effect (D5)', async () => {
  const visitor = await newVisitor(browser)
  const { page: first, context } = visitor
  const frame = await openMarketInPanel(first, { store: 1 })
  await frame
    .getByRole('link', { name: /Kutlama/ })
    .first()
    .click()
  await frame
    .getByRole('link', { name: /^(Ücretsiz kur|Kur)$/ })
    .first()
    .click()
  await frame.getByRole('heading', { name: /değişecek/ }).waitFor()

  const second = await context.newPage()
  await openMarketInPanel(second, { store: 2 })

  for (const box of await frame.getByRole('checkbox').all()) await box.check()
  await frame.getByRole('button', { name: /değişikliği yap/ }).click()
  await frame.getByText('Bu sekme başka bir mağaza için açılmıştı').first().waitFor()
  const other = second.frameLocator('iframe')
  await other.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
  await other.getByRole('heading', { name: 'Uygulamalarım' }).waitFor()
  expect(await other.locator('body').innerText()).not.toContain('Kutlama')
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
