import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'
import { inputField } from './contract.ts'

/** S7.15: what the installer service answers, at its own address. */

const wanted = z.object({
  item_id: z.string().max(60).optional(),
  prefix: z.string().max(120).optional(),
  release: z
    .string()
    .max(40)
    .optional()
    .describe('a version; the highest that fits this store without it'),
  channel: z
    .enum(['stable', 'preview'])
    .default('stable')
    .describe('preview: also versions that are tried out before, like 2.0.0-beta.1'),
  rollback: z
    .stringbool()
    .default(false)
    .describe('with `release`: it may be lower than what the store has'),
})
const fitRefusals = [
  'catalog.item_not_found',
  'catalog.not_installable',
  'installs.release_not_found',
  'installs.lower_release',
  'installs.unsupported',
  'installs.not_for_storefront',
] as const

export const getInstallForm = declareOperation({
  id: 'getInstallForm',
  summary: 'Install form of an item on this store',
  tag: 'Installer',
  source: 'S7.15',
  method: 'get',
  path: '/app/input',
  policy: { who: 'store', needs: 'browse' },
  query: wanted,
  output: one(
    z.object({
      version: z.string(),
      schema: z
        .record(z.string(), z.unknown())
        .describe(
          "JSON Schema, draft 2020-12, in the reader's language and with this store's choices",
        ),
      fields: z.array(inputField),
    }),
  ),
  refusals: [...fitRefusals, 'platform.unavailable'],
})

export const getPackage = declareOperation({
  id: 'getPackage',
  summary: 'The release that fits this store, with hash, signature and a short-lived download',
  tag: 'Installer',
  source: 'S7.15 D11',
  method: 'get',
  path: '/app/package',
  policy: { who: 'store', needs: 'install' },
  query: wanted,
  output: one(
    z.object({
      version: z.string(),
      size: z.number().int(),
      sha256: z.string(),
      signature: z.string(),
      key_id: z.string(),
      log: z
        .object({
          index: z.number().int(),
          entry: z.string().describe("the leaf's own bytes"),
          proof: z.array(z.string()).describe('inclusion proof (RFC 9162), in hex'),
          head: z.object({
            log: z.string(),
            size: z.number().int(),
            root: z.string(),
            signed_at: time,
            expires_at: time,
            key_id: z.string(),
            signature: z.string(),
          }),
        })
        .describe('what the release log says last of this release: docs/protocols/release-log.md'),
      download: z.object({ url: z.string(), expires_at: time }),
    }),
  ),
  refusals: [...fitRefusals, 'installs.not_entitled'],
})
