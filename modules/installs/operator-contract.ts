import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { LIST_SORTS } from '#lib/list-sort.ts'

const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const after = z.string().max(200).optional().describe('`next` of the page before')
const next = z.string().nullable()
const count = z.int().min(0)

/** No secrets: no credential, no handle, no owner data. */
const store = z.object({
  id: z.string(),
  platform: z.string(),
  domain: z.string(),
  name: z.string(),
  status: z.enum(['active', 'closed']),
  since: z.iso.datetime(),
  installations: count,
})

export const listStores = declareOperation({
  id: 'listStores',
  summary: 'Stores, the newest first, or those whose domain begins so',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/stores',
  policy: SUPPORT,
  query: z.object({
    q: z.string().trim().max(253).optional(),
    sort: z.enum(LIST_SORTS).default('newest'),
    after,
  }),
  output: z.object({ stores: z.array(store), next }),
  refusals: [],
})

export const getStore = declareOperation({
  id: 'getStore',
  summary: 'A store and what is installed on it',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/stores/{store}',
  policy: SUPPORT,
  params: z.object({ store: z.string().max(60) }),
  output: store.extend({
    url: z.string(),
    system: z
      .object({ name: z.string(), version: z.string() })
      .nullable()
      .describe('what it runs on: WordPress, where the platform is WooCommerce'),
    silence: z
      .object({ since: z.iso.datetime(), looks: count, may_forget: z.boolean() })
      .nullable()
      .describe('a WordPress site on which the plugin has not answered since'),
    items: z.array(
      z.object({
        id: z.string(),
        installation: z.string(),
        name: z.string(),
        slug: z.string(),
        market: z.enum(['app', 'theme']),
        version: z.string(),
        state: z.string(),
        changed_at: z.iso.datetime(),
        failure: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
})

export const getAnyInstallation = declareOperation({
  id: 'getOperatorInstallation',
  summary: 'An item on a store: its state, its release and who bought it',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/installations/{installation}',
  policy: SUPPORT,
  params: z.object({ installation: z.string().max(60) }),
  output: z.object({
    id: z.string(),
    state: z.string(),
    item: z.object({ id: z.string(), name: z.string() }),
    partner: z.object({ id: z.string(), name: z.string() }),
    store: z.object({ id: z.string(), domain: z.string() }),
    version: z.string(),
    automatic: z.boolean().describe('updates itself'),
    beta: z.boolean().describe('follows trial releases'),
    begun_at: z.iso.datetime(),
    installed_at: z.iso.datetime().nullable(),
    uninstalled_at: z.iso.datetime().nullable(),
    order: z.string().nullable().describe('number of the newest paid order of the item'),
  }),
  refusals: [],
})

export const forgetStoreSite = declareOperation({
  id: 'forgetStoreSite',
  summary: 'Give up a site whose plugin was deleted: its keys are erased, what was on it ends',
  tag: 'Operator',
  source: 'D4',
  method: 'post',
  path: '/operator/stores/{store}/forget',
  policy: SUPPORT,
  params: z.object({ store: z.string().max(60) }),
  body: z.object({
    domain: z.string().trim().toLowerCase().max(253).describe("the store's, typed to be sure"),
  }),
  output: z.object({ uninstalled: count }),
  refusals: ['backoffice.still_answers', 'installs.busy'],
})
