import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses, newVisitor, openChromium } from '#test/support/browser.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('what travels to the browser', () => {
  for (const market of ['app', 'theme']) {
    test(`holds no server code, no secret's name, no other language than the page's: ${market}`, () => {
      const folder = join(ROOT, `build/storefront-${market}/client/assets`)
      const scripts = readdirSync(folder).filter(name => name.endsWith('.js'))
      expect(scripts.length).toBeGreaterThan(5)
      for (const name of scripts) {
        const text = readFileSync(join(folder, name), 'utf8')
        for (const sign of ['kysely', 'pg-boss', 'createHmac', 'node:crypto', 'SEALING_KEY', 'MERCHANT_SECRET', 'store-credential', 'process.env', 'ZodError']) expect(text.includes(sign), `${sign} in ${name}`).toBe(false)
      }
    })
  }

  let browser: Browser
  beforeAll(async () => { browser = await openChromium() })
  afterAll(() => browser.close())

  test('of a list page weighs at most 130 kB of script and 20 kB of style, compressed', async () => {
    const visitor = await newVisitor(browser)
    const weights = { script: 0, style: 0 }
    const pending: Promise<void>[] = []
    visitor.page.on('response', response => {
      const path = new URL(response.url()).pathname
      const kind = path.endsWith('.js') ? 'script' : path.endsWith('.css') ? 'style' : null
      if (kind) pending.push(response.request().sizes().then(({ responseBodySize }) => { weights[kind] += responseBodySize }))
    })
    await visitor.page.goto(`${addresses().apps}/list`, { waitUntil: 'networkidle' })
    await Promise.all(pending)
    console.log(`list page: ${Math.round(weights.script / 1000)} kB of script, ${Math.round(weights.style / 1000)} kB of style, as sent`)
    expect(weights.script).toBeLessThanOrEqual(130_000)
    expect(weights.style).toBeLessThanOrEqual(20_000)
    await visitor.close()
  })
})

