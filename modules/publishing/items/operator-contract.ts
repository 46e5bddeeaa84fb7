import { NOTICE_RULES } from '../statements/rules.ts'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { MARKETS, TAX_KINDS } from '#lib/market.ts'
import { LIST_SORTS } from '#lib/list-sort.ts'
import { done } from '#modules/identity/contract.ts'
import { REASONS, statementLine } from '../statements/contract.ts'

const TAG = 'Operator: items'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const

const REVIEWERS = { who: 'operator', roles: ['admin', 'reviewer'] } as const

/** Who may stop an item; support included, for nights. */
const GUARDS = { who: 'operator', roles: ['admin', 'reviewer', 'support'] } as const

const at = z.iso.datetime()

const next = z.string().nullable()

const params = z.object({ item: z.string().max(60) })

const releaseParams = z.object({ item: z.string().max(60), version: z.string().max(60) })

const after = z.string().max(200).optional().describe('`next` of the page before')

/** A decision against an item: reasons for the partner and a public notice. */
const decision = z.object({
  ...REASONS,
  notice: textField(NOTICE_RULES.notice).describe(
    "what everybody reads: the item's page, the release log, stores that have it",
  ),
})

const line = z.object({
  id: z.string(),
  market: z.enum(MARKETS),
  slug: z.string(),
  name: z.string(),
  partner: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(['draft', 'published', 'unpublished']),
  stopped: z.boolean(),
  version: z.string().nullable(),
  installs: z.int(),
  changed_at: at,
})

export const listAllItems = declareOperation({
  id: 'listAllItems',
  summary: 'Items of both markets, the ones changed last first',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/items',
  policy: EVERY_OPERATOR,
  query: z.object({
    q: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe('id, slug, prefix, or from three letters on a part of the name'),
    market: z.enum(MARKETS).optional(),
    state: z.enum(['draft', 'published', 'unpublished', 'stopped']).optional(),
    partner: z.string().max(60).optional(),
    sort: z.enum(LIST_SORTS).default('newest').describe('by their last change'),
    after,
  }),
  output: z.object({ items: z.array(line), next }),
  refusals: [],
})

export const getAnyItem = declareOperation({
  id: 'getAnyItem',
  summary: 'An item with its releases, what was decided about it and who changed it',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/items/{item}',
  policy: EVERY_OPERATOR,
  params,
  output: line.extend({
    notice: z.string().nullable().describe('what its page says while it is off'),
    tax_kind: z.enum(TAX_KINDS),
    stopped_at: at.nullable(),
    rating: z.number().nullable(),
    reviews: z.int(),
    stores: z.int().describe('that have it now'),
    releases: z.array(
      z.object({
        id: z.string(),
        version: z.string(),
        state: z.enum(['published', 'halted', 'yanked']),
        published_at: at.nullable(),
        stores: z.int(),
        packaged: z.boolean(),
        latest: z.boolean(),
      }),
    ),
    statements: z.array(statementLine),
    history: z.array(
      z.object({
        id: z.string(),
        at,
        who: z.string(),
        operation: z.string(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
  refusals: [],
})

export const listItemStores = declareOperation({
  id: 'listItemStores',
  summary: 'Stores that have an item, the ones changed last first',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/items/{item}/stores',
  policy: { who: 'operator', roles: ['admin', 'support'] },
  params,
  query: z.object({ after }),
  output: z.object({
    stores: z.array(
      z.object({
        id: z.string(),
        store: z.object({ id: z.string(), domain: z.string() }),
        version: z.string(),
        state: z.string(),
        changed_at: at,
      }),
    ),
    next,
  }),
  refusals: [],
})

export const unpublishItem = declareOperation({
  id: 'unpublishItem',
  summary: 'Take an item off the market; who has it keeps it',
  tag: TAG,
  source: 'D1',
  method: 'put',
  path: '/operator/items/{item}/unpublished',
  policy: REVIEWERS,
  params,
  body: decision,
  output: done,
  refusals: ['backoffice.not_published'],
})

export const publishItemAgain = declareOperation({
  id: 'publishItemAgain',
  summary: 'Bring an item back that was taken off',
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/operator/items/{item}/unpublished',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: ['backoffice.not_taken_down', 'backoffice.stopped'],
})

export const stopItem = declareOperation({
  id: 'stopItem',
  summary: 'The switch: nobody installs or updates it from now on, whoever has it is told',
  tag: TAG,
  source: 'D12',
  method: 'put',
  path: '/operator/items/{item}/stop',
  policy: GUARDS,
  params,
  body: decision,
  output: z.object({
    success: z.literal(true),
    stores: z.int().describe('that have it and are told'),
  }),
  refusals: ['backoffice.stopped'],
})

export const liftStop = declareOperation({
  id: 'liftStop',
  summary: 'Undo the switch: what was offered before is again, stores are told',
  tag: TAG,
  source: 'D12',
  method: 'delete',
  path: '/operator/items/{item}/stop',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: ['backoffice.not_stopped'],
})

export const takeReleaseBack = declareOperation({
  id: 'takeReleaseBack',
  summary: 'Halt a release, or withdraw it for good',
  tag: TAG,
  source: 'D11',
  method: 'put',
  path: '/operator/items/{item}/releases/{version}/state',
  policy: REVIEWERS,
  params: releaseParams,
  body: decision.extend({ to: z.enum(['halted', 'yanked']) }),
  output: done,
  refusals: ['backoffice.release_state'],
})

export const offerReleaseAgain = declareOperation({
  id: 'offerReleaseAgain',
  summary: 'Offer a halted release again',
  tag: TAG,
  source: 'D11',
  method: 'delete',
  path: '/operator/items/{item}/releases/{version}/state',
  policy: REVIEWERS,
  params: releaseParams,
  output: done,
  refusals: ['backoffice.release_state', 'backoffice.stopped'],
})
