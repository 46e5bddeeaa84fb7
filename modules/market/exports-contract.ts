import { z } from 'zod'
import { fileAnswer } from '#lib/wire.ts'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { EXPORT_FORMATS, EXPORT_STATES } from './exports-rules.ts'
import { LIST_NAMES } from './list-columns.ts'

/** Each list has its own roles; they are asked when a file is asked for, made and taken. */
const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const TAG = 'Operator'

const at = z.iso.datetime()
const params = z.object({ export: z.string().max(60) })

export const filters = z
  .record(z.string().max(40), z.string().max(300))
  .refine((given) => Object.keys(given).length <= 20, { error: 'field.invalid' })
  .default({})
  .describe('as in the query of the list')

export const listExports = declareOperation({
  id: 'listExports',
  summary: 'Files of lists that the caller asked for, the newest first',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/exports',
  policy: EVERY_OPERATOR,
  output: z.object({
    exports: z.array(
      z.object({
        id: z.string(),
        list: z.enum(LIST_NAMES),
        filters: z.record(z.string(), z.string()),
        format: z.enum(EXPORT_FORMATS),
        state: z.enum(EXPORT_STATES),
        rows: z.int().describe('written so far'),
        bytes: z.int(),
        is_cut: z.boolean().describe('the list has more rows than a file may have'),
        asked_at: at,
        done_at: at.nullable(),
        until: at.describe('it is deleted then'),
      }),
    ),
  }),
  refusals: [],
})

export const startExport = declareOperation({
  id: 'startExport',
  summary: 'Have a file made of what a list shows with these filters',
  tag: TAG,
  source: 'D1 D23',
  method: 'post',
  path: '/operator/exports',
  policy: EVERY_OPERATOR,
  body: z.object({
    list: z.enum(LIST_NAMES),
    filters,
    columns: z
      .array(z.string().max(40))
      .max(40)
      .default([])
      .describe('in the order of the list; none: all of them'),
    format: z.enum(EXPORT_FORMATS),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['exports.too_many'],
})

export const fetchExport = declareOperation({
  id: 'fetchExport',
  idempotency: 'none',
  summary: 'The file of a list; whoever takes it stands in the log',
  tag: TAG,
  source: 'D1 D23',
  method: 'post',
  path: '/operator/exports/{export}/file',
  policy: EVERY_OPERATOR,
  params,
  output: fileAnswer,
  file: true,
  refusals: [],
})

export const deleteExport = declareOperation({
  id: 'deleteExport',
  summary: 'Delete the file of a list, or stop making it',
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/operator/exports/{export}',
  policy: EVERY_OPERATOR,
  params,
  output: done,
  refusals: [],
})
