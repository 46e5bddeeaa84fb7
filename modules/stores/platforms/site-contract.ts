import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'
import { pageRule, PAGE_TYPES } from './loader/page-rules.ts'

/**
 * D4: what the owner of a site without a platform sees and sets of it. Everything else is as on any
 * store.
 */
const WAYS = ['dns', 'file', 'meta'] as const

/** As forms send it: what is left empty is not meant. */
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

const answer = one(site)
const refusals = ['site.not_a_site'] as const

export const getSite = declareOperation({
  id: 'getSite',
  summary: "The site's script tag, its health, its rules",
  tag: 'Store',
  source: 'D4',
  method: 'get',
  path: '/domain/site',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const addSiteRule = declareOperation({
  id: 'addSiteRule',
  summary: 'Say which pages are which',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/rules',
  policy: { who: 'store' },
  idempotency: 'form',
  body: given,
  output: answer,
  refusals: [...refusals, 'site.rule_invalid', 'site.too_many_rules'],
})

export const removeSiteRule = declareOperation({
  id: 'removeSiteRule',
  summary: 'Take a rule back',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/rules/remove',
  policy: { who: 'store' },
  body: given,
  output: answer,
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
  policy: { who: 'store' },
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
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const startSiteMove = declareOperation({
  id: 'startSiteMove',
  summary: 'The site goes to another address: both are proved',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/move',
  policy: { who: 'store' },
  body: z.object({ address: z.string().min(1).max(2000).describe('domain or URL') }),
  output: answer,
  refusals: [...refusals, 'site.same_address', 'site.address_invalid'],
})

export const proveSiteMove = declareOperation({
  id: 'proveSiteMove',
  summary: 'Look for the proof of the old or of the new address; with both the site has moved',
  tag: 'Store',
  source: 'D4 D7',
  method: 'post',
  path: '/domain/site/move/prove',
  policy: { who: 'store' },
  body: z.object({ which: z.enum(['old', 'new']), way: z.enum(WAYS) }),
  output: answer,
  refusals: [...refusals, 'site.no_move', 'site.not_proved', 'site.already_connected'],
})

export const endSiteMove = declareOperation({
  id: 'endSiteMove',
  summary: 'It stays where it is',
  tag: 'Store',
  source: 'D4',
  method: 'post',
  path: '/domain/site/move/end',
  policy: { who: 'store' },
  output: answer,
  refusals,
})
