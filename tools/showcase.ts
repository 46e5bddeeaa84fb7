/**
 * `node tools/showcase.ts` writes the design system's showcase as static pages to build/showcase/,
 * with no script in them: what it shows works before one has come. `--shots` also takes pictures at
 * three widths and runs axe over every page and everything that opens on it; `--axe` leaves the
 * pictures out, `--only=tr-dark,en-light` limits the pages, `--kept` looks at what was built
 * before.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const OUT = new URL('../build/showcase/', import.meta.url).pathname
const LANGUAGES = ['tr', 'en', 'ar']
const MODES = ['light', 'dark']

async function buildPages(): Promise<void> {
  const { build } = await import('vite')
  const { default: tailwindcss } = await import('@tailwindcss/vite')
  const shared = {
    configFile: false,
    logLevel: 'warn',
    root: new URL('..', import.meta.url).pathname,
    base: '/',
    publicDir: false,
  } as const
  const assets = 'assets/[name]-[hash][extname]'
  await build({
    ...shared,
    plugins: [tailwindcss()],
    build: {
      outDir: OUT,
      emptyOutDir: true,
      rolldownOptions: { input: 'ui/ui.css', output: { assetFileNames: assets } },
    },
  })
  await build({
    ...shared,
    build: {
      outDir: OUT,
      emptyOutDir: false,
      ssr: true,
      ssrEmitAssets: true,
      rolldownOptions: {
        input: 'ui/showcase.tsx',
        output: { assetFileNames: assets, entryFileNames: 'render.mjs' },
      },
    },
  })
  const { Showcase } = (await import(
    pathToFileURL(join(OUT, 'render.mjs')).href
  )) as typeof import('../ui/showcase.tsx')
  const { createElement } = await import('react')
  const { renderToString } = await import('react-dom/server')
  const css = readdirSync(join(OUT, 'assets')).find((name) => name.endsWith('.css'))
  for (const language of LANGUAGES) {
    const body = renderToString(createElement(Showcase, { language }))
    for (const mode of MODES) {
      const direction = language === 'ar' ? 'rtl' : 'ltr'
      const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Arasta</title>`
      const page =
        `<!doctype html><html lang="${language}" dir="${direction}" data-theme="${mode}">` +
        `<head>${head}<link rel="stylesheet" href="/assets/${css}"></head><body>${body}</body></html>`
      writeFileSync(join(OUT, `${language}-${mode}.html`), page)
    }
  }
}

const flags = process.argv.slice(2)
const only = flags
  .find((flag) => flag.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
if (!flags.includes('--kept')) await buildPages()
if (flags.includes('--shots') || flags.includes('--axe')) {
  const pages = LANGUAGES.flatMap((language) => MODES.map((mode) => `${language}-${mode}`)).filter(
    (page) => !only || only.includes(page),
  )
  // its packages are only there for tests
  const { lookAt } = await import('./showcase-look.ts')
  const findings = await lookAt(OUT, pages, flags.includes('--shots'))
  for (const finding of findings) console.log(finding)
  console.log(findings.length === 0 ? 'No findings.' : `${findings.length} findings.`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
