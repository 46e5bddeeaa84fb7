/**
 * `node tools/showcase.ts` writes the design system's showcase as static pages to build/showcase/, with no script in
 * them: what it shows works before one has come. `--shots` also takes pictures at three widths and runs axe over every
 * page; `--only=tr-dark` limits it to one page, `--axe` leaves the pictures out.
 */
import { createServer } from 'node:http'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'

const OUT = new URL('../build/showcase/', import.meta.url).pathname
const LANGUAGES = ['tr', 'en', 'ar']
const MODES = ['light', 'dark']
const WIDTHS = [390, 768, 1280]
const PICTURE_HEIGHT = 1800

async function buildPages(): Promise<void> {
  const { build } = await import('vite')
  const { default: tailwindcss } = await import('@tailwindcss/vite')
  const shared = { configFile: false, logLevel: 'warn', root: new URL('..', import.meta.url).pathname, base: '/', publicDir: false } as const
  const assets = 'assets/[name]-[hash][extname]'
  await build({
    ...shared, plugins: [tailwindcss()],
    build: { outDir: OUT, emptyOutDir: true, rolldownOptions: { input: 'ui/ui.css', output: { assetFileNames: assets } } },
  })
  await build({
    ...shared,
    build: {
      outDir: OUT, emptyOutDir: false, ssr: true, ssrEmitAssets: true,
      rolldownOptions: { input: 'ui/showcase.tsx', output: { assetFileNames: assets, entryFileNames: 'render.mjs' } },
    },
  })
  const { Showcase } = await import(pathToFileURL(join(OUT, 'render.mjs')).href) as typeof import('../ui/showcase.tsx')
  const { createElement } = await import('react')
  const { renderToString } = await import('react-dom/server')
  const css = readdirSync(join(OUT, 'assets')).find(name => name.endsWith('.css'))
  for (const language of LANGUAGES) {
    const body = renderToString(createElement(Showcase, { language }))
    for (const mode of MODES) {
      writeFileSync(join(OUT, `${language}-${mode}.html`), `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" data-theme="${mode}">`
        + `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Arasta</title><link rel="stylesheet" href="/assets/${css}"></head><body>${body}</body></html>`)
    }
  }
}

const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

/** Looks at every page: pictures into build/showcase/shots/, findings of axe to the terminal. Returns their number. */
async function look(only: string | undefined, pictures: boolean): Promise<number> {
  const [{ chromium }, { default: packed }, { AxeBuilder }] = await Promise.all([
    import('playwright-core'), import('@sparticuz/chromium'), import('@axe-core/playwright'),
  ])
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    try {
      const body = readFileSync(join(OUT, path))
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body)
    } catch { response.writeHead(404).end() }
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // in a single process the browser ends with its first context and knows no local fonts
  const args = packed.args.filter(arg => arg !== '--single-process' && arg !== '--no-zygote')
  const browser = await chromium.launch({ executablePath: await packed.executablePath(), args })
  mkdirSync(join(OUT, 'shots'), { recursive: true })
  let findings = 0
  for (const name of LANGUAGES.flatMap(language => MODES.map(mode => `${language}-${mode}`)).filter(page => !only || only.split(',').includes(page))) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await page.goto(`${origin}/${name}.html`, { waitUntil: 'networkidle' })
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.all([document.fonts.ready, ...Array.from(document.images, image => image.decode().catch(() => undefined))])
      })
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      if (wide > 0) { findings++; console.log(`${name} at ${width}: the page is ${wide} px too wide`) }
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
      findings += violations.length
      for (const found of violations) console.log(`${name} at ${width}: ${found.id}: ${found.help}\n  ${found.nodes.slice(0, 4).map(node => node.target.join(' ') + ' ' + node.html.slice(0, 160)).join('\n  ')}`)
      if (pictures) await photograph(page, join(OUT, 'shots', `${name}-${width}`))
      await context.close()
    }
  }
  await browser.close()
  server.close()
  return findings
}

/** A browser's surface ends at about 8000 px, so a long page is photographed window by window: `…-0.png`, `…-1.png`. */
async function photograph(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: page.viewportSize()!.width, height: PICTURE_HEIGHT })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let n = 0; n * PICTURE_HEIGHT < height; n++) {
    await page.evaluate(y => scrollTo(0, y), n * PICTURE_HEIGHT)
    await page.screenshot({ path: `${path}-${n}.png` })
  }
}

const flags = process.argv.slice(2)
if (!flags.includes('--kept')) await buildPages()
if (flags.includes('--shots') || flags.includes('--axe')) {
  const findings = await look(flags.find(flag => flag.startsWith('--only='))?.slice(7), flags.includes('--shots'))
  console.log(findings === 0 ? 'No findings.' : `${findings} findings.`)
  process.exitCode = findings === 0 ? 0 : 1
}
