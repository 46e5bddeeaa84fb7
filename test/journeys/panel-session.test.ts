import pg from 'pg'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTranslate } from '#lib/locale.ts'
import { addresses, newVisitor, openChromium, openMarketInPanel } from '#test/support/browser.ts'
import { readScreens } from '#test/support/screens.ts'
import { readAllMessages } from '#locales/read.ts'

const messages = readAllMessages('tr')

// B10: whatever page of the frame is entered, and however its session ended, the owner sees a page:
// the one that was asked for, or the one that says what is wrong and leads back to the panel. Never
// a white frame.

const t = makeTranslate(messages, 'tr')
const guarded = (await readScreens()).filter(
  ({ layout, guards }) => layout === 'frame' && guards.includes('auth-required'),
)
const pathOf = (route: string) =>
  route.replace(':slug', 'delivery-day').replace(':developer', 'nobody')
/** Those that are no page but lead to one. */
const shownAt = (path: string) => (path === '/market/site-notice' ? '/market' : path)

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** An hour passes: every session there is has run out. */
async function expireSessions(client: pg.Client): Promise<void> {
  await client.query(`update sessions set expires_at = now() - interval '1 second'`)
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const marketOf = (page: Page): Frame => {
  const frame = page
    .frames()
    .find((one) => one.url().startsWith(addresses().apps) || one.url().startsWith('chrome-error'))
  if (!frame) throw new Error('the panel shows no market')
  return frame
}

/** As a click on a link: the page changes without a document. */
async function enter(frame: Frame, path: string): Promise<void> {
  await frame.waitForFunction(() => '__reactRouterDataRouter' in window)
  await frame.evaluate((to) => {
    const { navigate } = (
      window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
    ).__reactRouterDataRouter
    // what follows is inspected, not waited for
    void navigate(to)
  }, path)
}

/** What a form of the panel sends from another tab. */
const post = (page: Page, path: string, body: string) =>
  page.evaluate(
    async ([to, form]) => {
      await fetch(to!, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    },
    [path, body],
  )

/** The page that the frame shows in the end; an empty frame never gets there. */
async function settled(
  frame: Frame,
  path: string,
): Promise<{ picture: string | null; heading: string }> {
  await frame.waitForURL((url) => url.pathname === shownAt(path))
  await frame.locator('main h1').first().waitFor()
  const picture = frame.locator('main [data-picture]')
  return {
    picture:
      (await picture.count()) > 0 ? await picture.first().getAttribute('data-picture') : null,
    heading: await frame.locator('main h1').first().innerText(),
  }
}

describe('S2.8 S4.1 S6.3 an expired session in the panel’s frame', () => {
  test('is renewed by the panel on every guarded page opened by client navigation', async () => {
    await withDatabase(async (client) => {
      const visitor = await newVisitor(browser)
      await openMarketInPanel(visitor.page)
      const frame = marketOf(visitor.page)
      expect(guarded.length).toBeGreaterThan(20)
      for (const { path: route } of guarded) {
        const path = pathOf(route)
        await expireSessions(client)
        const renewed = visitor.page.waitForResponse(
          (response) => response.url().endsWith('/api/auth/domain') && response.status() === 200,
        )
        await enter(frame, path)
        await renewed
        expect((await settled(frame, path)).picture, path).not.toBe('locked')
      }
      // a live preview has a policy of its own, so a link to it loads a document; here it was
      // entered without
      expect(
        visitor.complaints.filter((complaint) => !/^Framing '[^']*preview\./.test(complaint)),
      ).toEqual([])
      await visitor.close()
    })
  })

  test('that the panel cannot renew ends in an error page, on every guarded page, and "Try again" asks the panel once more (S8.5)', async () => {
    await withDatabase(async (client) => {
      const visitor = await newVisitor(browser)
      const { page } = visitor
      await page.clock.install()
      await openMarketInPanel(page)
      const frame = marketOf(page)
      await expireSessions(client)
      // the owner has left the panel in another tab
      await post(page, '/sign-out', '')
      for (const { path: route } of guarded) {
        const path = pathOf(route)
        await enter(frame, path)
        await frame.getByText(t('session.verifying')).waitFor()
        await page.clock.fastForward(6_000)
        await frame.locator('main [data-picture=locked]').waitFor()
        expect(new URL(frame.url()).pathname, path).toBe(path)
        expect(await frame.locator('main').innerText()).toContain(t('errors.session.token_invalid'))
      }
      // the panel has its own way in
      await page.locator('[data-session-ended]').waitFor()
      expect(await frame.getByRole('link', { name: /panel/i }).first().getAttribute('href')).toBe(
        addresses().panel,
      )
      await post(page, '/sign-in', 'store=store-1')
      await enter(frame, '/market/list')
      await frame.getByRole('heading', { level: 1 }).first().waitFor()
      expect((await settled(frame, '/market/list')).picture).toBeNull()
      await visitor.close()
    })
  })
})

test('S6.3 a file requested after expiry: the session is renewed in the frame, and no JSON is shown', async () => {
  await withDatabase(async (client) => {
    const visitor = await newVisitor(browser)
    const { page, context } = visitor
    const frame = await openMarketInPanel(page)
    // something that puts a script on the shop, so that there is a list
    await enter(marketOf(page), '/market/install/instant')
    await frame.getByRole('heading', { name: /değişecek/ }).waitFor()
    for (const box of await frame.getByRole('checkbox').all()) await box.check()
    await frame.getByRole('button', { name: /değişikliği yap/ }).click()
    await frame.getByRole('heading', { name: /Anında Sayfa mağazanda/ }).waitFor()
    await enter(marketOf(page), '/market/scripts')
    await frame.getByRole('link', { name: 'CSV' }).waitFor()
    await expireSessions(client)
    const renewed = page.waitForResponse(
      (response) => response.url().endsWith('/api/auth/domain') && response.status() === 200,
    )
    await frame.getByRole('link', { name: 'CSV' }).click()
    await renewed
    await frame.getByRole('link', { name: 'CSV' }).waitFor()
    const saved = page.waitForEvent('download')
    await frame.getByRole('link', { name: 'CSV' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    expect(context.pages()).toHaveLength(1)
    await enter(marketOf(page), '/market/uninstall/instant')
    await frame.getByRole('button', { name: /Kaldır ve/ }).click()
    await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
    await visitor.close()
  })
})

test('S4.9 S7.39 page data answered with 503 is requested once more and the page appears; a form is not resent', async () => {
  const visitor = await newVisitor(browser)
  const { page, context } = visitor
  await openMarketInPanel(page)
  const asked: string[] = []
  await context.route(/\.data(\?|$)/, (route) => {
    asked.push(route.request().method())
    return asked.length === 1 || route.request().method() === 'POST'
      ? route.fulfill({ status: 503, body: '' })
      : route.continue()
  })
  const frame = marketOf(page)
  await enter(frame, '/market/list')
  expect((await settled(frame, '/market/list')).picture).toBeNull()
  expect(asked).toEqual(['GET', 'GET'])
  await enter(frame, '/market/contact')
  await settled(frame, '/market/contact')
  asked.length = 0
  await frame.evaluate(() => {
    const { navigate } = (
      window as unknown as {
        __reactRouterDataRouter: { navigate(to: string, how: object): Promise<void> }
      }
    ).__reactRouterDataRouter
    void navigate('/market/contact', { formMethod: 'post', formData: new FormData() })
  })
  await frame.locator('main [data-picture=fallen]').waitFor()
  expect(asked).toEqual(['POST'])
  await visitor.close()
})

test('S4.6 D5 a used launch token: every guarded page works with the valid session or a new one, and its address contains no token', async () => {
  await withDatabase(async (client) => {
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await openMarketInPanel(page)
    const used = new URL((await page.locator('iframe').getAttribute('src')) ?? '')
    for (const [index, { path: route }] of guarded.entries()) {
      const path = pathOf(route)
      // by turns: the session is still there, or has run out meanwhile
      if (index % 2 === 1) await expireSessions(client)
      used.pathname = path
      const shown = page.waitForResponse(
        (response) =>
          [path, shownAt(path)].includes(new URL(response.url()).pathname) &&
          response.request().resourceType() === 'document' &&
          ![302, 303].includes(response.status()),
      )
      await page.locator('iframe').evaluate((frame, src) => {
        ;(frame as HTMLIFrameElement).src = src
      }, used.href)
      await shown
      const frame = marketOf(page)
      expect((await settled(frame, path)).picture, path).not.toBe('locked')
      expect(frame.url(), path).not.toContain('token')
    }
    await visitor.close()
  })
})
