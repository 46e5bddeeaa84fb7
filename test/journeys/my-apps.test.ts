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
    const frame = await openMarketInPanel(page, {
      store: 2,
      market: 'themes',
      locale,
    })
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
      // Work of the last change may still be open.
      await expect
        .poll(() => frame.locator('body').evaluate(uninstall, slug), { timeout: 20_000 })
        .toBe(200)
      await expect.poll(() => stateOf(frame, slug), { timeout: 20_000 }).toBe('none')
    }
    await visitor.close()
  },
)

test('an owner schedules a theme with the times of the market, cancels it, and reaches every page of theirs in the panel (S2.18, D21)', async () => {
  const visitor = await newVisitor(browser)
  const { page } = visitor
  const frame = await openMarketInPanel(page, { store: 2, market: 'themes' })
  for (const slug of ['cosmo', 'simplex']) {
    expect(await install(frame, slug)).toBe(200)
    await expect.poll(() => stateOf(frame, slug), { timeout: 20_000 }).toBe('installed')
  }
  await frame.getByRole('link', { name: 'Uygulamalarım' }).first().click()
  const live = frame.getByRole('region', { name: 'Canlı tema' })
  await live.getByRole('link', { name: /Cosmo.*yayına al/ }).click()
  await frame.getByText('Saatler', { exact: false }).waitFor()
  await frame.getByLabel('Başlangıç').fill('2020-01-01T09:00')
  await frame.getByRole('button', { name: 'Planı kaydet' }).click()
  await frame.getByRole('alert').first().waitFor()
  const year = new Date().getFullYear()
  await frame.getByLabel('Başlangıç').fill(`${year}-12-30T18:00`)
  await frame.getByLabel('Bitiş').fill(`${year}-12-31T09:00`)
  await frame.getByRole('button', { name: 'Planı kaydet' }).click()
  await live.getByText('Zamanlandı').waitFor()
  await live.getByText('sonra önceki tema döner', { exact: false }).waitFor()
  await live.getByRole('link', { name: /Cosmo.*planı değiştir/ }).click()
  await frame.getByRole('button', { name: 'Planı iptal et' }).click()
  await live.getByRole('link', { name: /Cosmo.*yayına al/ }).waitFor()

  for (const place of ['Abonelikler', 'Siparişler', 'Adresler', 'Kartlar', 'Mesajlar']) {
    await frame.getByRole('link', { name: place, exact: true }).click()
    await frame.getByRole('heading', { level: 1, name: place }).waitFor()
  }
  await frame
    .getByRole('link', { name: /^Bildirimler/ })
    .first()
    .click()
  await frame.getByRole('heading', { level: 1, name: 'Bildirimler' }).waitFor()
  const mails = frame
    .getByRole('group', { name: 'Kendiliğinden yapılan işler' })
    .getByRole('checkbox', { name: 'E-postayla' })
  const save = () =>
    Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      frame.getByRole('button', { name: 'Seçimi kaydet' }).click(),
    ])
  await mails.uncheck()
  await save()
  await page.reload()
  await frame.getByRole('heading', { level: 1, name: 'Bildirimler' }).waitFor()
  expect(await mails.isChecked()).toBe(false)
  await mails.check()
  await save()
  expectNoConsoleMessages(visitor)
  for (const slug of ['cosmo', 'simplex']) {
    // Work of the last change may still be open.
    await expect
      .poll(() => frame.locator('body').evaluate(uninstall, slug), { timeout: 20_000 })
      .toBe(200)
    await expect.poll(() => stateOf(frame, slug), { timeout: 20_000 }).toBe('none')
  }
  await visitor.close()
})

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

async function uninstall(_body: unknown, wanted: string): Promise<number> {
  const found = (await (await fetch(`/api/theme-store/theme/detail?slug=${wanted}`)).json()) as {
    data: { id: string }
  }
  const store = decodeURIComponent(/(?:^|; )domain=([^;]*)/.exec(document.cookie)?.[1] ?? '')
  const answer = await fetch(`/api/theme-store/theme/${found.data.id}/installation`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ store }),
  })
  return answer.status
}
