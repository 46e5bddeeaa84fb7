import { WINDOW_LOCALES } from './demo-locales.ts'
import { describe, expect, it } from 'vitest'
import { buildDemoCatalogue } from './build-packages.ts'
import { CATEGORIES } from './categories.ts'
import { MORE_TEXTS } from './more-texts.ts'
import { PLANS } from './plans.ts'
import { BANNERS, BUNDLES, COLLECTIONS } from './shop-window.ts'

const items = await buildDemoCatalogue()
const byPrefix = new Map(items.map((item) => [item.prefix, item]))

describe('the collections of the demo market', () => {
  it.each(COLLECTIONS.map((one) => ({ slug: one.slug, one })))(
    '$slug holds at least four items, all of its own market',
    ({ one }) => {
      expect(one.items.length).toBeGreaterThanOrEqual(4)
      expect(new Set(one.items).size).toBe(one.items.length)
      for (const prefix of one.items) expect(byPrefix.get(prefix)?.market, prefix).toBe(one.market)
    },
  )

  it('keep what they promise: "free" means free', () => {
    for (const prefix of COLLECTIONS.find((one) => one.slug === 'first-evening')?.items ?? [])
      expect(byPrefix.get(prefix)?.price.amountMinor, prefix).toBe(0)
  })
})

describe('the bundles of the demo market', () => {
  it.each(BUNDLES.map((one) => ({ slug: one.slug, one })))(
    '$slug holds items of its own market that are paid for once',
    ({ one }) => {
      expect(one.items.length).toBeGreaterThanOrEqual(2)
      for (const prefix of one.items) {
        expect(byPrefix.get(prefix)?.market, prefix).toBe(one.market)
        expect(PLANS[prefix]?.[0]?.kind ?? 'one_time', prefix).toBe('one_time')
        expect(byPrefix.get(prefix)?.price.amountMinor, prefix).toBeGreaterThan(0)
      }
    },
  )
})

describe('the banners of the demo market', () => {
  it.each(BANNERS.map((one) => ({ name: one.name, one })))(
    '$name leads somewhere that is not empty, in every language',
    ({ one }) => {
      const asked = new URL(one.target, 'https://market.example').searchParams
      const found = items.filter(
        (item) =>
          item.market === one.market &&
          (asked.get('category') === null ||
            (item.categories as readonly string[]).includes(asked.get('category') ?? '')) &&
          (asked.get('price') !== 'free' || item.price.amountMinor === 0),
      )
      expect(found.length).toBeGreaterThan(0)
      if (asked.get('category') !== null)
        expect(
          CATEGORIES.some(
            (category) => category.id === asked.get('category') && category.market === one.market,
          ),
        ).toBe(true)
      if (one.shows !== null) expect(byPrefix.get(one.shows)?.market).toBe(one.market)
      for (const locale of WINDOW_LOCALES)
        expect([one.title, one.text, one.action].every((text) => text[locale].length > 3)).toBe(
          true,
        )
    },
  )
})

describe('the German and Spanish listings', () => {
  it('are those of the items of the catalogue, no more and no fewer', () => {
    expect(Object.keys(MORE_TEXTS).sort()).toEqual([...byPrefix.keys()].sort())
  })

  it.each(items.map((item) => ({ name: item.prefix, item })))(
    '$name says as much as in English, within the limits',
    ({ item }) => {
      for (const locale of ['de', 'es'] as const) {
        const said = MORE_TEXTS[item.prefix]?.[locale]
        expect(said?.name.trim(), locale).toBeTruthy()
        expect(said?.tagline, locale).toMatch(/^.{4,99}\.$/)
        expect(said?.description, locale).toHaveLength(item.description.en.length)
        expect(said?.features, locale).toHaveLength(3)
        for (const text of [...(said?.description ?? []), ...(said?.features ?? [])])
          expect(text.length, text).toBeGreaterThan(10)
      }
    },
  )
})
