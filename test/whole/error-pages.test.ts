import { request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCALES, type Locale, makeTranslate, forEachLocale } from '#lib/locale.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { readAllMessages } from '#locales/read.ts'

const words = forEachLocale((locale) => makeTranslate(readAllMessages(locale), locale))

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false, buildFolder: 'build' })
})
afterAll(() => market.stop())

async function get(path: string, locale: Locale): Promise<{ status: number; text: string }> {
  const { port, host } = new URL(market.origins.app)
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers: { host, accept: 'text/html', 'accept-language': locale },
      },
      (answer) => {
        let text = ''
        answer
          .setEncoding('utf8')
          .on('data', (chunk) => {
            text += chunk
          })
          .on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
      .on('error', reject)
      .end()
  })
}

const pictureOf = (page: string) => /data-picture="(\w+)"/.exec(page)?.[1]
const headingOf = (page: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(page)?.[1]
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;').replaceAll('"', '&quot;')

describe.each(LOCALES)('an error page in %s', (locale) => {
  const t = words[locale]

  test('S2.15 S2.28 S8.7 of an unknown path: the picture of 404, "Page not found" and the path as typed', async () => {
    const { status, text } = await get(
      '/yok/böyle<b>bir</b>-sayfa'.replace(/[^\x20-\x7e]|[<>]/g, encodeURIComponent),
      locale,
    )
    expect(status).toBe(404)
    expect(pictureOf(text)).toBe('closed')
    expect(headingOf(text)).toBe(escaped(t('error.404.title')))
    // once, and among Arabic words the path keeps its own direction
    const path = '/yok/böyle<b>bir</b>-sayfa'
    expect(text.split(`>${escaped(t('errors.not_found'))}<`)).toHaveLength(2)
    expect(text).toContain(
      escaped(t('errors.not_found.path', { path: locale === 'ar' ? `\u2068${path}\u2069` : path }))
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;'),
    )
  })

  test('S2.33 has a plain headline: what happened, without a metaphor of shops, doors or awnings', () => {
    const headlines = (
      [
        'error.404.title',
        'error.401.title',
        'error.500.title',
        'error.delisted.title',
        'console.error.404',
        'console.error.401',
        'console.error.403',
        'console.error.500',
      ] as const
    ).map((key) => t(key))
    for (const headline of headlines)
      expect(headline).not.toMatch(
        /shop|door|awning|closed|locked|dükkân|kapı|tente|kapalı|kilit|دكان|باب|مظل|مغلق|مقفل/i,
      )
    expect([headlines[0], headlines[2]]).toEqual([t('errors.not_found'), t('console.error.500')])
  })

  test('S8.4 S8.5 of the framed market without a session: the picture of 401', async () => {
    const { status, text } = await get('/market/list', locale)
    expect(status).toBe(401)
    expect(pictureOf(text)).toBe('locked')
    expect(text).toContain(escaped(t('errors.session.token_invalid')))
  })

  test('S8.1 S8.8 S2.29 of an internal error: its picture, an incident number, a link home, and no details of the error', async () => {
    await sql`alter table banners rename to banners_away`.execute(market.services.db)
    try {
      const { status, text } = await get('/', locale)
      expect(status).toBe(500)
      expect(pictureOf(text)).toBe('fallen')
      expect(headingOf(text)).toBe(escaped(t('error.500.title')))
      expect(text).toContain(escaped(t('errors.unexpected')))
      expect(text).toContain(escaped(t('error.home')))
      expect(text).toMatch(/[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/)
      // Names of our own files are not a fault's words.
      expect(text.replaceAll(/href="\/assets\/[^"]*"|import[^;]*;/g, '')).not.toMatch(
        /banners|relation|postgres/i,
      )
    } finally {
      await sql`alter table banners_away rename to banners`.execute(market.services.db)
    }
  })
})

test('S2.33 S8.15 404, 401 and 500 have pictures of their own, and every other status has that of 500', async () => {
  const { errorKind } = await import('#ui/error-scene.tsx')
  expect([404, 401, 500].map(errorKind)).toEqual(['closed', 'locked', 'fallen'])
  for (const status of [400, 403, 405, 409, 410, 413, 422, 429, 502, 503])
    expect(errorKind(status), String(status)).toBe('fallen')
})
