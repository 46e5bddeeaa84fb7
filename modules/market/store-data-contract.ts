import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'

const TAG = 'Operator: data of a store'
const ADMIN = { who: 'operator', roles: ['admin'] } as const
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const
const at = z.iso.datetime()
const params = z.object({ store: z.string().max(60) })

export const listStoreData = declareOperation({
  id: 'listStoreData',
  summary: "What was asked about a store's data, the latest first",
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/operator/stores/{store}/data',
  policy: SUPPORT,
  params,
  output: z.object({
    requests: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['export', 'erase']),
        state: z.enum(['queued', 'done', 'failed']),
        asked_by: z.string(),
        asked_at: at,
        done_at: at.nullable(),
        counts: z.record(z.string(), z.number()).nullable(),
        file_until: at.nullable(),
      }),
    ),
    may_erase: z.boolean().describe('nothing is installed on it any more'),
  }),
  refusals: [],
})
export const exportStoreData = declareOperation({
  id: 'exportStoreData',
  summary: 'Make a file of all we know of a store, for its owner',
  tag: TAG,
  source: 'D23',
  method: 'post',
  path: '/operator/stores/{store}/data/export',
  policy: ADMIN,
  params,
  output: z.object({ id: z.string() }),
  refusals: ['backoffice.asked_already'],
})
export const eraseStoreData = declareOperation({
  id: 'eraseStoreData',
  summary: 'Erase what names a person of a store; what the law keeps stays',
  tag: TAG,
  source: 'D23',
  method: 'post',
  path: '/operator/stores/{store}/data/erase',
  policy: ADMIN,
  params,
  body: z.object({
    domain: z.string().trim().toLowerCase().max(253).describe("the store's, typed to be sure"),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['backoffice.asked_already', 'backoffice.still_installed'],
})
export const fetchStoreData = declareOperation({
  id: 'fetchStoreData',
  idempotency: 'none',
  summary: 'The file of an export; whoever takes it stands in the log',
  tag: TAG,
  source: 'D23',
  method: 'post',
  path: '/operator/stores/{store}/data/{request}/file',
  policy: ADMIN,
  params: params.extend({ request: z.string().max(60) }),
  output: z.object({ json: z.string() }),
  refusals: [],
})
