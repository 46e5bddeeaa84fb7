import { openChromium } from '#test/support/browser.ts'
import { openContext, openSessions } from './screens/people.ts'
const addresses = { apps: 'http://apps.localhost:4700', themes: 'http://themes.localhost:4701', panel: 'http://panel.localhost:4702' } as never
const A = 'http://apps.localhost:4700', T = 'http://themes.localhost:4701'
const browser = await openChromium()
const sessions = await openSessions(browser, addresses)
const shots: [string, string, 'visitor' | 'owner'][] = JSON.parse(process.argv[2]!)
const ways = JSON.parse(process.argv[3]!) as [string, number, string][]
for (const [locale, width, scheme] of ways) {
  for (const [name, path, person] of shots) {
    const context = await openContext(browser, sessions, person, { viewport: { width, height: 900 }, colorScheme: scheme as 'light', locale })
    const page = await context.newPage()
    page.on('console', m => { if (m.type() === 'error' || m.type() === 'warning') console.log(name, m.text().slice(0, 200)) })
    const url = (path.startsWith('T') ? T + path.slice(1) : A + path)
    await page.goto(url + (url.includes('?') ? '&' : '?') + `hl=${locale}`, { waitUntil: 'networkidle' }).catch(e => console.log(name, String(e).slice(0, 100)))
    await page.screenshot({ path: `/tmp/wshots/${name}-${locale}-${width}-${scheme}.png`, fullPage: true })
    await context.close()
  }
}
await browser.close()
