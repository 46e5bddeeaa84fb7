import { renderToString } from 'react-dom/server'
import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ItemDetail } from '#modules/catalog/contract.ts'
import { StructuredData } from '../../page-head.tsx'
import { structuredItem } from './structured-item.ts'

const url = z.url({ protocol: /^https$/ })
const rating = z.strictObject({
  '@type': z.literal('Rating'),
  ratingValue: z.int().min(1).max(5),
  bestRating: z.literal(5),
  worstRating: z.literal(1),
})
const organisation = z.strictObject({ '@type': z.literal('Organization'), name: z.string().min(1) })
/** What search engines want of the two kinds, and nothing besides. */
const graph = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.tuple([
    z.strictObject({
      '@type': z.literal('SoftwareApplication'),
      '@id': url,
      name: z.string().min(1),
      description: z.string().min(1),
      url,
      image: url,
      applicationCategory: z.enum(['BusinessApplication', 'DesignApplication']),
      operatingSystem: z.string(),
      softwareVersion: z.string().optional(),
      dateModified: z.iso.datetime().optional(),
      author: organisation,
      offers: z
        .strictObject({
          '@type': z.literal('Offer'),
          url,
          price: z.number().min(0),
          priceCurrency: z.string().length(3),
          availability: z.literal('https://schema.org/OnlineOnly'),
        })
        .optional(),
      aggregateRating: z
        .strictObject({
          '@type': z.literal('AggregateRating'),
          ratingValue: z.number().min(0.5).max(5),
          ratingCount: z.int().min(1),
          bestRating: z.literal(5),
          worstRating: z.literal(1),
        })
        .optional(),
      review: z
        .array(
          z.strictObject({
            '@type': z.literal('Review'),
            author: organisation,
            datePublished: z.iso.datetime(),
            reviewRating: rating,
            reviewBody: z.string().min(1).optional(),
          }),
        )
        .min(1)
        .optional(),
    }),
    z.strictObject({
      '@type': z.literal('BreadcrumbList'),
      itemListElement: z
        .array(
          z.strictObject({
            '@type': z.literal('ListItem'),
            position: z.int(),
            name: z.string().min(1),
            item: url,
          }),
        )
        .min(2),
    }),
  ]),
})

const review = {
  id: 'rev_1',
  stars: 4,
  text: 'Good',
  shop: 'a.example',
  version: '1.0.0',
  installed_days: 3,
  still_installed: true,
  platform: 'Demo',
  written_at: '2026-11-20T10:00:00.000Z',
  changed_at: null,
  erased: false,
  reply: null,
}
const item = {
  market: 'app',
  slug: 'delivery-day',
  name: 'Delivery Day',
  tagline: 'Customers pick the day.',
  price: 249.9,
  currency: 'TRY',
  price_kind: 'one_time',
  installable: true,
  version: '4.6.13',
  rating: null,
  review_count: 0,
  developer: { slug: 'arasta', name: 'Arasta' },
  releases: [
    {
      version: '4.6.13',
      published_at: '2026-11-12T00:00:00.000Z',
      downloads: 0,
      notes: '',
      new_permissions: [],
    },
  ],
  reviews: { data: [], total: 0, stars: [0, 0, 0, 0, 0], mine: null },
} as unknown as ItemDetail
const around = {
  origin: 'https://apps.example',
  locale: 'en' as const,
  crumbs: [
    { href: '/list', name: 'Apps' },
    { href: '/list?category=delivery', name: 'Delivery' },
  ],
}
const structured = (change: object = {}) =>
  graph.parse(structuredItem({ ...item, ...change } as ItemDetail, around))

describe('structured data of an item (S2.17)', () => {
  test('has the form that search engines read, with whole addresses and the way to it', () => {
    const {
      '@graph': [application, trail],
    } = structured()
    expect(application).toMatchObject({
      url: 'https://apps.example/delivery-day',
      image: 'https://apps.example/share/delivery-day.jpg?hl=en',
      offers: { price: 249.9, priceCurrency: 'TRY' },
    })
    expect(trail.itemListElement.map((one) => [one.position, one.name, one.item])).toEqual([
      [1, 'Apps', 'https://apps.example/list'],
      [2, 'Delivery', 'https://apps.example/list?category=delivery'],
      [3, 'Delivery Day', 'https://apps.example/delivery-day'],
    ])
  })

  test('invents no rating, no review and no offer', () => {
    const [bare] = structured({ price_kind: 'recurring', version: null, releases: [] })['@graph']
    expect(bare).not.toHaveProperty('aggregateRating')
    expect(bare).not.toHaveProperty('review')
    expect(bare).not.toHaveProperty('offers')
    expect(structured({ installable: false })['@graph'][0]).not.toHaveProperty('offers')
    expect(structured({ price: 0, price_kind: 'free' })['@graph'][0].offers?.price).toBe(0)
  })

  test('tells of those that were given; who has no name to show is left out', () => {
    const reviews = {
      data: [review, { ...review, id: 'rev_2', shop: null }, { ...review, id: 'rev_3', text: '' }],
      total: 3,
      stars: [0, 0, 0, 3, 0],
      mine: null,
    }
    const [rated] = structured({ rating: 4, review_count: 3, reviews })['@graph']
    expect(rated.aggregateRating).toMatchObject({ ratingValue: 4, ratingCount: 3 })
    expect(rated.review?.map((one) => one.reviewBody)).toEqual(['Good', undefined])
  })

  test('cannot be left by anything that a name or a text holds', () => {
    const evil = '</script><script>alert(1)</script><!--<script>\u2028'
    const facts = structuredItem(
      {
        ...item,
        name: evil,
        tagline: evil,
        reviews: {
          data: [{ ...review, text: evil }],
          total: 1,
          stars: [0, 0, 0, 1, 0],
          mine: null,
        },
      } as ItemDetail,
      around,
    )
    const html = renderToString(createElement(StructuredData, { facts }))
    const inside =
      /^<script type="application\/ld\+json">([\s\S]*)<\/script>$/.exec(html)?.[1] ?? ''
    expect(inside).not.toContain('<')
    expect((JSON.parse(inside) as ReturnType<typeof structured>)['@graph'][0].name).toBe(evil)
  })
})
