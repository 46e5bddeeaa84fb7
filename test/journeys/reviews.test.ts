import pg from 'pg'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf } from '#test/support/axe.ts'
import {
  addresses,
  confirmShop,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
  openMarketInPanel,
  type Visitor,
} from '#test/support/browser.ts'

let browser: Browser
let db: pg.Client
beforeAll(async () => {
  browser = await openChromium()
  db = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await db.connect()
})
afterAll(async () => {
  // The other journeys find the item as they know it.
  await db.query(`delete from reviews`)
  await db.query(`update items set own_ratings = '{0,0,0,0,0}' where slug = 'celebration'`)
  await db.end()
  await browser.close()
})

const PATH = '/celebration'
const WORDS = {
  tr: {
    none: 'Henüz değerlendirme yok.',
    facts: 'İlk gününde yazdı',
    all: 'Tek değerlendirmeyi gör',
  },
  en: { none: 'No reviews yet.', facts: 'Written on its first day', all: 'See the one review' },
  ar: { none: 'لا تقييمات بعد.', facts: 'كُتب في يومه الأول', all: 'اعرض التقييم الوحيد' },
} as const

/** What anybody reads on the item's page, in each language. */
async function readers(check: (text: string, words: (typeof WORDS)['tr' | 'en' | 'ar']) => void) {
  for (const locale of ['tr', 'en', 'ar'] as const) {
    const visitor = await newVisitor(browser, { locale, javaScript: false })
    const answer = await visitor.page.goto(`${addresses().apps}${PATH}?hl=${locale}`)
    expect(answer?.headers()['cache-control']).toContain('must-revalidate')
    check(await visitor.page.getByRole('main').innerText(), WORDS[locale])
    await visitor.close()
  }
}

/** The same page of the site, in a tab of its own, as the owner. */
async function openSite({ page, context }: Visitor, path: string): Promise<Page> {
  const [top] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: /yeni sekme/i }).click(),
  ])
  await confirmShop(top)
  await top.goto(addresses().apps + path)
  return top
}

const main = (at: FrameLocator | Page) => at.getByRole('main')
const fill = async (at: FrameLocator | Page, stars: number, text: string) => {
  await at.getByRole('radio', { name: `${stars} yıldız` }).check()
  await at.getByLabel('Ne söylemek istersin?').fill(text)
}

describe('S2.25 D14 reviews', () => {
  test('an owner installs a free app and reviews it, and everybody can read the review at once, in three languages', async () => {
    await readers((text, words) => expect(text).toContain(words.none))
    const visitor = await newVisitor(browser)
    const frame = await openMarketInPanel(visitor.page)
    await frame
      .getByRole('link', { name: /^Kutlama/ })
      .first()
      .click()
    await frame.getByText('Mağazan bunu henüz kurmadı').waitFor()
    expect(await frame.getByRole('radio').count()).toBe(0)
    await frame.getByRole('link', { name: 'Ücretsiz kur' }).first().click()
    await frame.getByRole('heading', { name: /değişecek/ }).waitFor()
    for (const box of await frame.getByRole('checkbox').all()) await box.check()
    await frame.getByRole('button', { name: /değişikliği yap/ }).click()
    await frame.getByRole('heading', { name: /Kutlama mağazanda/ }).waitFor()

    await frame.getByRole('link', { name: 'Uygulamalar', exact: true }).first().click()
    await frame
      .getByRole('link', { name: /^Kutlama/ })
      .first()
      .click()
    await frame.getByRole('heading', { name: 'Değerlendirme yaz' }).waitFor()
    // S5.8: said when the field is left, and over the form once it is clicked
    await frame.getByRole('radio', { name: '1 yıldız' }).focus()
    expect(await frame.getByText('1 ile 5 arasında bir yıldız seç').count()).toBe(0)
    await visitor.page.keyboard.press('Tab')
    await frame.getByText('1 ile 5 arasında bir yıldız seç').waitFor()
    expect(await frame.getByRole('alert').count()).toBe(0)
    await frame.getByRole('button', { name: 'Değerlendirmeyi yayınla' }).click()
    await frame
      .getByRole('alert')
      .getByRole('link', { name: /Kaç yıldız/ })
      .click()
    await expect
      .poll(() =>
        frame
          .getByRole('radio', { name: '1 yıldız' })
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true)
    await fill(frame, 4, 'Müşteriler seviyor.\u202e <script>alert(1)</script>')
    await frame.getByRole('button', { name: 'Değerlendirmeyi yayınla' }).click()
    await frame.getByText('Değerlendirmen yayında.').waitFor()
    await expect
      .poll(async () => main(frame).innerText(), { timeout: 15_000 })
      .toContain('Müşteriler seviyor. <script>alert(1)</script>')

    await readers((text, words) => {
      expect(text).toContain('Müşteriler seviyor. <script>alert(1)</script>')
      expect(text).toContain(new URL(addresses().shop).host)
      expect(text).toContain(words.facts)
      expect(text).toContain(words.all)
      expect(text).toMatch(/4[.,]0/)
      expect(text).not.toContain('Ayşe')
    })
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('changes the review, shows a picture and deletes it without a script, after a confirmation', async () => {
    const visitor = await newVisitor(browser, { javaScript: false })
    await openMarketInPanel(visitor.page)
    const site = await openSite(visitor, PATH)
    await site.getByRole('link', { name: 'Değiştir' }).click()
    expect(await site.getByRole('radio', { name: '4 yıldız' }).isChecked()).toBe(true)
    await fill(site, 2, 'Artık o kadar değil.')
    await site.getByRole('button', { name: 'Değişikliği kaydet' }).click()
    await site.getByText('Değişiklik yayında.').waitFor()
    await readers((text) => expect(text).toContain('Artık o kadar değil.'))
    expect(await main(site).innerText()).toMatch(/tarihinde değiştirildi|İlk gününde yazdı/)

    const shop = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#0b737e' },
    })
      .png()
      .toBuffer()
    const field = site.locator('input[name="picture"]')
    await field.setInputFiles({
      name: 'words.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
    await site.getByRole('button', { name: 'Resmi gönder' }).click()
    await site.getByText('okunabilir bir resim değil').waitFor()
    await field.setInputFiles({ name: 'shop.png', mimeType: 'image/png', buffer: shop })
    await site.getByRole('button', { name: 'Resmi gönder' }).click()
    await site.getByText('1 resim bekliyor').waitFor()
    await site.getByRole('button', { name: '1. resmi kaldır' }).click()
    await expect.poll(() => site.getByText('1 resim bekliyor').count()).toBe(0)

    await site.getByRole('link', { name: 'Sil', exact: true }).click()
    await site.getByRole('link', { name: 'Kalsın' }).click()
    await site.getByText('Artık o kadar değil.').first().waitFor()
    await site.getByRole('link', { name: 'Sil', exact: true }).click()
    await site.getByRole('button', { name: 'Değerlendirmeyi sil' }).click()
    await site.getByText('Değerlendirmen silindi.').waitFor()
    await readers((text, words) => expect(text).toContain(words.none))

    // The item stays as the other journeys know it.
    await site.goto(`${addresses().apps}/uninstall/celebration`)
    await site.getByRole('button', { name: /Kaldır ve/ }).click()
    await expect
      .poll(
        async () =>
          (await db.query(`select state from installations order by created_at desc limit 1`))
            .rows[0].state,
        { timeout: 20_000 },
      )
      .toBe('uninstalled')
    await visitor.close()
  })

  test('a visitor reads reviews by stars and by page, reports one, and sees no form to write', async () => {
    await db.query(`insert into stores (id, platform_id, external_id, domain, name, url, is_os2, status, checked_at, created_at)
      select 'sto_j' || n, 1, 'j' || n, 'magaza-' || n || '.example', 'x', 'https://x.example', false, 'active', now(), now() from generate_series(1, 12) n`)
    await db.query(`insert into reviews (id, item_id, store_id, stars, text, version, installed_days, still_installed, salt, created_at, updated_at)
      select 'rev_j' || n, items.id, 'sto_j' || n, 4 + n % 2, 'Söz ' || n, '1.0.0', n * 40, true, '\\x00', now() - n * interval '1 hour', now() - n * interval '1 hour'
      from generate_series(1, 12) n, items where slug = 'celebration'`)
    await db.query(`update items set own_ratings = '{0,0,0,6,6}' where slug = 'celebration'`)
    for (const [locale, width, dark] of [
      ['tr', 1280, false],
      ['ar', 390, true],
      ['en', 320, false],
    ] as const) {
      const visitor = await newVisitor(browser, { locale, width, dark })
      const { page } = visitor
      await expect
        .poll(
          async () => {
            await page.goto(`${addresses().apps}${PATH}?hl=${locale}`)
            return main(page).innerText()
          },
          { timeout: 15_000 },
        )
        .toContain('Söz 1')
      await page.locator(`a[href="${PATH}/reviews?stars=5"]`).click()
      await page.waitForURL(/stars=5/)
      await expect
        .poll(async () => (await main(page).innerText()).match(/Söz \d+/g), { timeout: 15_000 })
        .toEqual(['Söz 1', 'Söz 3', 'Söz 5', 'Söz 7', 'Söz 9', 'Söz 11'])
      await page.goto(`${addresses().apps}${PATH}/reviews?page=2`)
      expect((await main(page).innerText()).match(/Söz \d+/g)).toEqual(['Söz 11', 'Söz 12'])
      await page.goto(`${addresses().apps}${PATH}/reviews`)
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBeLessThanOrEqual(0)
      for (const folded of await page.locator('main details').all())
        await folded.evaluate((element) => element.setAttribute('open', ''))
      expect(await faultsOf(page)).toEqual([])
      expectNoConsoleMessages(visitor)
      await visitor.close()
    }
    // S5.7 without a reason nothing is sent, and the page says so itself, not the browser
    const hasty = await newVisitor(browser, { locale: 'en' })
    await hasty.page.goto(`${addresses().apps}${PATH}/reviews?hl=en`, { waitUntil: 'networkidle' })
    await hasty.page.getByText('Report', { exact: true }).first().click()
    await hasty.page.getByRole('button', { name: 'Send the report' }).first().click()
    await hasty.page.getByText('This field is required').waitFor()
    await hasty.page.getByRole('radio', { name: 'Advertising' }).first().check()
    await hasty.page.getByText('This field is required').waitFor({ state: 'detached' })
    await hasty.close()
    const stranger = await newVisitor(browser, { javaScript: false })
    await stranger.page.goto(`${addresses().apps}${PATH}/reviews?hl=tr`)
    await stranger.page.getByText('Bildir', { exact: true }).first().click()
    await stranger.page.getByRole('button', { name: 'Bildirimi gönder' }).first().click()
    await stranger.page.getByText('Bu alan zorunlu').first().waitFor()
    await stranger.page.goto(`${addresses().apps}${PATH}/reviews?hl=tr`)
    expect(await stranger.page.getByLabel('Ne söylemek istersin?').count()).toBe(0)
    await stranger.page.getByText('Bildir', { exact: true }).first().click()
    await stranger.page.getByRole('radio', { name: 'Reklam' }).first().check()
    await stranger.page.getByRole('button', { name: 'Bildirimi gönder' }).first().click()
    await stranger.page.getByText('Bildirimin bize ulaştı').waitFor()
    expect((await db.query('select review_id, reason from review_reports')).rows).toEqual([
      { review_id: 'rev_j1', reason: 'advertising' },
    ])
    await stranger.close()
  })
})
