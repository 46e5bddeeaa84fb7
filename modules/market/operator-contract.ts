import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { APPEAL_ANSWER } from '#modules/publishing/statements/contract.ts'
import { inboxCounts } from './inbox-contract.ts'
import { JOB_STATES, TODO_STEPS } from './rules.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const ADMIN = { who: 'operator', roles: ['admin'] } as const
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const at = z.iso.datetime()
const count = z.int().min(0)
const jobParams = z.object({ name: z.string().max(60), job: z.uuid() })

export const getOperatorHome = declareOperation({
  id: 'getOperatorHome',
  summary: 'The market in figures, and what waits for a person',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator',
  policy: EVERY_OPERATOR,
  output: z.object({
    items: z.object({ published: count, draft: count, unpublished: count }),
    stores: count,
    installs: count,
    partners: count,
    todo: z
      .array(z.object({ step: z.enum(TODO_STEPS), done: z.boolean() }))
      .describe('what it takes to open the market; empty when all of it is done'),
    draft_platform: z.int().nullable().describe('whose setup comes first'),
    waiting: inboxCounts,
    jobs: z
      .array(z.object({ name: z.string(), failed: count, waiting: count }))
      .nullable()
      .describe('null: could not be read'),
  }),
  refusals: [],
})

export const listJobs = declareOperation({
  id: 'listJobs',
  summary: 'Background jobs that were given up, wait or run',
  tag: 'Operator: running',
  source: 'D1',
  method: 'get',
  path: '/operator/jobs',
  policy: SUPPORT,
  query: z.object({
    state: z.enum(JOB_STATES).default('failed'),
    name: z.string().max(60).optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    names: z.array(
      z.object({ name: z.string(), failed: z.int(), waiting: z.int(), active: z.int() }),
    ),
    jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        about: z.string().describe('the row that it works on'),
        tries: z.int(),
        made_at: at,
        ended_at: at.nullable(),
        fault: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const retryJob = declareOperation({
  id: 'retryJob',
  summary: 'Let a job that was given up be tried again',
  tag: 'Operator: running',
  source: 'D1',
  method: 'post',
  path: '/operator/jobs/{name}/{job}/retry',
  policy: ADMIN,
  params: jobParams,
  output: done,
  refusals: ['backoffice.job_gone'],
})

export const discardJob = declareOperation({
  id: 'discardJob',
  summary: 'Forget a job that was given up',
  tag: 'Operator: running',
  source: 'D1',
  method: 'delete',
  path: '/operator/jobs/{name}/{job}',
  policy: ADMIN,
  params: jobParams,
  output: done,
  refusals: ['backoffice.job_gone'],
})

export const answerAppeal = declareOperation({
  id: 'answerAppeal',
  summary: 'Answer an appeal: the decision stands, or is undone',
  tag: 'Operator',
  source: 'D1',
  method: 'put',
  path: '/operator/statements/{statement}/appeal',
  policy: { who: 'operator', roles: ['admin', 'reviewer', 'support'] },
  params: z.object({ statement: z.string().max(60) }),
  body: z.object(APPEAL_ANSWER),
  output: done,
  refusals: ['statements.no_appeal', 'statements.own_decision'],
})

const storeParams = z.object({ store: z.string().max(60) })

export const listStoreData = declareOperation({
  id: 'listStoreData',
  summary: "What was asked about a store's data, the latest first",
  tag: 'Operator: data of a store',
  source: 'D23',
  method: 'get',
  path: '/operator/stores/{store}/data',
  policy: SUPPORT,
  params: storeParams,
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
  tag: 'Operator: data of a store',
  source: 'D23',
  method: 'post',
  path: '/operator/stores/{store}/data/export',
  policy: ADMIN,
  params: storeParams,
  output: z.object({ id: z.string() }),
  refusals: ['backoffice.asked_already'],
})
export const eraseStoreData = declareOperation({
  id: 'eraseStoreData',
  summary: 'Erase what names a person of a store; what the law keeps stays',
  tag: 'Operator: data of a store',
  source: 'D23',
  method: 'post',
  path: '/operator/stores/{store}/data/erase',
  policy: ADMIN,
  params: storeParams,
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
  tag: 'Operator: data of a store',
  source: 'D23',
  method: 'post',
  path: '/operator/stores/{store}/data/{request}/file',
  policy: ADMIN,
  params: storeParams.extend({ request: z.string().max(60) }),
  output: z.object({ json: z.string() }),
  refusals: [],
})
