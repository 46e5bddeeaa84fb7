import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readPackage } from '../../modules/catalog/packages/read-package.ts'
import { compareVersions } from '../../modules/catalog/packages/manifest.ts'
import { wrongTier } from '../../modules/catalog/plan-terms.ts'
import { lowestOf } from '../../modules/publishing/partners/draft.ts'
import { RESERVED_SLUGS } from '../../lib/market.ts'
import { buildDemoCatalogue } from './build-packages.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoItem } from './demo-item.ts'
import { DEMO_LOCALES } from './demo-locales.ts'
import { DEMO_PARTNER } from './partner.ts'
import { PLANS } from './plans.ts'
import { readRegistryFile } from './registry-package.ts'
import { RELEASE_HASHES } from './release-hashes.ts'

const items = await buildDemoCatalogue()
const releases = items.flatMap((item) =>
  item.releases.map((release) => ({ name: `${item.prefix} ${release.version}`, item, release })),
)

/**
 * The licences that travel in the newest package: where a registry package forgets to name the
 * author, ours does.
 */
async function packedLicences(item: DemoItem): Promise<string> {
  const opened = await readPackage({ bytes: item.releases.at(-1)?.zip ?? Buffer.alloc(0) })
  const chunks: Buffer[] = []
  for (const { path } of opened.files) {
    if (path.startsWith('licences/'))
      for await (const chunk of await opened.openFile(path)) chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

/** Every object of the form { tr, en, ar } inside a value, with its path. */
function textsIn(value: unknown, path = ''): { path: string; texts: Record<string, unknown> }[] {
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return []
  const record = value as Record<string, unknown>
  if ('en' in record || 'tr' in record || 'ar' in record) return [{ path, texts: record }]
  return Object.entries(record).flatMap(([key, inner]) => textsIn(inner, `${path}.${key}`))
}

describe('the demo catalogue', () => {
  it('holds all 26 Bootswatch themes and at least 14 apps (D15)', async () => {
    const themes = (
      await readdir(new URL('../../node_modules/bootswatch/dist', import.meta.url))
    ).sort()
    expect(
      items
        .filter((item) => item.market === 'theme')
        .map((item) => item.prefix)
        .sort(),
    ).toEqual(themes)
    expect(themes).toHaveLength(26)
    expect(items.filter((item) => item.market === 'app').length).toBeGreaterThanOrEqual(14)
  })

  it('has items that are free, bought once, and with purchases inside, in four currencies', () => {
    const paid = items.filter((item) => item.price.amountMinor > 0)
    expect(new Set(paid.map((item) => item.price.currency))).toEqual(
      new Set(['TRY', 'USD', 'EUR', 'SAR']),
    )
    for (const market of ['app', 'theme']) {
      expect(items.some((item) => item.market === market && item.price.amountMinor === 0)).toBe(
        true,
      )
      expect(paid.some((item) => item.market === market)).toBe(true)
    }
    expect(items.filter((item) => item.inAppPurchase === 1).length).toBeGreaterThanOrEqual(2)
  })

  it('has apps that are subscribed to, whose price is that of their lowest plan', () => {
    const subscribed = items.filter((item) => PLANS[item.prefix])
    expect(subscribed.length).toBeGreaterThanOrEqual(4)
    for (const { prefix, price } of subscribed)
      expect(lowestOf(PLANS[prefix] ?? []), prefix).toMatchObject(price)
    const plans = Object.values(PLANS).flatMap((list) => list ?? [])
    expect(new Set(plans.map((plan) => plan.period))).toEqual(new Set(['month', 'year', null]))
    for (const { kind, meters } of plans) if (kind === 'usage') expect(meters).not.toEqual([])
    for (const { tiers } of plans.flatMap((plan) => plan.meters))
      expect(wrongTier(tiers)).toBeNull()
  })

  it('has a history: two or more releases for a third of the items', () => {
    expect(items.filter((item) => item.releases.length >= 2).length * 3).toBeGreaterThanOrEqual(
      items.length,
    )
  })

  it('leaves no category empty', () => {
    for (const { id, market } of CATEGORIES) {
      expect(
        items.some(
          (item) => item.market === market && (item.categories as readonly string[]).includes(id),
        ),
        id,
      ).toBe(true)
    }
  })

  it('is built the same every time', async () => {
    const again = await buildDemoCatalogue()
    expect(again.flatMap((item) => item.releases.map((release) => release.sha256))).toEqual(
      releases.map((one) => one.release.sha256),
    )
  })

  it('never changes a release that is out: other files need another version', () => {
    const built = Object.fromEntries(releases.map(({ name, release }) => [name, release.sha256]))
    expect(
      built,
      'bump the version, or before the first publication run: node demo/catalog/write-release-hashes.ts',
    ).toEqual(RELEASE_HASHES)
  })

  it('has slugs that no route of the market uses', () => {
    for (const item of items) expect(RESERVED_SLUGS).not.toContain(item.slug)
    expect(new Set(items.map((item) => item.slug)).size).toBe(items.length)
  })

  it('puts every item into categories of its own market', () => {
    for (const item of items) {
      const markets = item.categories.map(
        (id) => CATEGORIES.find((category) => category.id === id)?.market,
      )
      expect(markets.length).toBeGreaterThan(0)
      expect(new Set(markets)).toEqual(new Set([item.market]))
    }
  })
})

describe.each(items.map((item) => ({ name: item.prefix, item })))('$name', ({ item }) => {
  it('has every text in Turkish, English and Arabic', () => {
    const found = [
      ...textsIn({ ...item, releases: [] }),
      ...textsIn(item.releases.map((release) => [release.manifest, release.notes])),
    ]
    expect(found.length).toBeGreaterThan(15)
    for (const { path, texts } of found) {
      for (const locale of DEMO_LOCALES) {
        const values = [texts[locale]].flat()
        expect(
          values.every((value) => typeof value === 'string' && value.trim() !== ''),
          `${path}.${locale}`,
        ).toBe(true)
        expect(values.length, path).toBe([texts.en].flat().length)
      }
      const isName = path.endsWith('name')
      if (!isName) expect([texts.ar].flat().join(' '), path).toMatch(/\p{Script=Arabic}/u)
      if (!isName && [texts.en].flat().join('').length > 12)
        expect(texts.tr, path).not.toEqual(texts.en)
    }
  })

  it('promises in one sentence of at most 100 characters, and names three features', () => {
    for (const locale of DEMO_LOCALES) {
      expect(item.tagline[locale].length, item.tagline[locale]).toBeLessThanOrEqual(100)
      expect(item.tagline[locale]).toMatch(/[^.!?]+\.$/)
      expect(item.features[locale]).toHaveLength(3)
    }
  })

  it('credits the projects inside it as their packages state it', async () => {
    const packed = await packedLicences(item)
    for (const credit of item.credits) {
      const about = JSON.parse(
        (await readRegistryFile(credit.package, 'package.json')).toString(),
      ) as {
        version: string
        license: string
        author?: unknown
        contributors?: unknown
      }
      expect(credit).toMatchObject({ version: about.version, licence: about.license })
      expect(['MIT', 'ISC', 'Apache-2.0', 'OFL-1.1', 'UFL-1.0']).toContain(credit.licence)
      expect(credit.source).toMatch(/^https:\/\/(?:github|gitlab)\.com\/[\w.-]+\/[\w.-]+$/)
      const licence = await Promise.any(
        ['LICENSE', 'LICENSE.md', 'LICENCE', 'license', 'MIT-License.txt'].map((file) =>
          readRegistryFile(credit.package, file),
        ),
      )
      // The Apache licence's own text names nobody: there the package itself does.
      const named = `${packed} ${licence.toString()} ${JSON.stringify([about.author, about.contributors])}`
      expect(named.toLowerCase()).toContain(credit.author.toLowerCase())
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

describe('the partner', () => {
  it('says plainly that nothing is endorsed', () => {
    for (const locale of DEMO_LOCALES)
      expect(DEMO_PARTNER.statement[locale].length).toBeGreaterThan(80)
    expect(DEMO_PARTNER.statement.en).toMatch(
      /wrapping an open-source project.*demonstration.*not endorsed/,
    )
  })
})

describe('drawings', () => {
  it.each(
    items.filter((item) => item.market === 'app').map((item) => ({ name: item.prefix, item })),
  )('of $name are plain shapes', async ({ item }) => {
    const file = await readFile(new URL(`items/${item.prefix}/icon.svg`, import.meta.url), 'utf8')
    expect(item.icon).toBe(file)
    expect(file).toMatch(/^<svg /)
    expect(file).not.toMatch(/<script|<foreignObject|\son\w+=|href=/i)
    expect(file).toContain(item.ground)
  })
})
