import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { answersSchema, defaultAnswers } from '#contexts/catalog/packages/inputs.ts'
import { assetsOf, type AppManifest } from '#contexts/catalog/packages/manifest.ts'
import { fillSettings, listPlaceholders } from '#contexts/catalog/packages/placeholders.ts'
import { readPackage } from '#contexts/catalog/packages/read-package.ts'
import { compareVersions } from '#contexts/catalog/packages/versions.ts'
import { LOCALES } from '#lib/locale.ts'
import { RESERVED_SLUGS } from '#lib/market.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoItem, DemoRelease } from './demo-item.ts'
import { DEMO_PARTNER } from './partner.ts'
import { readRegistryFile } from './registry-package.ts'
import { RELEASE_HASHES } from './release-hashes.ts'

const items = await buildDemoCatalogue()
const releases = items.flatMap(item =>
  item.releases.map(release => ({ name: `${item.prefix} ${release.version}`, item, release })),
)
const appReleases = releases.flatMap(one => (one.release.manifest.kind === 'app' ? [{ ...one, app: one.release.manifest }] : []))
const partsOf = (app: AppManifest) => [...app.tracking_codes, ...app.design_blocks]

async function textFiles(release: DemoRelease): Promise<{ path: string; text: string }[]> {
  const opened = await readPackage({ bytes: release.zip })
  return Promise.all(
    opened.files
      .filter(file => /\.(?:js|css|json|svg|html)$/.test(file.path))
      .map(async ({ path }) => {
        const chunks: Buffer[] = []
        for await (const chunk of await opened.openFile(path)) chunks.push(chunk as Buffer)
        return { path, text: Buffer.concat(chunks).toString() }
      }),
  )
}

/** Every object of the form { tr, en, ar } inside a value, with its path. */
function textsIn(value: unknown, path = ''): { path: string; texts: Record<string, unknown> }[] {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return []
  const record = value as Record<string, unknown>
  if ('en' in record || 'tr' in record || 'ar' in record) return [{ path, texts: record }]
  return Object.entries(record).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
}

describe('the demo catalogue', () => {
  it('holds three themes and three apps, free, one-time and in-app', () => {
    const priceOf = (item: DemoItem) =>
      `${item.prefix} ${item.price.amountMinor / 100} ${item.price.currency}${item.inAppPurchase ? ' in-app' : ''}`
    expect(items.map(priceOf).sort()).toEqual([
      'celebration 0 TRY in-app',
      'cookie-consent 0 TRY',
      'delivery-day 249.9 TRY',
      'flatly 0 TRY',
      'lux 39 USD',
      'minty 248.9 TRY',
    ])
    expect(items.filter(item => item.market === 'theme')).toHaveLength(3)
  })

  it('is built the same every time', async () => {
    const again = await buildDemoCatalogue()
    expect(again.flatMap(item => item.releases.map(release => release.sha256))).toEqual(releases.map(one => one.release.sha256))
  })

  it('never changes a release that is out: other files need another version', () => {
    const built = Object.fromEntries(releases.map(({ name, release }) => [name, release.sha256]))
    expect(
      built,
      'bump the version, or before the first publication run: node tools/demo-catalogue/write-release-hashes.ts',
    ).toEqual(RELEASE_HASHES)
  })

  it('has slugs that no route of the market uses', () => {
    for (const item of items) expect(RESERVED_SLUGS).not.toContain(item.slug)
    expect(new Set(items.map(item => item.slug)).size).toBe(items.length)
  })

  it('puts every item into categories of its own market', () => {
    for (const item of items) {
      const markets = item.categories.map(id => CATEGORIES.find(category => category.id === id)?.market)
      expect(markets.length).toBeGreaterThan(0)
      expect(new Set(markets)).toEqual(new Set([item.market]))
    }
  })
})

describe.each(items.map(item => ({ name: item.prefix, item })))('$name', ({ item }) => {
  it('has every text in Turkish, English and Arabic', () => {
    const found = [
      ...textsIn({ ...item, releases: [] }),
      ...textsIn(item.releases.map(release => [release.manifest, release.notes])),
    ]
    expect(found.length).toBeGreaterThan(15)
    for (const { path, texts } of found) {
      for (const locale of LOCALES) {
        const values = [texts[locale]].flat()
        expect(
          values.every(value => typeof value === 'string' && value.trim() !== ''),
          `${path}.${locale}`,
        ).toBe(true)
        expect(values.length, path).toBe([texts.en].flat().length)
      }
      const isName = path.endsWith('name')
      if (!isName) expect([texts.ar].flat().join(' '), path).toMatch(/\p{Script=Arabic}/u)
      if (!isName && [texts.en].flat().join('').length > 12) expect(texts.tr, path).not.toEqual(texts.en)
    }
  })

  it('promises in one sentence of at most 100 characters, and names three features', () => {
    for (const locale of LOCALES) {
      expect(item.tagline[locale].length, item.tagline[locale]).toBeLessThanOrEqual(100)
      expect(item.tagline[locale]).toMatch(/[^.!?]+\.$/)
      expect(item.features[locale]).toHaveLength(3)
    }
  })

  it('credits the projects inside it as their packages state it', async () => {
    for (const credit of item.credits) {
      const about = JSON.parse((await readRegistryFile(credit.package, 'package.json')).toString()) as {
        version: string
        license: string
      }
      expect(credit).toMatchObject({ version: about.version, licence: about.license })
      expect(['MIT', 'ISC', 'Apache-2.0', 'OFL-1.1']).toContain(credit.licence)
      expect(credit.source).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/)
      const licence = await Promise.any(['LICENSE', 'LICENSE.md'].map(file => readRegistryFile(credit.package, file)))
      expect(licence.toString().toLowerCase()).toContain(credit.author.toLowerCase())
    }
  })

  it('lists its releases from old to new, each named as its manifest says', () => {
    for (const [index, release] of item.releases.entries()) {
      expect(release.manifest).toMatchObject({
        kind: item.market,
        prefix: item.prefix,
        version: release.version,
        name: item.name,
      })
      const before = item.releases[index - 1]
      if (before) expect(compareVersions(release.version, before.version)).toBeGreaterThan(0)
      if (before) expect(release.releasedOn >= before.releasedOn).toBe(true)
    }
  })
})

describe.each(releases)('the package $name', ({ item, release }) => {
  it('is accepted by the reader and holds what its manifest names', async () => {
    const opened = await readPackage({ bytes: release.zip })
    expect(opened.sha256).toBe(release.sha256)
    expect(opened.manifest).toEqual(release.manifest)
    expect(opened.files).toHaveLength(release.files)
    const names = opened.files.map(file => file.path)
    for (const asset of assetsOf(release.manifest)) expect(names).toContain(asset)
    expect(names.filter(name => name.startsWith('licences/')).length).toBe(item.credits.length)
  })

  it('fetches nothing from an outside address', async () => {
    for (const { path, text } of await textFiles(release)) {
      const addresses = [
        ...text.matchAll(
          /(?:url\(|@import|\bsrc\s*=|\bhref\s*=|fetch\(|import\(|sourceMappingURL=)\s*["']?\s*(?:https?:)?\/\/[^\s"')]*/gi,
        ),
      ]
      expect(
        addresses.map(match => match[0]),
        path,
      ).toEqual([])
      expect(text, path).not.toMatch(
        /fonts\.g(?:oogleapis|static)\.com|\bimportScripts\b|XMLHttpRequest|sendBeacon|new WebSocket/,
      )
    }
  })

  it('needs no code from text, which a page policy forbids', async () => {
    for (const { path, text } of await textFiles(release)) {
      expect(text, path).not.toMatch(/\beval\(|new Function\(|\bFunction\(["']|document\.write/)
    }
  })
})

describe.each(appReleases)('the markup of $name', ({ app }) => {
  it('uses only known places, and loads code as files with the page’s nonce', () => {
    for (const part of partsOf(app)) {
      expect(listPlaceholders(part.html).unknown).toEqual([])
      for (const [tag] of part.html.matchAll(/<script\b[^>]*>/g)) {
        expect(tag).toMatch(/ src="\{\{asset:[^"]+\}\}"/)
        expect(tag).toContain(' nonce="{{csp:nonce}}"')
        expect(tag).toContain(' defer')
      }
      expect(part.html).not.toMatch(/<style\b|\son\w+\s*=|\sstyle\s*=|javascript:|<iframe|<form\b/i)
      expect(part.html.replace(/<script\b[^>]*><\/script>/g, '')).not.toContain('<script')
    }
  })

  it('is whole with the answers that an owner gives by changing nothing', () => {
    const answers = answersSchema(app.inputs).parse({})
    expect(answers).toEqual(defaultAnswers(app.inputs))
    for (const part of partsOf(app)) expect(fillSettings(part.html, answers)).not.toContain('{{setting:')
  })
})

describe.each(releases.filter(one => one.release.manifest.kind === 'theme'))('the theme $name', ({ release }) => {
  it('brings every font that it names, with Turkish letters, and Arabic in its right-to-left build', async () => {
    const opened = await readPackage({ bytes: release.zip })
    const names = opened.files.map(file => file.path)
    const sheets = (await textFiles(release)).filter(file => file.path.endsWith('.css'))
    expect(sheets.map(sheet => sheet.path)).toEqual(['theme.css', 'theme.rtl.css'])
    for (const { text } of sheets) {
      for (const [, address = ''] of text.matchAll(/url\((?!["']?data:)["']?([^"')]+)/g)) expect(names).toContain(address)
      // ğ, İ, ş and the lira sign lie in latin-ext
      expect(text).toMatch(/@font-face\{[^}]*latin-ext[^}]*U\+0100-/)
      expect(text).toMatch(/\[data-bs-theme=dark\]\{/)
    }
    expect(sheets[1]?.text).toContain('--bs-font-sans-serif:"Vazirmatn Variable",')
    expect(sheets[1]?.text).toContain('vazirmatn-arabic')
    expect(sheets[0]?.text).not.toContain('azirmatn')
  })

  it('shows its own colours', async () => {
    const { manifest } = release
    const css = (await textFiles(release)).find(file => file.path === 'theme.css')?.text ?? ''
    if (manifest.kind !== 'theme') throw new Error('not a theme')
    expect(css).toContain(`--bs-primary:${manifest.swatches[0]}`)
    expect(new Set(manifest.swatches).size).toBe(4)
  })
})

describe('the partner', () => {
  it('says plainly that nothing is endorsed', () => {
    for (const locale of LOCALES) expect(DEMO_PARTNER.statement[locale].length).toBeGreaterThan(80)
    expect(DEMO_PARTNER.statement.en).toMatch(/wrapping an open-source project.*demonstration.*not endorsed/)
  })
})

describe('drawings', () => {
  it.each(items.filter(item => item.market === 'app').map(item => ({ name: item.prefix, item })))(
    'of $name are plain shapes',
    async ({ item }) => {
      const file = await readFile(new URL(`items/${item.prefix}/icon.svg`, import.meta.url), 'utf8')
      expect(item.icon).toBe(file)
      expect(file).toMatch(/^<svg /)
      expect(file).not.toMatch(/<script|<foreignObject|\son\w+=|href=/i)
      expect(file).toContain(item.ground)
    },
  )
})
