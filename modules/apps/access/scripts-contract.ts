import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { fileAnswer, one, time } from '#lib/wire.ts'

/**
 * S3.8: what apps run on the pages of a store, in the words of PCI DSS 6.4.3 and 11.6.1: authorised
 * by whom, unchanged since when.
 */

export const SCRIPT_STATES = ['as_put', 'changed', 'gone', 'unknown'] as const

export const script = z.object({
  id: z.string().describe('of the part on the store'),
  item: z.object({ slug: z.string(), name: z.string() }),
  version: z.string(),
  placement: z.number().int(),
  title: z.string(),
  in_order: z
    .enum(['step', 'every_page', 'no'])
    .describe('step: only on a step of the order; every_page: there too'),
  files: z.array(
    z.object({
      path: z.string().describe('in the package; the shop serves it from its own address'),
      sha384: z.string().nullable(),
    }),
  ),
  outside: z
    .array(z.string())
    .describe(
      'addresses elsewhere that the markup loads scripts from; nobody can say what is there',
    ),
  markup_sha384: z.string(),
  since: time.nullable(),
  approved_by: z.string().nullable(),
  approved_at: time.nullable(),
  order_consent: z
    .object({
      version: z.string().describe('of the app, when it was agreed to'),
      text_sha256: z.string().describe('of what was agreed to: words, markup and package'),
      agreed_at: time,
      agreed_by: z.string().nullable(),
    })
    .nullable()
    .describe(
      'of a part on a step of the order: the consent of its own; null elsewhere, and where it was put before that was asked for',
    ),
  state: z
    .enum(SCRIPT_STATES)
    .describe('is it there as we put it? unknown: the shop did not answer'),
})
export type Script = z.output<typeof script>

export const listScripts = declareOperation({
  id: 'listScripts',
  summary: 'What apps run on the pages of this store, with hashes',
  tag: 'Rights',
  source: 'S3.8',
  method: 'get',
  path: '/scripts',
  policy: { who: 'store' },
  output: one(
    z.object({
      scripts: z.array(script),
      looked_at: time.describe('now: when the shop was asked'),
      checked_at: time.nullable().describe('the last daily look of ours'),
    }),
  ),
  refusals: [],
})

export const exportScripts = declareOperation({
  id: 'exportScripts',
  summary: 'The same as a file',
  tag: 'Rights',
  source: 'S3.8',
  method: 'get',
  path: '/scripts/export',
  policy: { who: 'store' },
  query: z.object({ format: z.enum(['csv', 'json']).default('csv') }),
  output: fileAnswer,
  file: true,
  refusals: [],
})
