import type { EffectKind } from '#lib/market.ts'
import { z } from 'zod'
import { countryCode } from '#lib/wire.ts'

/**
 * The port to one store on its platform. Every implementation passes `store-connector.suite.ts`.
 * All writes are idempotent by ids that we choose. Failures are `ConnectorFailure`.
 */
export interface StoreConnector {
  getStore(): Promise<StoreInfo>
  listLanguages(): Promise<Named[]>
  listPlatformLanguages(): Promise<Named[]>
  listCustomerGroups(): Promise<Named[]>
  /** The platform fetches and verifies the package itself. */
  putPackage(offer: PackageOffer): Promise<void>
  putEffect(
    effectId: string,
    effect: Effect,
    placing?: Placing,
  ): Promise<z.output<typeof effectAnswer>>
  /** What is there now, whoever wrote it; null when nothing is. */
  getEffect(effectId: string): Promise<z.output<typeof shownEffect> | null>
  /** False when it was not there. */
  deleteEffect(effectId: string): Promise<boolean>
  getState(): Promise<StoreState>
  /**
   * A new secret for a web-service user and its address; earlier ones stay valid for
   * `formerSeconds`. The market stores none of them.
   */
  renewSecret(effectId: string, formerSeconds: number): Promise<{ secret: string; url: string }>
  /**
   * The shop with these effects, for anyone with the token and for a limited time; the store does
   * not change.
   */
  startPreview(request: PreviewRequest): Promise<ShopPreview>
}

export type StoreInfo = z.output<typeof storeAnswer>
export type StoreState = z.output<typeof stateAnswer>
export interface Named {
  id: string
  name: string
  code: string
}

export interface PackageOffer {
  sha256: string
  url: string
  /** Bytes. */
  size: number
  signature: string
  keyId: string
  prefix: string
  version: string
}

export interface Effect {
  kind: EffectKind
  slot: string
  package: string
  item: { prefix: string; version: string }
  content: Record<string, unknown>
}

/** Position of an effect among the layers; last by default. */
export interface Placing {
  /** Replaces that effect in one step, so the order of the layers stays. */
  replaces?: string | undefined
  /** Its earlier position, as returned by `putEffect`. */
  place?: number | undefined
}

export interface PreviewRequest {
  /** Packages of the effects; the platform fetches them but installs nothing. */
  packages: PackageOffer[]
  effects: Effect[]
  /** Default language of the pages. */
  locale: string
  /** Without the layers of other items. */
  alone: boolean
}
export type ShopPreview = z.output<typeof previewAnswer>

/**
 * `temporary`: try again later; the write may have happened, but writes are idempotent. `refused`:
 * the platform refused, see `code`. `closed`: the store is closed.
 */
export class ConnectorFailure extends Error {
  readonly kind: 'temporary' | 'refused' | 'closed'
  readonly code: string
  /** Seconds, when the platform requested a pause. */
  readonly retryAfter: number | undefined
  constructor(kind: 'temporary' | 'refused' | 'closed', code: string, retryAfter?: number) {
    super(`${kind}: ${code}`)
    this.name = 'ConnectorFailure'
    this.kind = kind
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Answers of the Store Connector protocol, version 1 (docs/protocols/store-connector.md). */

export const namedAnswer = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), code: z.string() })),
})
const billingText = z.string().trim().max(200).optional()
/** Whom a platform invoices for a store; ours are proposed to be the same. */
export const billingDetails = z.object({
  company: billingText,
  firstname: billingText,
  lastname: billingText,
  tax_office: billingText,
  tax_number: billingText,
  email: billingText,
  phone: billingText,
  country: countryCode,
  city: billingText,
  district: billingText,
  zip_code: billingText,
  address: billingText,
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
  // Only a proposal: without it, or with one that cannot be read, the owner types it.
  billing_details: billingDetails.optional().catch(undefined),
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
      /** Absent where the platform does not count calls. */
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
  /** False where the platform has no web services for such users. */
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
