import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace()
})
afterAll(() => market.stop())

const get = async (path: string, site: 'app' | 'theme' = 'app') => {
  const answer = await fetch(
    market.origins[site].replace(/\/\/[a-z]+\.localhost/, '//localhost') + path,
  )
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
  }
}
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? '')

describe('search engines', () => {
  test('are told where the site map is and what is not for them', async () => {
    const { text, type } = await get('/robots.txt')
    expect(type).toBe('text/plain; charset=utf-8')
    expect(text).toContain(`Sitemap: ${market.origins.app}/sitemap.xml`)
    for (const path of ['/market', '/checkout', '/account', '/search'])
      expect(text).toContain(`Disallow: ${path}\n`)
  })

  test('find every published item of this market in three languages, and none of the other', async () => {
    const files = locations((await get('/sitemap.xml')).text).map((address) =>
      address.replace(market.origins.app, ''),
    )
    expect(files[0]).toBe('/sitemap/pages.xml')
    const pages = await Promise.all(files.slice(1).map((file) => get(file)))
    const found = pages
      .flatMap((page) => locations(page.text))
      .map((address) => address.replace(`${market.origins.app}/`, ''))
      .sort()
    const rows = await market.services.db
      .selectFrom('items')
      .select('slug')
      .where('market', '=', 'app')
      .where('status', '=', 'published')
      .execute()
    expect(rows.length).toBeGreaterThan(10)
    expect(found).toEqual(rows.map((row) => row.slug).sort())
    const one = pages[0]?.text ?? ''
    for (const hl of ['tr', 'en', 'ar'])
      expect(one).toContain(`hreflang="${hl}" href="${market.origins.app}/${found[0]}?hl=${hl}"`)
    expect(one).toContain(`hreflang="x-default" href="${market.origins.app}/${found[0]}"`)
  })

  test('find home, lists, categories that have something, and the pages of text', async () => {
    const found = locations((await get('/sitemap/pages.xml', 'theme')).text).map((address) =>
      address.replace(market.origins.theme, ''),
    )
    expect(found).toEqual(
      expect.arrayContaining(['/', '/list', '/partners', '/developers', '/legal/privacy']),
    )
    expect(found.some((path) => path.startsWith('/list?category='))).toBe(true)
  })

  test('get a 404 for a file that there is not', async () => {
    expect((await get('/sitemap/items-999.xml')).status).toBe(404)
  })
})
