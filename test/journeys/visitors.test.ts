import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import { addresses, newVisitor, openChromium } from '#test/support/browser.ts'

let browser: Browser
beforeAll(async () => { browser = await openChromium() })
afterAll(() => browser.close())

describe('a visitor (S1.3, S6.1)', () => {
  test('browses, filters and reads without JavaScript', async () => {
    const visitor = await newVisitor(browser, { javaScript: false })
    const { page } = visitor
    await page.goto(addresses().apps)
    await page.getByRole('searchbox').first().fill('takvim')
    await page.getByRole('button', { name: 'Ara' }).first().click()
    await page.getByRole('link', { name: /Teslimat Günü/ }).first().click()
    await page.getByRole('heading', { name: 'Teslimat Günü' }).waitFor()
    await page.goto(`${addresses().apps}/checkout/delivery-day`)
    expect(new URL(page.url()).pathname).toBe('/')
    await visitor.close()
  })

  test('an unknown address is a 404 that says the path, in the reader\'s language (S2.15, S8.7)', async () => {
    const visitor = await newVisitor(browser)
    const answer = await visitor.page.goto(`${addresses().apps}/olmayan-sayfa`)
    expect(answer?.status()).toBe(404)
    expect(await visitor.page.locator('body').innerText()).toContain('/olmayan-sayfa')
    await visitor.close()
  })
})

describe('who may frame a page (FRM-1)', () => {
  test('the panel may frame the market, nobody may frame anything else', async () => {
    const policies = await Promise.all(['/', '/list', '/delivery-day', '/checkout/success', '/nothing', '/market', '/market/delivery-day'].map(async path =>
      [path, (await fetchHeaders(path))['content-security-policy']?.match(/frame-ancestors ([^;]+)/)?.[1]] as const))
    for (const [path, ancestors] of policies) expect(ancestors, path).toBe(path.startsWith('/market') ? addresses().panel : "'none'")
  })

  async function fetchHeaders(path: string) {
    return (await createHttp({ allowOrigins: [addresses().apps] }).request(addresses().apps + path)).headers
  }
})
