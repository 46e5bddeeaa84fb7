import type { Browser, FrameLocator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
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

/** Installs as the page itself would: by the API, with the page's session. */
const install = (frame: FrameLocator, slug: string): Promise<number> =>
  frame.locator('body').evaluate(async (_body, wanted) => {
    const read = async (path: string) =>
      (
        (await (await fetch(`/api${path}`)).json()) as {
          data: { id: string; plan: { agreement: { version: string } } }
        }
      ).data
    const { id } = await read(`/theme-store/theme/detail?slug=${wanted}`)
    const { plan } = await read(`/theme-store/theme/${id}/installation`)
    const store = decodeURIComponent(/(?:^|; )domain=([^;]*)/.exec(document.cookie)?.[1] ?? '')
    const answer = await fetch(`/api/theme-store/theme/${id}/installation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        store,
        permissions: [],
        agreement: { version: plan.agreement.version },
      }),
    })
    return answer.status
  }, slug)

const WORDS = {
  tr: {
    nav: 'Uygulamalarım',
    live: 'Canlı tema',
    drafts: 'Taslaklar',
    make: /Cosmo.*yayına al/,
    now: 'Şimdi yayına al',
    is: /Cosmo.* yayında/,
  },
  en: {
    nav: 'My apps',
    live: 'Live theme',
    drafts: 'Drafts',
    make: /Cosmo.*make live/,
    now: 'Make live now',
    is: /Cosmo.* is live/,
  },
  ar: {
    nav: 'تطبيقاتي',
    live: 'القالب المنشور',
    drafts: 'المسودات',
    make: /Cosmo.*نشر/,
    now: 'النشر الآن',
    is: /Cosmo.* منشور/,
  },
} as const

test.each(['tr', 'en', 'ar'] as const)(
  'an owner sees which theme the shop shows, makes another one live and keeps the first as a draft, in %s (S2.18)',
  async (locale) => {
    const words = WORDS[locale]
    const visitor = await newVisitor(browser, { width: locale === 'ar' ? 390 : 1280 })
    const { page } = visitor
    const frame = await openMarketInPanel(page, { store: 2, market: 'themes', locale })
    for (const slug of ['cosmo', 'simplex']) {
      expect(await install(frame, slug)).toBe(200)
      await expect.poll(() => stateOf(frame, slug), { timeout: 20_000 }).toBe('installed')
    }
    await frame.getByRole('link', { name: words.nav }).first().click()
    const live = frame.getByRole('region', { name: words.live })
    await live.getByText('Simplex', { exact: true }).first().waitFor()
    await live.getByRole('heading', { name: words.drafts }).waitFor()

    await live.getByRole('link', { name: words.make }).click()
    await frame.getByRole('button', { name: words.now }).click()
    await frame.getByText(words.is).waitFor()
    expectNoConsoleMessages(visitor)
    for (const slug of ['cosmo', 'simplex']) {
      await frame.locator('body').evaluate(uninstall, slug)
      await expect.poll(() => stateOf(frame, slug), { timeout: 20_000 }).toBe('none')
    }
    await visitor.close()
  },
)

const stateOf = (frame: FrameLocator, slug: string): Promise<string> =>
  frame.locator('body').evaluate(async (_body, wanted) => {
    const read = async (path: string) =>
      (
        (await (await fetch(`/api${path}`)).json()) as {
          data: { id: string; installation: { state: string } | null }
        }
      ).data
    const { id } = await read(`/theme-store/theme/detail?slug=${wanted}`)
    return (await read(`/theme-store/theme/${id}/installation`)).installation?.state ?? 'none'
  }, slug)

async function uninstall(_body: unknown, wanted: string): Promise<void> {
  const found = (await (await fetch(`/api/theme-store/theme/detail?slug=${wanted}`)).json()) as {
    data: { id: string }
  }
  const store = decodeURIComponent(/(?:^|; )domain=([^;]*)/.exec(document.cookie)?.[1] ?? '')
  await fetch(`/api/theme-store/theme/${found.data.id}/installation`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ store }),
  })
}
