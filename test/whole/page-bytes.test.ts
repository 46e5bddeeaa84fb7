import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressPage } from '#server/compress-page.ts'
import { rawRequest } from '#test/support/raw-request.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'

/**
 * HTML of pages that are rendered for their request. The goal for 24 cards is 45 kB and 12 kB
 * compressed (docs/bench.md), so these are what the pages have reached: lower a limit when a page
 * gets lighter.
 */
const PAGES = {
  '/list?hl=tr': { kB: 78, compressed: 16 },
  '/list?hl=ar': { kB: 82, compressed: 16.5 },
  '/delivery-day?hl=tr': { kB: 65, compressed: 16.9 },
} as const

let market: Marketplace
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
}, 300_000)
afterAll(() => market?.stop())

const read = async (path: string) => (await rawRequest(market.origins.app, path)).body

for (const [path, limit] of Object.entries(PAGES))
  test(`a rendered page has no more HTML than its budget: ${path}`, async () => {
    const html = await read(path)
    const { body } = await compressPage(
      new Response(html, { headers: { 'content-type': 'text/html' } }),
      'br',
    )
    const compressed = (await new Response(body).arrayBuffer()).byteLength
    expect(Buffer.byteLength(html) / 1000, 'kB of HTML').toBeLessThanOrEqual(limit.kB)
    expect(compressed / 1000, 'kB compressed').toBeLessThanOrEqual(limit.compressed)
  })

test('a list’s document has its cards once, as HTML; its data for an open page have them as data', async () => {
  const html = await read('/list?hl=en')
  const cards = [...html.matchAll(/<p class="app-card-text"><bdi>([^<&]+)/g)].map(
    ([, text]) => text!,
  )
  expect(cards.length).toBeGreaterThan(15)
  expect(cards.filter((text) => html.split(text).length !== 2)).toEqual([])
  const data = await read('/list.data?hl=en')
  expect(cards.filter((text) => !data.includes(text))).toEqual([])
})
