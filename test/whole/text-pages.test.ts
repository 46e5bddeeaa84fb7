import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { PLACEMENTS } from '#lib/market.ts'
import { ARTICLE_PATHS, placesOf, shownArticle } from '#modules/market/articles.ts'
import { createPageCache } from '#server/page-cache/page-cache.ts'
import { toldChanges } from '#server/page-cache/small-site.support.ts'
import { makeSiteListener } from '#server/site-app.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

const OPERATOR = { country: 'TR', name: 'Çarşı A.Ş.', address: 'Bursa', mail: 'yaz@carsi.example' }
const LANGUAGES = [...LOCALES]
const articleIn = (country: string, path: string, locale: Locale) => {
  const operator = { ...OPERATOR, country }
  return (
    shownArticle(
      path,
      { locale, languages: LANGUAGES, operator },
      placesOf({ operator, languages: LANGUAGES }, 'Komşu', locale),
      [],
    )?.article ?? null
  )
}
const findArticle = (path: string, locale: Locale) => articleIn('TR', path, locale)
const HOST = 'apps.localhost'

let market: Marketplace
let port: number
let close: () => void
let misses: () => number

const changes = toldChanges()
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  const pageCache = createPageCache({
    maxBytes: 2 ** 24,
    maxAgeSeconds: 60,
    clock: market.clock,
    changes,
    log: market.services.log,
  })
  misses = () => pageCache.stats().misses
  const site = { market: 'app', platformId: 1, origin: `http://${HOST}`, trustedHops: 0 } as const
  const listener = await makeSiteListener({ ...market.services, operator: OPERATOR }, site, {
    buildFolder: 'build',
    pictureFolder: join(tmpdir(), 'arasta-articles'),
    pageCache,
  })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  close = () => {
    server.close()
    server.closeAllConnections()
    pageCache.stop()
  }
})
afterAll(async () => {
  close()
  await market.stop()
})

/** fetch cannot say another host; the market only keeps pages for its own. */
async function get(
  path: string,
  language = 'tr',
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, headers: { host: HOST, 'accept-language': language } },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk) => {
            text += chunk
          })
          .on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
          )
      },
    )
      .on('error', reject)
      .end()
  })
}

describe('text pages', () => {
  test('S1.6 exist in every language, each translated and with the same number of sections', () => {
    for (const path of ARTICLE_PATHS) {
      const articles = LOCALES.map((locale) => findArticle(path, locale))
      expect(articles.every(Boolean), path).toBe(true)
      expect(new Set(articles.map((one) => one?.lead)).size, path).toBe(LOCALES.length)
      expect(new Set(articles.map((one) => one?.parts.length)).size, path).toBe(1)
      for (const article of articles)
        expect(JSON.stringify(article), path).not.toMatch(/\{[a-z_]+\}/)
    }
    expect(findArticle('/legal/__proto__', 'en')).toBeNull()
  })

  test("S3.8 the developers' page names every placement in every language", () => {
    for (const locale of LOCALES) {
      const tables = findArticle('/developers', locale)?.parts.flatMap(({ table }) => table ?? [])
      const codes = tables?.flatMap(({ rows }) => rows.map(([code]) => code))
      expect(codes, locale).toEqual(expect.arrayContaining(PLACEMENTS.map(String)))
    }
  })

  test("S1.6 D26 the partners' page says 2000+ systems, and what supports the claim: the protocol and its kit, the existing connectors, and the loader for any site", () => {
    for (const locale of LOCALES) {
      const part = findArticle('/partners', locale)?.parts.find(({ heading }) =>
        heading.includes('2000'),
      )
      expect(part?.list, locale).toHaveLength(3)
      for (const [index, what] of [
        /Store.Connector/,
        /WordPress/,
        /y[üu]kleyici|loader|cargador|المحمّل/i,
      ].entries())
        expect(part?.list?.[index], locale).toMatch(what)
    }
  })

  test('name the operator, and show the accepted texts word for word', async () => {
    expect((await get('/legal/privacy')).text).toContain('Çarşı A.Ş.')
    const { text } = await get('/legal/data-protection', 'en')
    for (const part of AGREEMENTS.data_protection.texts.en[0]?.parts ?? [])
      expect(text).toContain(
        part.text.slice(0, 40).replaceAll('&', '&amp;').replaceAll("'", '&#x27;'),
      )
  })

  test("S7.37 have one payload file each, in the reader's language, and are rendered once, until a text changes", async () => {
    const countRendered = async () => {
      const before = misses()
      // One text at a time: the cache bypasses what too many wait for.
      for (const path of ARTICLE_PATHS) {
        const answers = await Promise.all(
          LOCALES.flatMap((locale) => [
            get(path, locale),
            get(`${path}.data`, locale),
            get(`${path}?hl=${locale}`),
          ]),
        )
        expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
      }
      return misses() - before
    }
    await countRendered()
    expect(await countRendered()).toBe(0)
    // What the database says when a text is published.
    changes.say('texts', 'market:app', 'market:theme')
    expect(await countRendered()).toBe(3 * ARTICLE_PATHS.length * LOCALES.length)
    const payload = await get('/legal/cookies.data', 'ar')
    expect(payload.headers['content-type']).toMatch(/text\/x-script/)
    expect(payload.text).toContain(findArticle('/legal/cookies', 'ar')?.title)
    expect(payload.text).not.toContain('<html')
  })

  test('S8.7 a missing legal text is a page not found', async () => {
    expect((await get('/legal/nothing')).status).toBe(404)
  })

  test('have language, alternate languages and canonical address for search engines (S1.8, S9.3)', async () => {
    for (const locale of LOCALES) {
      const { text } = await get(`/partners?hl=${locale}`)
      expect(text).toMatch(
        new RegExp(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`),
      )
      expect(text).toContain(`<link rel="canonical" href="http://${HOST}/partners?hl=${locale}"`)
      for (const other of LOCALES)
        expect(text).toContain(`hrefLang="${other}" href="http://${HOST}/partners?hl=${other}"`)
    }
  })

  test("S9.1 set the browser's language on a document request, not on client navigation: its response may arrive after the next one", async () => {
    const chosen = async (path: string) =>
      String((await get(path)).headers['set-cookie'] ?? '').includes('hl=en')
    expect(await chosen('/search?q=a&hl=en')).toBe(true)
    expect(await chosen('/search.data?q=a&hl=en')).toBe(false)
  })
})
