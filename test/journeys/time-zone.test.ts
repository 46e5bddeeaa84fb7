import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/**
 * Comes in from the panel and reads until when the session lasts: the shown words and the moment
 * behind them.
 */
async function readSessionEnd(options: {
  timezone: string
}): Promise<{ shown: string; at: string }> {
  const visitor = await newVisitor(browser, { locale: 'en', timezone: options.timezone })
  await openMarketInPanel(visitor.page, { locale: 'en' })
  const [top] = await Promise.all([
    visitor.context.waitForEvent('page'),
    visitor.page.locator('form.new-tab button').click(),
  ])
  await confirmShop(top)
  await top.goto(`${addresses().apps}/account?hl=en`)
  const time = top.locator('main time').first()
  const at = (await time.getAttribute('datetime')) ?? ''
  const served = await servedWords(top)
  await expect
    .poll(() => time.innerText())
    .toContain(options.timezone === 'Asia/Tokyo' ? 'GMT+9' : 'GMT+3')
  expect(served).toContain('GMT+3')
  const shown = await time.innerText()
  expectNoConsoleMessages(visitor)
  await visitor.close()
  return { shown, at }
}

/** What the document says before any script: the same for every reader, with the zone's name. */
const servedWords = async (page: Page): Promise<string> => {
  const html = await page.evaluate(async () =>
    (await fetch(location.href, { headers: { accept: 'text/html' } })).text(),
  )
  return /<main[\s\S]*?<time[^>]*>([^<]*)<\/time>/.exec(html)?.[1] ?? ''
}

test("times are shown in the reader's time zone with its name, and without a script in the market's (S2.30, D18)", async () => {
  const { shown, at } = await readSessionEnd({ timezone: 'Asia/Tokyo' })
  const there = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Tokyo',
  }).format(new Date(at))
  expect(shown).toContain(there)
  await readSessionEnd({ timezone: 'Europe/Istanbul' })
})
