import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'

/**
 * Rules by which the loader recognizes the pages of a site (D4c). Data attributes on a page take
 * precedence.
 */

const PAGE_TYPES = ['home', 'list', 'product', 'cart', 'member-confirmation'] as const

/** A path as the owner writes it: `/urun/*`, `/cart`; `*` matches anything. */
const pattern = z
  .string()
  .max(200)
  .regex(/^\/[^\s?#\\]*$/, 'field.site_path')
/** A CSS selector; one that the browser cannot parse matches no page. */
const selector = z
  .string()
  .max(200)
  .regex(/^[^{}<\\\p{Cc}]*$/u, 'field.site_selector')

export const pageRule = z
  .strictObject({
    page: z.enum(PAGE_TYPES),
    /** Path of such a page. */
    path: pattern.optional(),
    /** An element that such a page has. */
    has: selector.optional(),
    /** The element to which blocks are appended; the main part when absent. */
    into: selector.optional(),
  })
  .refine((rule) => Boolean(rule.path ?? rule.has), { error: 'field.site_rule', path: ['path'] })
export type PageRule = z.output<typeof pageRule>

export const MOST_RULES = 30

/** Placements that any site can have; scripts have no access to order pages (S3.8). */
export const SITE_PLACEMENTS = [1, 2, 3, 4, 5, 1003, 1004, 1054] as const

/** D4: a site without a platform, as its owner sees and configures it. */
const WAYS = ['dns', 'file', 'meta'] as const

/** As forms send it, with empty fields for absent ones. */
const given = z.object({
  page: z.enum(PAGE_TYPES),
  ...(Object.fromEntries(
    (['path', 'has', 'into'] as const).map(
      (name) => [name, z.string().trim().max(200).optional()] as const,
    ),
  ) as Record<'path' | 'has' | 'into', z.ZodOptional<z.ZodString>>),
})
export const ruleGiven = given

const proofWays = z.object({
  token: z.string(),
  record: z.object({ name: z.string(), value: z.string() }),
  file: z.object({ path: z.string(), text: z.string() }),
  tag: z.string(),
  looked_at: time.nullable(),
  failure: z.string().nullable(),
})

const site = z.object({
  domain: z.string(),
  url: z.string(),
  tag: z.string().describe('goes into every page, once'),
  policy: z.array(z.string()).describe('what a content security policy of the site must allow'),
  version: z.string(),
  health: z.object({
    seen_at: time.nullable().describe('the loader was last heard of; to half a minute'),
    seen_version: z.string().nullable(),
    newest: z
      .boolean()
      .nullable()
      .describe('whether the page that was heard of last has what stands here now'),
    troubles: z.array(
      z.object({
        code: z.string(),
        item: z.string().nullable(),
        path: z.string(),
        count: z.number().int(),
        last_at: time,
      }),
    ),
    parts: z.number().int(),
  }),
  proof: proofWays.extend({
    by: z.enum(WAYS),
    proved_at: time,
    asked_at: time,
    holds: z.boolean(),
  }),
  rules: z.array(pageRule),
  move: z
    .object({
      domain: z.string(),
      old_proved: z.boolean(),
      new_proved: z.boolean(),
      proof: proofWays,
      expires_at: time,
    })
    .nullable(),
})
export type SiteFacts = z.output<typeof site>

const siteAnswer = one(site)
const refusals = ['site.not_a_site'] as const

export const getSite = declareOperation({
  id: 'getSite',
  summary: "The site's script tag, its health, its rules",
  tag: 'Store',
  source: 'D4',
  method: 'get',
  path: '/domain/site',
  policy: { who: 'store', needs: 'browse' },
  output: siteAnswer,
  refusals,
})

export const addSiteRule = declareOperation({
  id: 'addSiteRule',
  summary: 'Say which pages are which',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/rules',
  policy: { who: 'store', needs: 'install' },
  idempotency: 'form',
  body: given,
  output: siteAnswer,
  refusals: [...refusals, 'site.rule_invalid', 'site.too_many_rules'],
})

export const removeSiteRule = declareOperation({
  id: 'removeSiteRule',
  summary: 'Take a rule back',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/rules/remove',
  policy: { who: 'store', needs: 'install' },
  body: given,
  output: siteAnswer,
  refusals,
})

export const openOnSite = declareOperation({
  id: 'openOnSite',
  summary:
    'A link to the site with which its owner checks it there and says which page is which by clicking; good for a quarter of an hour',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/open',
  policy: { who: 'store', needs: 'install' },
  output: one(z.object({ url: z.string() })),
  refusals,
})

export const lookAtSite = declareOperation({
  id: 'lookAtSite',
  summary: 'Look for the proof once more, and forget old troubles',
  tag: 'Store',
  source: 'D4 D7',
  method: 'post',
  path: '/domain/site/look',
  policy: { who: 'store', needs: 'install' },
  output: siteAnswer,
  refusals,
})

export const startSiteMove = declareOperation({
  id: 'startSiteMove',
  summary: 'The site goes to another address: both are proved',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/move',
  policy: { who: 'store', needs: 'install' },
  body: z.object({ address: z.string().min(1).max(2000).describe('domain or URL') }),
  output: siteAnswer,
  refusals: [...refusals, 'site.same_address', 'site.address_invalid'],
})

export const proveSiteMove = declareOperation({
  id: 'proveSiteMove',
  summary: 'Look for the proof of the old or of the new address; with both the site has moved',
  tag: 'Store',
  source: 'D4 D7',
  method: 'post',
  path: '/domain/site/move/prove',
  policy: { who: 'store', needs: 'install' },
  body: z.object({ which: z.enum(['old', 'new']), way: z.enum(WAYS) }),
  output: siteAnswer,
  refusals: [...refusals, 'site.no_move', 'site.not_proved', 'site.already_connected'],
})

export const endSiteMove = declareOperation({
  id: 'endSiteMove',
  summary: 'It stays where it is',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/move/end',
  policy: { who: 'store', needs: 'install' },
  output: siteAnswer,
  refusals,
})

/** D4: a connected WordPress site as its owner sees it. */
export const HEALTH_FAILURES = [
  'unreachable',
  'keys_gone',
  'plugin_off',
  'old_plugin',
  'closed',
] as const

const wordPressSite = z.object({
  domain: z.string(),
  url: z.string(),
  settings_url: z.string().describe("the plugin's own page in the site's admin"),
  approved_by: z.string(),
  connected_at: time,
  looked_at: time,
  failure: z.enum(HEALTH_FAILURES).nullable(),
  wordpress: z.string().nullable(),
  plugin: z.string().nullable(),
  plugin_newest: z.string(),
  woocommerce: z.boolean().nullable().describe('null where nobody could look yet'),
  places: z.array(z.int()).describe('placements that the site has'),
  parts: z.int().describe('layers that stand on it'),
  theme: z.string().nullable().describe('prefix of the theme of ours that is shown'),
  silence: z
    .object({
      since: time,
      looks: z.int(),
      looks_needed: z.int(),
      from: time.describe('from when it may be given up'),
      may_forget: z.boolean(),
    })
    .nullable()
    .describe('the plugin has not answered since'),
  move: z
    .object({
      from: z.string(),
      at: time,
      state: z.enum(['settling', 'telling', 'let_go', 'kept']),
    })
    .nullable()
    .describe(
      'the last one: `settling` and `telling` are still going on; `kept`: at the old address nothing was, or could be, taken off',
    ),
})
export type WordPressFacts = z.output<typeof wordPressSite>

const wordPressAnswer = one(wordPressSite)

export const getWordPressSite = declareOperation({
  id: 'getWordPressSite',
  summary: 'A connected WordPress site and its health; looked at anew after five minutes',
  tag: 'Store',
  source: 'D4',
  method: 'get',
  path: '/domain/wordpress',
  policy: { who: 'store', needs: 'browse' },
  output: wordPressAnswer,
  refusals,
})

export const lookAtWordPressSite = declareOperation({
  id: 'lookAtWordPressSite',
  summary: 'Look at the site now',
  tag: 'Store',
  source: 'D4 D7',
  method: 'post',
  path: '/domain/wordpress/look',
  policy: { who: 'store', needs: 'install' },
  output: wordPressAnswer,
  refusals,
})
