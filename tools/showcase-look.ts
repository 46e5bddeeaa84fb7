import { readFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import packed from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { axeOn, WCAG } from '#test/support/axe.ts'

const WIDTHS = [390, 768, 1280]
/** The ends of what we hold to; only looked at for what sticks out. */
const ENDS = [320, 2560]
const PICTURE_HEIGHT = 1800
const OPENED = ':popover-open, dialog[open], details[open]'
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Opens the static pages of a folder at three widths without a script, and returns what is wrong
 * with them: wider than the window, or a finding of axe, as they come and with each dialog, sheet
 * and menu open. `pictures` keeps what was seen.
 */
export async function lookAt(
  folder: string,
  pages: readonly string[],
  pictures: boolean,
): Promise<string[]> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    try {
      const body = readFileSync(join(folder, path))
      response
        .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const { port } = server.address() as AddressInfo
  // in a single process the browser ends with its first context and knows no local fonts
  const args = packed.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote')
  const browser = await chromium.launch({ executablePath: await packed.executablePath(), args })
  mkdirSync(join(folder, 'shots'), { recursive: true })
  const findings: string[] = []
  for (const name of pages) {
    for (const width of ENDS) {
      const page = await browser.newPage({ viewport: { width, height: 900 } })
      await page.goto(`http://127.0.0.1:${port}/${name}.html`, { waitUntil: 'networkidle' })
      findings.push(...(await tooWide(page, `${name} at ${width}`)))
      await page.close()
    }
    for (const width of WIDTHS) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${port}/${name}.html`, { waitUntil: 'networkidle' })
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.all([
          document.fonts.ready,
          ...Array.from(document.images, (image) => image.decode().catch(() => undefined)),
        ])
      })
      const shots = pictures ? join(folder, 'shots', `${name}-${width}`) : undefined
      findings.push(...(await inspectPage(page, `${name} at ${width}`)))
      findings.push(...(await inspectOpened(page, `${name} at ${width}`, shots)))
      if (shots) await photograph(page, shots)
      await context.close()
    }
  }
  await browser.close()
  server.close()
  return findings
}

async function inspectPage(page: Page, where: string, part?: string): Promise<string[]> {
  const axe = axeOn(page).withTags([...WCAG, 'best-practice'])
  const { violations } = await (part ? axe.include(part) : axe).analyze()
  const found = violations.map(({ id, help, nodes }) => {
    const places = nodes
      .slice(0, 4)
      .map((node) => `\n  ${node.target.join(' ')} ${node.html.slice(0, 160)}`)
    return `${where}: ${id}: ${help}${places.join('')}`
  })
  return [...(await tooWide(page, where)), ...found]
}

async function tooWide(page: Page, where: string): Promise<string[]> {
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return wide > 0 ? [`${where}: ${wide} px wider than the window`] : []
}

/** Opens with the keyboard each thing that opens, looks at it, and closes it with Escape. */
async function inspectOpened(
  page: Page,
  where: string,
  shots: string | undefined,
): Promise<string[]> {
  const findings: string[] = []
  const openers = page.locator(
    'main :is([popovertarget]:not([popovertargetaction=hide]), [commandfor], summary):visible',
  )
  for (let n = 0; n < (await openers.count()); n++) {
    const opener = openers.nth(n)
    const name = (await opener.innerText()) || (await opener.getAttribute('aria-label')) || `${n}`
    const opened = page.locator(OPENED)
    await opener.press('Enter')
    if ((await opened.count()) === 0) {
      findings.push(`${where}: "${name}" opens nothing`)
      continue
    }
    findings.push(...(await inspectPage(page, `${where}, "${name.trim()}" open`, OPENED)))
    if (shots) await page.screenshot({ path: `${shots}-open-${n}.png` })
    // without a script a <details> closes by its own button only
    if ((await page.locator('details[open]').count()) > 0) await opener.press('Enter')
    else await page.keyboard.press('Escape')
    if ((await opened.count()) > 0) findings.push(`${where}: "${name}" does not close`)
    if (!(await opener.evaluate((element) => element === document.activeElement)))
      findings.push(`${where}: "${name}" does not get the focus back`)
  }
  return findings
}

/**
 * A browser's surface ends at about 8000 px, so a long page is photographed window by window:
 * `…-0.png`, `…-1.png`.
 */
async function photograph(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: page.viewportSize()!.width, height: PICTURE_HEIGHT })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let n = 0; n * PICTURE_HEIGHT < height; n++) {
    await page.evaluate((y) => scrollTo(0, y), n * PICTURE_HEIGHT)
    await page.screenshot({ path: `${path}-${n}.png` })
  }
}
