import { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import { PERMISSIONS, VISIBILITIES } from '#lib/market.ts'
import { amount, currency, day, flag, list, one, pageNumber, picture, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { ALL_HOME_SECTIONS } from './home-rules.ts'

export {
  METER_KEY,
  MOST_METERS,
  MOST_PLANS,
  MOST_TIERS,
  MOST_TRIAL_DAYS,
  MOST_UNITS,
  SOLD_TO,
  type SoldTo,
  hasTerms,
  wrongTier,
} from './plan-terms.ts'
export { OUTCOMES, type Outcome } from './packages/manifest.ts'

export const named = z.object({ slug: z.string(), name: z.string() })

const rateDate = z.iso
  .date()
  .nullable()
  .describe("the price was converted at the rate of this day; null: it is the partner's own (D27)")

/** What a plan charges for use. */
export const meter = z.object({
  key: z.string().describe('under which the app reports use'),
  name: z.string().describe('plural, as in "12,400 notifications"'),
  included: z.number().int().describe("units of a period that the plan's price covers"),
  tiers: z
    .array(
      z.object({
        up_to: z
          .number()
          .int()
          .nullable()
          .describe('counts units after the included ones; null: all others'),
        price: amount.describe('of `per` units'),
        per: z.number().int(),
      }),
    )
    .describe('each holds for the units above the one before'),
})
export type ShownMeter = z.output<typeof meter>

export const itemCard = z.object({
  id: z.string(),
  market: z.enum(['app', 'theme']),
  slug: z.string(),
  prefix: z.string(),
  name: z.string(),
  tagline: z.string(),
  price: amount.describe('of its lowest plan, major units, as this caller is charged'),
  currency,
  rate_date: rateDate,
  price_kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
  price_period: z.enum(['month', 'year']).nullable().describe('of a recurring price'),
  tax_included: z.boolean(),
  in_app_purchase: flag,
  rating: z.number().nullable().describe('null while nobody has rated it'),
  review_count: z.number().int(),
  install_count: z.number().int(),
  developer: named,
  icon: z.string().nullable(),
  cover: z.object({ desktop: picture, phone: picture.nullable() }).nullable(),
  swatches: z.array(z.string()),
  ground: z.string().nullable().describe("colour behind an app's pictures"),
  categories: z.array(named),
  version: z.string().nullable(),
  released_at: time.nullable().describe('when that version was published'),
  installable: z.boolean().describe('false while only its listing is here and no package (D9)'),
  permission_count: z.number().int(),
  trial_days: z.number().int().describe('free days before the first charge of that plan'),
  price_from: z.boolean().describe('other plans of the same kind cost more'),
})
export type ItemCard = z.output<typeof itemCard>

export const release = z.object({
  version: z.string(),
  published_at: time.nullable().describe('null when the source did not say'),
  downloads: z.number().int(),
  notes: z.string(),
  new_permissions: z
    .array(z.enum(PERMISSIONS))
    .describe('asked for here and not in the release before'),
})

/** D14. Written by a store, so plain text; shown beside the facts that give it weight. */
export const review = z.object({
  id: z.string(),
  stars: z.number().int().min(1).max(5),
  text: z.string().describe('plain text, may be empty'),
  shop: z
    .string()
    .nullable()
    .describe(
      'domain of the store that wrote it; null when that shop has closed. Names of people are never shown',
    ),
  version: z.string().describe('that it had when it wrote'),
  installed_days: z.number().int().describe('how long it had the item by then'),
  still_installed: z.boolean().describe('had it at that moment'),
  platform: z.string(),
  written_at: time,
  changed_at: time.nullable(),
  erased: z.boolean().describe('its text was taken away'),
  language: z.enum(LOCALES).nullable().describe('that it was written in, where it is known'),
  helpful: z.number().int().describe('how many other stores found it helpful'),
  pictures: z
    .array(z.object({ id: z.string(), width: z.number().int(), height: z.number().int() }))
    .describe('that an operator has approved'),
  reply: z
    .object({
      text: z.string(),
      developer: z.string(),
      written_at: time,
      changed_at: time.nullable().describe('when its words were mended last (decision 0027)'),
    })
    .nullable(),
})
export type Review = z.output<typeof review>

export const reviewRight = z
  .object({
    review: review.nullable().describe('of the signed-in store itself'),
    pictures: z
      .array(z.object({ id: z.string(), waits: z.boolean() }))
      .describe('of that review; those that wait are not shown yet'),
    may_write: z.boolean(),
    why_not: z.enum(['never_installed', 'too_late']).nullable(),
  })
  .describe('what the signed-in store may say')

export const reviewCounts = z
  .array(z.number().int())
  .length(5)
  .describe('how many stores gave 1, 2, 3, 4 and 5 stars here')

export const permission = z.object({
  code: z.enum(PERMISSIONS),
  required: z.boolean(),
  reason: z.string(),
})
export type ItemPermission = z.output<typeof permission>

export const verified = z
  .object({ at: time, domain: z.string().nullable() })
  .describe(
    "when it was last proved that the site and the support address are this developer's, and which site",
  )

const fact = z.object({ title: z.string(), text: z.string() })

const bundleLine = z.object({
  slug: z.string(),
  name: z.string(),
  percent_off: z.number().int().describe("off the sum of its items' prices"),
})

/** That an item is no longer developed from a day on. */
export const retirement = z.object({
  on: day,
  text: z.string().describe('for people, in their language'),
  successor: itemCard.nullable().describe('what replaces it'),
})

export const itemDetail = itemCard.extend({
  retirement: retirement.nullable(),
  visibility: z
    .enum(VISIBILITIES)
    .describe('unlisted: in no list; private: for stores that its developer named'),
  tags: z.array(named).describe('what it is about; each is found in the list by `category`'),
  description: z.array(z.string()).describe('paragraphs'),
  features: z.array(z.string()),
  screenshots: z.array(picture.extend({ device: z.enum(['desktop', 'phone']) })),
  permissions: z
    .array(permission)
    .describe('that its release asks for: of a signed-in store the one that it would get'),
  version_here: z
    .string()
    .nullable()
    .describe(
      'the release that the signed-in store would get; an earlier one where the newest asks for a newer shop',
    ),
  plans: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['free', 'one_time', 'recurring', 'usage']),
      period: z.enum(['month', 'year']).nullable(),
      name: z.string(),
      price: amount,
      currency,
      rate_date: rateDate,
      features: z.array(z.string()),
      trial_days: z.number().int().describe('free days before the first charge'),
      trial_needs_card: z
        .boolean()
        .describe('the trial begins only after the owner agreed to what follows it'),
      meters: z.array(meter).describe('what is charged by use; empty: nothing'),
      cap: amount
        .nullable()
        .describe('the most that use costs in a period unless the owner chooses otherwise'),
      use_rate_date: rateDate.describe('the same of the amounts for use'),
      buyable: z
        .boolean()
        .describe('recurring and usage plans are shown, and cannot be bought yet (D9)'),
    }),
  ),
  in_app_products: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        description: z.string(),
        kind: z.enum(['permanent', 'consumable']),
        price: amount,
        currency,
        rate_date: rateDate,
      }),
    )
    .describe('what the newest release sells inside itself (S3.4)'),
  rating_histogram: z
    .array(z.number().int())
    .length(5)
    .nullable()
    .describe('how many gave 1, 2, 3, 4 and 5 stars'),
  brought_count: z
    .number()
    .int()
    .describe('ratings that came with an imported catalogue; part of `review_count`'),
  links: z.object({
    support: z.string().nullable(),
    contact: z.string().nullable(),
    document: z.string().nullable(),
    live_preview: z.string().nullable(),
    go_to_app: z.string().nullable(),
    connect: z.string().nullable(),
  }),
  credit: z
    .object({
      package: z.string(),
      version: z.string(),
      author: z.string(),
      licence: z.string(),
      source: z.string(),
    })
    .nullable(),
  touches: z.array(fact).describe('what it changes on a store, in plain words'),
  leaves_alone: z.array(fact),
  support_document: z.array(z.object({ heading: z.string(), paragraphs: z.array(z.string()) })),
  statement: z.string().nullable().describe('of who lists it'),
  developer_website: z.string().nullable(),
  developer_verified: verified.nullable(),
  developer_reads: z
    .boolean()
    .describe('somebody there reads questions (`to: developer` of the contact form)'),
  developer_has_more: z.boolean().describe('lists other items, too'),
  page_weight: z
    .number()
    .int()
    .nullable()
    .describe('bytes, compressed, added to the page that carries most of it'),
  support_months: z.number().int(),
  release_count: z.number().int(),
  released_at: time.nullable().describe('of its newest release'),
  languages: z.array(z.enum(LOCALES)).describe('that its texts are written in'),
  releases: z
    .array(release)
    .nullable()
    .describe('null without `includes=releases`: 50 at a time, the newest first'),
  reviews: z
    .object({
      data: z.array(review),
      total: z.number().int(),
      stars: reviewCounts,
      mine: reviewRight.nullable(),
    })
    .nullable()
    .describe('null without `includes=reviews`: the newest, and what the signed-in store may say'),
  related: z
    .array(
      itemCard.extend({
        why_related: z.object({
          same_developer: z.boolean(),
          categories: z.array(named).describe('that both stand in'),
        }),
      }),
    )
    .nullable()
    .describe(
      'null without `includes=related`: most categories in common first, then one developer, then the smart order',
    ),
  bundle: bundleLine.nullable().describe('a bundle that it is in'),
  compatibility: z.array(
    z.object({
      platform_id: z.number().int(),
      name: z.string(),
      logo: z.string(),
      range: z.string(),
    }),
  ),
  works_here: z.boolean().describe('on the platform of this request'),
  fits_storefront: z
    .boolean()
    .describe(
      'false: the signed-in store has a second-generation storefront, and the theme no build for it (D19)',
    ),
  package_size: z.number().int().nullable().describe('bytes'),
  installed: z
    .object({
      state: z.enum(['none', 'latest', 'old']),
      version: z.string().nullable(),
      owned: z.boolean(),
      support_ends_at: time
        .nullable()
        .describe('S1.7: of a theme that the store bought, the last day of its free support'),
    })
    .nullable()
    .describe('for a signed-in store'),
})
export type ItemDetail = z.output<typeof itemDetail>

export const getItem = declareOperation({
  id: 'getItem',
  summary: 'One item with everything about it',
  tag: 'Catalogue',
  source: 'S7.5 S7.28 S2.17',
  method: 'get',
  path: { app: '/app-store/app/detail', theme: '/theme-store/theme/detail' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({
    slug: z.string().max(120).optional(),
    id: z.string().max(60).optional(),
    includes: z
      .string()
      .max(100)
      .optional()
      .describe('comma separated: releases, reviews, related'),
    releases_page: pageNumber.describe('which 50 of its releases'),
  }),
  output: one(itemDetail),
  refusals: ['catalog.item_not_found', 'catalog.item_delisted'],
})

const pricedBundle = bundleLine.extend({
  text: z.string(),
  currency,
  rate_date: rateDate,
  tax_included: z.boolean(),
  price: amount.describe('of what the store does not own, bought one by one'),
  price_in_bundle: amount,
  saved: amount,
})

export const listBundles = declareOperation({
  id: 'listBundles',
  summary: 'Items of the market that are sold together for less, each bundle with their cards',
  tag: 'Catalogue',
  source: 'D19',
  method: 'get',
  path: { app: '/app-store/bundle', theme: '/theme-store/bundle' },
  policy: { who: 'anyone' },
  shared: true,
  output: list(pricedBundle.extend({ items: z.array(itemCard) })),
  refusals: [],
})

const bundleDetail = pricedBundle.extend({
  items: z.array(
    z.object({
      item: itemCard,
      plan: named.omit({ slug: true }).extend({ id: z.string() }),
      price: amount.describe('of the plan alone'),
      rate_date: rateDate,
      price_in_bundle: amount.describe('0 when the store owns it'),
      owned: z.boolean().describe('by the signed-in store, which does not pay for it again'),
    }),
  ),
})
export type BundleDetail = z.output<typeof bundleDetail>

export const getBundle = declareOperation({
  id: 'getBundle',
  summary: 'One bundle with what each of its items costs alone and in it',
  tag: 'Catalogue',
  source: 'D19',
  method: 'get',
  path: { app: '/app-store/bundle/detail', theme: '/theme-store/bundle/detail' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({ slug: z.string().max(60) }),
  output: one(bundleDetail),
  refusals: ['catalog.bundle_not_found'],
})

export const getHome = declareOperation({
  id: 'getHome',
  summary: 'Which sections the home page shows, in their order',
  tag: 'Catalogue',
  source: 'D19',
  method: 'get',
  path: { app: '/app-store/home', theme: '/theme-store/home' },
  policy: { who: 'anyone' },
  shared: true,
  output: one(
    z.object({
      arranged: z.boolean().describe('false: as the software comes'),
      sections: z.array(z.enum(ALL_HOME_SECTIONS)),
    }),
  ),
  refusals: [],
})

export const listGoals = declareOperation({
  id: 'listGoals',
  summary: 'What owners want of the market, with the number of items for it',
  tag: 'Catalogue',
  source: 'D19 D24',
  method: 'get',
  path: { app: '/app-store/goal', theme: '/theme-store/goal' },
  policy: { who: 'anyone' },
  shared: true,
  output: list(
    z.object({
      slug: z.string(),
      name: z.string(),
      lead: z.string(),
      picture: picture.nullable(),
      count: z.number().int(),
    }),
  ),
  refusals: [],
})

export const listCategories = declareOperation({
  id: 'listCategories',
  summary: 'Categories of the market with their counts',
  tag: 'Catalogue',
  source: 'S7.7 S7.31',
  method: 'get',
  path: { app: '/app-store/category', theme: '/theme-store/category' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({ is_active: z.literal('1').optional() }),
  output: list(
    z.object({
      slug: z.string(),
      name: z.string(),
      drawing: z.string().nullable(),
      picture: picture.nullable().describe('stands before `drawing`'),
      count: z.number().int(),
    }),
  ),
  refusals: [],
})

export const listCollections = declareOperation({
  id: 'listCollections',
  summary: 'Items chosen by hand, in rows with a name',
  tag: 'Catalogue',
  source: 'S2.1 S2.4 D15',
  method: 'get',
  path: { app: '/app-store/collection', theme: '/theme-store/collection' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({
    is_active: z.literal('1').optional(),
    per_collection: z.coerce.number().int().min(1).max(24).default(8),
  }),
  output: list(
    z.object({
      slug: z.string(),
      name: z.string(),
      lead: z.string(),
      picture: picture.nullable(),
      items: z.array(itemCard),
    }),
  ),
  refusals: [],
})

export const banner = z.object({
  id: z.string(),
  place: z.enum(['home', 'list']),
  order: z.number().int(),
  title: z.string(),
  text: z.string(),
  image: picture.nullable(),
  ground: z.string().nullable().describe('colour behind it'),
  target: z.string().describe('a path of this market, or a whole address outside'),
  external: z.boolean().describe('it may lead outside (S4.3)'),
  action: z.string().describe('what the link says'),
})
export type Banner = z.output<typeof banner>

export const listBanners = declareOperation({
  id: 'listBanners',
  summary: 'What the market hangs out: banners that hold today, for this platform and language',
  tag: 'Catalogue',
  source: 'S7.3 S7.26 D19',
  method: 'get',
  path: { app: '/app-store/banner', theme: '/theme-store/banner' },
  policy: { who: 'anyone' },
  shared: true,
  query: z.object({
    is_active: z.literal('1').optional(),
    place: z.enum(['home', 'list']).optional(),
  }),
  output: list(banner),
  refusals: [],
})

/** Items that a store can save for later, of both markets together. */
export const MOST_SAVED = 200

const savedSlug = z.object({ slug: z.string().max(120) })
const saving = one(z.object({ saved: z.boolean() }))

export const saveItem = declareOperation({
  id: 'saveItem',
  summary: 'Save an item for later, and be told when it costs less or can be installed at last',
  tag: 'Catalogue',
  source: 'D9',
  method: 'put',
  path: '/saved-items/{slug}',
  policy: { who: 'store', needs: 'browse' },
  params: savedSlug,
  output: saving,
  refusals: ['catalog.item_not_found', 'catalog.saved_full'],
})

export const removeSavedItem = declareOperation({
  id: 'removeSavedItem',
  summary: 'No longer, also of an item that is no longer in the market',
  tag: 'Catalogue',
  source: 'D9',
  method: 'delete',
  path: '/saved-items/{slug}',
  policy: { who: 'store', needs: 'browse' },
  params: savedSlug,
  output: saving,
  refusals: [],
})

export const savedItem = z.object({
  slug: z.string(),
  market: z.enum(['app', 'theme']),
  name: z.string(),
  saved_at: time,
  price_before: z
    .number()
    .nullable()
    .describe('what it cost when it was saved, where it costs less now; in the currency of `item`'),
  item: itemCard.nullable().describe('null: no longer in the market'),
})
export type SavedItem = z.output<typeof savedItem>

export const listSavedItems = declareOperation({
  id: 'listSavedItems',
  summary: 'What the store saved for later in both markets, newest first',
  tag: 'Catalogue',
  source: 'D9',
  method: 'get',
  path: '/saved-items',
  policy: { who: 'store', needs: 'browse' },
  output: list(savedItem),
  refusals: [],
})

export const listPartnerCategories = declareOperation({
  id: 'listPartnerCategories',
  summary: 'What kinds of partners there are, with how many of each',
  tag: 'Catalogue',
  source: 'S7.25 D19',
  method: 'get',
  path: '/categories',
  policy: { who: 'anyone' },
  shared: true,
  output: list(
    z.object({ slug: z.string(), name: z.string(), text: z.string(), count: z.number().int() }),
  ),
  refusals: [],
})
