import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttp } from '#lib/http.ts'
import {
  addresses,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'
import { share } from '#test/support/sample-share.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

async function ask(url: string, headers: Record<string, string> = {}) {
  const answer = await createHttp({ allowOrigins: [new URL(url).origin] }).request(url, { headers })
  return { status: answer.status, headers: answer.headers, text: answer.body.toString() }
}

const figuresOf = async (site: string) =>
  (
    JSON.parse((await ask(`${site}/health/ready`)).text) as {
      pages: { hits: number; open: boolean }
    }
  ).pages

const PAGES = [
  ['apps', '/'],
  ['apps', '/list'],
  ['apps', '/list?sort=newest'],
  ['apps', '/search?q=teslimat'],
  ['apps', '/delivery-day'],
  ['themes', '/'],
  ['themes', '/minty'],
] as const

describe('a shared cached page (D22)', () => {
  test('contains nothing of a request, and its policy allows only its own inline scripts by their hashes', async () => {
    for (const [site, path] of PAGES) {
      const url = addresses()[site] + path
      const answers = [await ask(url), await ask(url)]
      const [first, second] = answers as [(typeof answers)[0], (typeof answers)[0]]
      expect(second!.text, path).toBe(first!.text)
      const { headers, text } = second!
      expect(headers, path).toMatchObject({
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'accept-encoding, accept-language, cookie, apps-token',
      })
      expect(headers).not.toHaveProperty('set-cookie')
      const scripts = [
        ...text.matchAll(/<script(?![^>]*(?: src=|application\/))[^>]*>([\s\S]*?)<\/script>/g),
      ].map(([, content]) => createHash('sha256').update(content!).digest('base64'))
      expect(scripts.length, path).toBeGreaterThan(2)
      const policy = headers['content-security-policy']!
      expect(
        new Set([...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) => hash)),
        path,
      ).toEqual(new Set(scripts))
      expect(policy).not.toMatch(/nonce|script-src[^;]*unsafe/)
      expect(text).not.toContain('nonce')
      expect(JSON.parse(/id="shell">(.*?)<\/script>/.exec(text)![1]!)).toMatchObject({
        incident: '',
        store: null,
      })
    }
  })

  for (const [n, [locale, extra]] of (
    [
      ['tr', ''],
      ['en', '&utm_source=mail&gclid=1'],
      ['ar', ''],
    ] as const
  ).entries()) {
    test(`hydrates in the browser without an error: ${locale}`, async () => {
      const visitor = await newVisitor(browser, { locale })
      const { page } = visitor
      for (const [site, path] of share(PAGES, 3, n)) {
        const url = `${addresses()[site]}${path}${path.includes('?') ? '&' : '?'}hl=${locale}${extra}`
        await page.goto(url)
        const before = await figuresOf(addresses()[site])
        const answer = await page.reload()
        expect(answer?.headers()['content-security-policy'], path).toContain('sha256-')
        expect((await figuresOf(addresses()[site])).hits, path).toBeGreaterThan(before.hits)
        // A page that is hydrated goes on without loading a document: what was put on its window is
        // still there.
        await page.evaluate(() => Object.assign(window, { awake: true }))
        await page.waitForFunction(() =>
          Object.keys(document.querySelector('main a') ?? {}).some((key) =>
            key.startsWith('__react'),
          ),
        )
        await page.locator('main a[href^="/"]:visible').first().click()
        await page.waitForURL((now) => now.href !== url)
        expect(await page.evaluate(() => 'awake' in window), path).toBe(true)
      }
      expectNoConsoleMessages(visitor)
      await visitor.close()
    })
  }

  test('is not served to signed-in owners: their page has its own nonce and is not cached', async () => {
    const { headers } = await ask(`${addresses().apps}/list`, { cookie: 'apps-token=of-nobody' })
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['content-security-policy']).toMatch(/'nonce-[^']+'/)
    expect(headers).not.toHaveProperty('etag')
  })
})

test('an item changed in the database appears in the next response, on its page and in the list', async () => {
  const client = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await client.connect()
  const rename = (from: string, to: string) =>
    client.query('update item_texts set name = $2 where name = $1', [from, to])
  const urls = [
    `${addresses().apps}/delivery-day?hl=en`,
    `${addresses().apps}/list?hl=en`,
    `${addresses().apps}/?hl=en`,
  ]
  const shown = async () =>
    Promise.all(urls.map(async (url) => (await ask(url)).text.includes('Arrival Day')))
  try {
    expect((await figuresOf(addresses().apps)).open).toBe(true)
    expect(await shown()).toEqual([false, false, false])
    await rename('Delivery Day', 'Arrival Day')
    await expect.poll(shown).toEqual([true, true, true])
  } finally {
    await rename('Arrival Day', 'Delivery Day')
    await client.end()
  }
})

test('a changed counter alone (installs, rating) also drops the cached page of the item', async () => {
  const client = new pg.Client({ connectionString: process.env.JOURNEY_DATABASE_URL })
  await client.connect()
  const count = (change: number) =>
    client.query(
      `update items set install_count = install_count + $1 where slug = 'delivery-day'`,
      [change],
    )
  const shown = async () =>
    /43[.,]?2\d\d installs/.test((await ask(`${addresses().apps}/delivery-day?hl=en`)).text)
  try {
    expect(await shown()).toBe(false)
    await count(43_210)
    await expect.poll(shown).toBe(true)
  } finally {
    await count(-43_210)
    await client.end()
  }
})
