import { z } from 'zod'
import { packageCaps } from './zip.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be lower-case hex SHA-256')
const prefix = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
const version = z.string().min(1).max(64)

export const effectId = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)
export const packageSha = sha256

/** `POST /credentials` */
export const credentialsBody = z.strictObject({ store_token: z.string().min(1).max(400) })

/** `PUT /stores/{store}/packages/{sha256}` */
export const packageBody = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  size: z.int().min(1).max(packageCaps.packageBytes),
  signature: z.string().regex(/^[A-Za-z0-9_-]{86}$/, 'must be a base64url Ed25519 signature'),
  key_id: z.string().min(1).max(200),
  prefix,
  version,
})
export type PackageBody = z.infer<typeof packageBody>

const markup = z.strictObject({ html: z.string().max(512 * 1024) })
const common = {
  slot: z.string().min(1).max(100),
  package: sha256,
  item: z.strictObject({ prefix, version }),
  replaces: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,80}$/)
    .optional(),
  place: z.int().min(1).optional(),
}

/** `PUT /stores/{store}/effects/{effect_id}` */
export const effectBody = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tracking_code'), ...common, content: markup }),
  z.strictObject({ kind: z.literal('design_block'), ...common, content: markup }),
  z.strictObject({
    kind: z.literal('theme'),
    ...common,
    content: z.strictObject({
      stylesheet: z.string().min(1).max(200),
      stylesheet_rtl: z.string().min(1).max(200).optional(),
      settings: z.record(z.string(), z.json()),
    }),
  }),
  z.strictObject({
    kind: z.literal('web_service_user'),
    ...common,
    content: z.strictObject({
      name: z.string().min(1).max(100),
      scopes: z.array(z.string().min(1).max(100)).max(50),
    }),
  }),
])
export type EffectBody = z.infer<typeof effectBody>

/** `POST /stores/{store}/effects/{effect_id}/secret` */
export const secretBody = z.strictObject({
  former_seconds: z
    .int()
    .min(0)
    .max(7 * 86_400),
})

/** `POST /stores/{store}/previews` */
export const previewBody = z.strictObject({
  packages: z.array(packageBody.extend({ sha256 })).min(1).max(5),
  effects: z.array(effectBody).max(50),
  locale: z
    .string()
    .regex(/^[a-z]{2}$/)
    .optional(),
  alone: z.boolean().default(false),
})
export type PreviewBody = z.infer<typeof previewBody>

/** Web-service note on an order. */
export const noteBody = z.strictObject({ text: z.string().trim().min(1).max(2000) })
