import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb, type Db } from '#db/client.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'
import { share } from '#test/support/sample-share.ts'
import { openSessions } from '#proofs/screens/people.ts'
import type { ScreenTestBed } from '#proofs/screens/states.ts'
import { NOT_PREPARED, sampleVariants, inspectScreens } from '#proofs/screens/inspect-screens.ts'

let browser: Browser
let db: Db
beforeAll(async () => {
  browser = await openChromium()
  db = openDb({ url: process.env.JOURNEY_DATABASE_URL ?? '', poolSize: 1 })
})
afterAll(async () => {
  await db.destroy()
  await browser.close()
})

// `npm run prove -- screens` inspects all of them in every state, language, scheme and width.
test('every second screen, in one language, scheme and width each: no overflow, layout shift, failure or console message, no axe finding, and Tab reaches everything', async () => {
  const stage: ScreenTestBed = {
    browser,
    db,
    addresses: addresses(),
    sessions: await openSessions(browser, addresses()),
  }
  const sittings = share(sampleVariants(), 2)
  expect(sittings.length).toBeGreaterThan(20)
  expect(
    await inspectScreens({ stage, states: NOT_PREPARED, sittings, parallel: 3, quick: true }),
  ).toEqual([])
}, 300_000)

test('a printed page has its content only: no header, buttons or search, a light background, addresses of external links written out', async () => {
  const visitor = await newVisitor(browser, { locale: 'en', dark: true })
  const { page } = visitor
  for (const path of ['/delivery-day', '/checkout/success?order=AR0']) {
    await page.goto(`${addresses().apps}${path}${path.includes('?') ? '&' : '?'}hl=en`)
    await page.emulateMedia({ media: 'print' })
    expect(
      await page
        .locator(
          'button:visible, .button:visible, nav:visible, header:visible nav, [role=search]:visible, dialog:visible',
        )
        .count(),
      path,
    ).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).isVisible(), path).toBe(true)
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme),
      path,
    ).toBe('light')
    const written = await page.evaluate(() =>
      [...document.querySelectorAll('main a[href^="http"]')]
        .filter((link) => !link.querySelector('img') && link.checkVisibility())
        .map((link) => getComputedStyle(link, '::after').content.includes('http')),
    )
    expect(written.every(Boolean), path).toBe(true)
    await page.emulateMedia({ media: 'screen' })
  }
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
