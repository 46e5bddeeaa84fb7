import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { LOCALES } from '#lib/locale.ts'
import { MARKETS } from '#lib/market.ts'
import { MAX_PLATFORM_ID } from '#lib/platform-id.ts'
import { done } from '#modules/identity/contract.ts'
import { ALL_HOME_SECTIONS } from './home-rules.ts'

/** How operators arrange the home page of a market (docs/decisions/0081). */

const HOME = { tag: 'Operator: shelves', source: 'D19' } as const
const READ = { ...HOME, policy: { who: 'operator', roles: OPERATOR_ROLES } } as const
const CHANGE = { ...HOME, policy: { who: 'operator', roles: ['admin', 'reviewer'] } } as const
const params = z.object({ market: z.enum(MARKETS) })
const PATH = '/operator/home-arrangements/{market}'

const lines = z
  .array(z.object({ section: z.enum(ALL_HOME_SECTIONS), shown: z.boolean() }))
  .max(ALL_HOME_SECTIONS.length)
const revision = z.coerce
  .number()
  .int()
  .min(0)
  .max(2_000_000_000)
  .describe('of the draft as the caller read it; 0: there was none')

export const getHomeArrangement = declareOperation({
  ...READ,
  id: 'getHomeArrangement',
  summary: 'The home page of a market: live, as a draft, and an address that shows the draft',
  method: 'get',
  path: PATH,
  params,
  query: z.object({
    platform_id: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_PLATFORM_ID)
      .optional()
      .describe('at whose host it is previewed; else the first one'),
    locale: z.enum(LOCALES).optional().describe('of the preview'),
    on: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('the preview shows what is scheduled for this moment'),
  }),
  output: z.object({
    lines: lines.describe('of the draft, or of the live page where there is none'),
    usual: z.boolean().describe('the live page is as the software comes'),
    live: z
      .object({
        version: z.int(),
        published_by: z.string().nullable(),
        published_at: z.iso.datetime(),
      })
      .nullable()
      .describe('null: never arranged'),
    draft: z
      .object({
        revision: z.int(),
        changed_by: z.string().nullable(),
        changed_at: z.iso.datetime(),
        mine: z.boolean(),
      })
      .nullable(),
    sites: z.array(z.object({ platform_id: z.int(), name: z.string() })),
    preview: z
      .object({ platform_id: z.int(), href: z.string(), expires_at: z.iso.datetime() })
      .nullable()
      .describe('null where the market has no host'),
  }),
  refusals: [],
})

export const changeHomeDraft = declareOperation({
  ...CHANGE,
  id: 'changeHomeDraft',
  summary: 'Another order of the sections of a home page, or other ones shown, as a draft',
  method: 'put',
  path: `${PATH}/draft`,
  params,
  body: z.object({ revision, lines: lines.describe('all sections of the market, each once') }),
  output: z.object({ revision: z.int() }),
  refusals: ['catalog.home_changed'],
})

export const discardHomeDraft = declareOperation({
  ...CHANGE,
  id: 'discardHomeDraft',
  summary: 'Drop the draft of a home page; the live page stays as it is',
  method: 'delete',
  path: `${PATH}/draft`,
  params,
  query: z.object({ revision }),
  output: done,
  refusals: ['catalog.home_changed'],
})

export const publishHome = declareOperation({
  ...CHANGE,
  id: 'publishHome',
  summary: 'Make the draft of a home page the live one',
  method: 'post',
  path: `${PATH}/publish`,
  params,
  body: z.object({ revision }),
  output: z.object({ version: z.int() }),
  refusals: ['catalog.home_changed'],
})

export const restoreHome = declareOperation({
  ...CHANGE,
  id: 'restoreHome',
  summary: 'Back to the arrangement before the live one, as a new version',
  method: 'post',
  path: `${PATH}/restore`,
  params,
  body: z.object({ version: z.coerce.number().int().min(1).describe('the live one') }),
  output: z.object({ version: z.int() }),
  refusals: ['catalog.home_changed'],
})
