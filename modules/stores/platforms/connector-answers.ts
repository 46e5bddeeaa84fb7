import { z } from 'zod'

/** Answers of the Store Connector protocol, version 1 (docs/protocols/store-connector.md). */

export const namedAnswer = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })),
})
export const storeAnswer = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  url: z.url(),
  locale: z.string(),
  currency: z.string(),
  is_os2: z.boolean(),
  status: z.enum(['active', 'closed']),
  platform_version: z.string(),
  contact_email: z.string().optional(),
  contact_name: z.string().optional(),
})
export const effectAnswer = z.object({
  effect_id: z.string(),
  kind: z.string(),
  slot: z.string(),
  sha256: z.string(),
  revision: z.number(),
  place: z.int(),
  secret: z.string().optional(),
})
export const shownEffect = effectAnswer.extend({
  package: z.string(),
  content: z.record(z.string(), z.unknown()),
})
export const stateAnswer = z.object({
  revision: z.number(),
  slots: z.array(
    z.object({
      slot: z.string(),
      base_sha256: z.string(),
      sha256: z.string(),
      layers: z.array(
        z.object({
          effect_id: z.string(),
          kind: z.string(),
          sha256: z.string(),
          place: z.int(),
          item: z.object({ prefix: z.string(), version: z.string() }),
        }),
      ),
    }),
  ),
  users: z.array(
    z.object({
      effect_id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      /** Absent where the platform does not count. */
      rights: z
        .array(
          z.object({
            scope: z.string(),
            calls: z.int().min(0),
            last_used_at: z.iso.datetime({ offset: true }).nullable(),
          }),
        )
        .optional(),
    }),
  ),
  packages: z.array(z.string()),
  /** False where there are no web services that a user could call; absent where there are. */
  takes_users: z.boolean().optional(),
})
export const previewAnswer = z.object({
  token: z.string().regex(/^[A-Za-z0-9_-]{22,200}$/),
  url: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  /** Seconds. */
  expires_in: z.number().int().min(1).max(86_400),
  /** Other origins that the shop's pages load files from. */
  assets: z
    .array(z.url({ protocol: /^https$/ }).refine((url) => new URL(url).origin === url))
    .max(10),
  pages: z
    .array(
      z.object({
        page: z.string().regex(/^[a-z-]{1,40}$/),
        path: z.string().regex(/^\/(?!\/)[^\s\\#]{0,500}$/),
      }),
    )
    .min(1)
    .max(20),
})
