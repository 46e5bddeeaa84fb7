import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'

/**
 * D4: what the owner of a connected WordPress site sees of it. Everything else is as on any store.
 */
export const HEALTH_FAILURES = [
  'unreachable',
  'keys_gone',
  'plugin_off',
  'old_plugin',
  'closed',
] as const

const site = z.object({
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
export type WordPressFacts = z.output<typeof site>

const answer = one(site)
const refusals = ['site.not_a_site'] as const

export const getWordPressSite = declareOperation({
  id: 'getWordPressSite',
  summary: 'A connected WordPress site and its health; looked at anew after five minutes',
  tag: 'Store',
  source: 'D4',
  method: 'get',
  path: '/domain/wordpress',
  policy: { who: 'store' },
  output: answer,
  refusals,
})

export const lookAtWordPressSite = declareOperation({
  id: 'lookAtWordPressSite',
  summary: 'Look at the site now',
  tag: 'Store',
  source: 'D4 D7',
  method: 'post',
  path: '/domain/wordpress/look',
  policy: { who: 'store' },
  output: answer,
  refusals,
})
