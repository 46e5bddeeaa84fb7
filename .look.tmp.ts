import { startMarketplace } from '#test/support/marketplace.ts'
import { signIn } from '#test/support/owner.ts'
import { openChromium } from '#test/support/browser.ts'
import { ADDRESS } from '#test/support/checkout.ts'
const market = await startMarketplace({ buildFolder: 'build' })
const browser = await openChromium()
const shots = '/tmp/orders-shots'
try {
  const script = (await import(process.argv[2] as string)) as { default: (tools: object) => Promise<void> }
  const open = async ({ store = 'store-1' as 'store-1' | 'store-2', site = 'app' as 'app' | 'theme', width = 1280, locale = 'tr', scheme = 'light' as 'light' | 'dark', js = true } = {}) => {
    const owner = await signIn(market, store, site)
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, locale, javaScriptEnabled: js })
    context.setDefaultTimeout(15000)
    const url = market.origins[site]
    await context.addCookies([{ name: 'apps-token', value: owner.token, url }, { name: 'store-token', value: owner.storeToken, url }, { name: 'hl', value: locale, url }])
    const page = await context.newPage()
    page.on('console', m => { if (m.type() === 'error') console.log('console', m.text()) }); page.on('pageerror', e => console.log('pageerror', e.message))
    return { owner, page, url, context }
  }
  await script.default({ market, open, ADDRESS, shots })
} catch (error) { console.log(error) } finally {
  await browser.close(); await market.stop()
  process.exit(0)
}
