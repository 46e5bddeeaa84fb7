import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { BULK_ACT_NAMES, BULK_STATES, MOST_GIVEN, MOST_STEPS, STEP_STATES } from './bulk-rules.ts'

/** Each act has its own roles; they are asked when it is planned, begun, and at each row. */
const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const TAG = 'Operator'

const at = z.iso.datetime()
const count = z.int().min(0)
const params = z.object({ run: z.string().max(60) })

const run = z.object({
  id: z.string(),
  act: z.enum(BULK_ACT_NAMES),
  filters: z.record(z.string(), z.string()).nullable().describe('null: rows chosen one by one'),
  state: z.enum(BULK_STATES),
  undoes: z.string().nullable(),
  is_cut: z.boolean().describe('the filters show more rows than a run may have'),
  rows: z.object({
    waiting: count,
    possible: count,
    impossible: count,
    done: count,
    refused: count,
  }),
  asked_at: at,
  done_at: at.nullable(),
})

export const listBulkRuns = declareOperation({
  id: 'listBulkRuns',
  summary: 'Acts on many rows that the caller planned, the newest first',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/bulk',
  policy: EVERY_OPERATOR,
  output: z.object({ runs: z.array(run) }),
  refusals: [],
})

export const getBulkRun = declareOperation({
  id: 'getBulkRun',
  summary: 'An act on many rows: how far it is, and what cannot be done and why',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/bulk/{run}',
  policy: EVERY_OPERATOR,
  params,
  query: z.object({ after: z.coerce.number().int().min(0).max(MOST_STEPS).optional() }),
  output: run.extend({
    undone_by: z.string().nullable().describe('the run that brings its rows back'),
    may_undo: z.boolean(),
    reasons: z
      .array(
        z.object({
          code: z.string(),
          message: z.string(),
          count,
          examples: z.array(z.object({ id: z.string(), title: z.string() })),
        }),
      )
      .describe('why rows cannot be done, or were not'),
    steps: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        state: z.enum(STEP_STATES),
        reason: z.string().nullable(),
      }),
    ),
    next: z.int().nullable(),
  }),
  refusals: [],
})

export const planBulk = declareOperation({
  id: 'planBulk',
  summary: 'Try an act on many rows without doing it; a job says which can be done',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/operator/bulk',
  policy: EVERY_OPERATOR,
  body: z.object({
    act: z.enum(BULK_ACT_NAMES),
    ids: z.array(z.string().min(1).max(120)).max(MOST_STEPS).default([]),
    filters: z
      .record(z.string().max(40), z.string().max(300))
      .refine((fields) => Object.keys(fields).length <= MOST_GIVEN, { error: 'field.invalid' })
      .nullable()
      .default(null)
      .describe('all rows that the list shows with these; null: those of `ids`'),
    given: z
      .record(z.string().max(40), z.string().max(5_000))
      .refine((fields) => Object.keys(fields).length <= MOST_GIVEN, { error: 'field.invalid' })
      .default({})
      .describe('the body of the act on one row: reasons, a notice'),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['bulk.nothing', 'bulk.too_many'],
})

export const startBulk = declareOperation({
  id: 'startBulk',
  summary: 'Do what was tried, to every row that could be done; each is judged again',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/operator/bulk/{run}/start',
  policy: EVERY_OPERATOR,
  params,
  output: done,
  refusals: ['bulk.not_checked'],
})

export const stopBulk = declareOperation({
  id: 'stopBulk',
  summary: 'Stop: rows that were not done stay as they are',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/operator/bulk/{run}/stop',
  policy: EVERY_OPERATOR,
  params,
  output: done,
  refusals: ['bulk.over'],
})

export const undoBulk = declareOperation({
  id: 'undoBulk',
  summary: 'Plan to bring back the rows that were done',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/operator/bulk/{run}/undo',
  policy: EVERY_OPERATOR,
  params,
  output: z.object({ id: z.string() }),
  refusals: ['bulk.no_undo', 'bulk.undo_open', 'bulk.too_many'],
})
