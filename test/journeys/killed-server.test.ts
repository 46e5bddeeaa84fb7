import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addresses, newVisitor, openChromium, openMarketInPanel } from '#test/support/browser.ts'
import { portHolder } from '#tools/launch/ports.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(() => browser.close())

/** SIGKILL for whatever answers at this address: no handler runs, nothing is tidied up. */
async function killProcessAt(address: string): Promise<void> {
  const holder = await portHolder(Number(new URL(address).port))
  const pid = Number(/process (\d+)/.exec(holder ?? '')?.[1])
  expect(pid, holder).toBeGreaterThan(1)
  process.kill(pid, 'SIGKILL')
}

test('a market killed in the middle of an install recovers: the run continues, the app is on the shop once, and uninstalls cleanly (INS-1, OPS-8)', async () => {
  const visitor = await newVisitor(browser)
  const { page, context } = visitor
  const frame = await openMarketInPanel(page)

  // The shop fails a few times, so that the run is certainly in progress when the market dies.
  const settings = await context.newPage()
  await settings.goto(`${addresses().panel}/store-1/settings`)
  await settings.locator('select[name="effect_put"]').selectOption('error_500')
  await settings.locator('input[name="effect_put-times"]').fill('2')
  await settings.locator('form[action$="/faults"] button').click()

  await frame
    .getByRole('link', { name: /Çerez İzni/ })
    .first()
    .click()
  await frame.getByRole('link', { name: 'Ücretsiz kur' }).first().click()
  await frame.getByRole('heading', { name: /değişecek/ }).waitFor()
  for (const box of await frame.getByRole('checkbox').all()) await box.check()
  await frame.getByRole('button', { name: /değişikliği yap/ }).click()
  await frame.getByRole('heading', { name: /adımın/ }).waitFor()
  await killProcessAt(addresses().apps)

  // The page kept asking and shows the end by itself.
  await frame.getByRole('heading', { name: /Çerez İzni mağazanda/ }).waitFor({ timeout: 90_000 })
  const shop = await context.newPage()
  await shop.goto(addresses().shop)
  const effects = [...(await shop.content()).matchAll(/<!--arasta:(eff_\w+)-->/g)].map(
    ([, id]) => id,
  )
  expect(effects.length).toBeGreaterThan(0)
  expect(new Set(effects).size).toBe(effects.length)

  // And it comes off as if nothing had been.
  await frame.getByRole('link', { name: 'Uygulamalarım', exact: true }).click()
  await frame.getByRole('link', { name: 'Çerez İzni', exact: true }).click()
  await frame.getByRole('link', { name: 'Kaldır', exact: true }).click()
  await frame.getByRole('button', { name: /^Kaldır ve/ }).click()
  await frame.getByRole('heading', { name: 'Mağazan eskisi gibi' }).waitFor()
  await shop.reload()
  expect(await shop.content()).not.toContain('<!--arasta:')
  await visitor.close()
})
