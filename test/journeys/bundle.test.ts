import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFacts, watchShifts } from '#proofs/screens/page-facts.ts'
import {
  addresses,
  preventHydration,
  newVisitor,
  expectNoConsoleMessages,
  openChromium,
} from '#test/support/browser.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('code sent to the browser', () => {
  for (const market of ['app', 'theme']) {
    test(`contains no server code, no secret's name, no language but the page's: ${market}`, () => {
      const folder = join(ROOT, `build/storefront-${market}/client/assets`)
      const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
      expect(scripts.length).toBeGreaterThan(5)
      for (const name of scripts) {
        const text = readFileSync(join(folder, name), 'utf8')
        for (const sign of [
          'kysely',
          'pg-boss',
          'createHmac',
          'node:crypto',
          'SEALING_KEY',
          'MERCHANT_SECRET',
          'store-credential',
          'process.env',
          'ZodError',
          'domain_specific_validation',
          'checkVAT',
          'defaultCountry',
        ])
          expect(text.includes(sign), `${sign} in ${name}`).toBe(false)
      }
    })
  }

  test('contains no validator of the server in the console either', () => {
    const folder = join(ROOT, 'build/console/client/assets')
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(5)
    expect(
      scripts.filter((name) =>
        /domain_specific_validation|checkVAT|defaultCountry/.test(
          readFileSync(join(folder, name), 'utf8'),
        ),
      ),
    ).toEqual([])
  })

  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  })
  afterAll(() => browser.close())

  test('of a list page weighs at most 134.3 kB of script and 21.2 kB of style, compressed', async () => {
    const visitor = await newVisitor(browser)
    const weights = { script: 0, style: 0 }
    const pending: Promise<void>[] = []
    visitor.page.on('response', (response) => {
      const path = new URL(response.url()).pathname
      const kind = path.endsWith('.js') ? 'script' : path.endsWith('.css') ? 'style' : null
      if (kind)
        pending.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => {
              weights[kind] += responseBodySize
            }),
        )
    })
    await visitor.page.goto(`${addresses().apps}/list`, { waitUntil: 'networkidle' })
    await Promise.all(pending)
    console.log(
      `list page: ${Math.round(weights.script / 1000)} kB of script, ${Math.round(weights.style / 1000)} kB of style, as sent`,
    )
    expect(weights.script).toBeLessThanOrEqual(134_300)
    expect(weights.style).toBeLessThanOrEqual(21_200)
    await visitor.close()
  })

  for (const path of ['/', '/list', '/delivery-day']) {
    test(`loads in order: ${path} is painted before any script is requested, and hydrates afterwards`, async () => {
      const visitor = await newVisitor(browser, { idle: true, width: 412 })
      const { page } = visitor
      await page.goto(`${addresses().apps}${path}`)
      await page.waitForFunction(() => '__reactRouterDataRouter' in window)
      const { painted, first } = await page.evaluate(() => ({
        painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
        first: Math.min(
          ...performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('.js'))
            .map(({ startTime }) => startTime),
        ),
      }))
      expect(first).toBeGreaterThan(painted)
      expectNoConsoleMessages(visitor)
      await visitor.close()
    })
  }

  test('is hydrated at once when a server-rendered page is touched', async () => {
    const visitor = await newVisitor(browser, { idle: true })
    const { page } = visitor
    let show = () => {}
    const shown = new Promise<void>((resolve) => {
      show = resolve
    })
    await page.route('**/*.svg', async (route) => {
      await shown
      await route.continue()
    })
    await page.goto(`${addresses().apps}/`, { waitUntil: 'domcontentloaded' })
    await page.mouse.click(5, 5)
    await page.waitForFunction(
      () => '__reactRouterDataRouter' in window && document.readyState !== 'complete',
    )
    show()
    await visitor.close()
  })

  test('lays out content below the fold only when it comes near, and nothing moves', async () => {
    const visitor = await newVisitor(browser, { width: 390, idle: true })
    const wake = await preventHydration(visitor.context)
    await watchShifts(visitor.page)
    await visitor.page.goto(`${addresses().themes}/`)
    const hidden = () =>
      visitor.page.evaluate(
        () =>
          [...document.querySelectorAll('.later')].filter(
            (part) => !part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }),
          ).length,
      )
    expect(await hidden()).toBeGreaterThan(1)
    wake()
    await visitor.page.locator('html[data-sections-shown]').waitFor()
    expect(await hidden()).toBe(0)
    expect((await readFacts(visitor.page)).shift).toBe(0)
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('is requested on a phone only after the first screenful is painted', async () => {
    const visitor = await newVisitor(browser, { idle: true, width: 390 })
    const { page, context } = visitor
    let letCovers = () => {}
    const covers = new Promise<void>((resolve) => {
      letCovers = resolve
    })
    // The first pictures take their time, so the page is not loaded yet.
    await context.route('**/*-desktop-*', async (route) => {
      await covers
      await route.continue()
    })
    await page.goto(`${addresses().themes}/`, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    const held = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.waits > *, .later > *')].filter(
            (one) => !one.checkVisibility({ contentVisibilityAuto: true }),
          ).length,
      )
    const asked = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes('/pictures/'))
            .length,
      )
    expect([(await held()) > 10, await asked()]).toEqual([true, 0])
    await page.mouse.wheel(0, 900)
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.waits > *')].every(
        (one) => getComputedStyle(one).display !== 'none',
      ),
    )
    letCovers()
    await page.waitForFunction(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('/pictures/'))
          .length > 4,
    )
    expectNoConsoleMessages(visitor)
    await visitor.close()
  })

  test('may arrive in chunks without a layout shift: the header is painted as a whole, in every language', async () => {
    // A slow line between the browser and the market, which cuts the page within its header. No
    // script: what moves is the page itself.
    const { host, port } = new URL(addresses().apps)
    const line = createServer(
      (asked, response) =>
        void request(
          { host: '127.0.0.1', port, path: asked.url, headers: { host } },
          async (answer) => {
            const type = answer.headers['content-type'] ?? ''
            response.setHeader('content-type', type)
            if (!type.includes('html')) return answer.pipe(response)
            const html = (await text(answer)).replaceAll(/<script[^]*?<\/script>/g, '')
            const cut = html.indexOf('</details>', html.indexOf('<header')) + '</details>'.length
            response.write(html.slice(0, cut))
            await sleep(500)
            return response.end(html.slice(cut))
          },
        ).end(),
    )
    await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
    const visitor = await newVisitor(browser)
    const { page } = visitor
    await watchShifts(page)
    for (const locale of ['tr', 'en', 'ar']) {
      await page.goto(
        `http://127.0.0.1:${(line.address() as AddressInfo).port}/list?hl=${locale}`,
        { waitUntil: 'load' },
      )
      const { shift, moved, lang } = await readFacts(page)
      expect({ lang, shift, moved }).toEqual({ lang: locale, shift: 0, moved: [] })
    }
    await visitor.close()
    line.close()
  })
})
