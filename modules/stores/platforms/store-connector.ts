import type { EffectKind } from '#lib/market.ts'
import type { z } from 'zod'
import type {
  effectAnswer,
  previewAnswer,
  shownEffect,
  stateAnswer,
  storeAnswer,
} from './connector-answers.ts'

/**
 * The port to one store on its platform: what Arasta can see of it and put on it. Every adapter
 * passes `store-connector.suite.ts`. All writes are idempotent by the ids that we choose. Failures
 * are `ConnectorFailure`.
 */
export interface StoreConnector {
  getStore(): Promise<StoreInfo>
  listLanguages(): Promise<Named[]>
  listPlatformLanguages(): Promise<Named[]>
  listCustomerGroups(): Promise<Named[]>
  /** The platform fetches and verifies the package by itself. */
  putPackage(offer: PackageOffer): Promise<void>
  putEffect(
    effectId: string,
    effect: Effect,
    placing?: Placing,
  ): Promise<z.output<typeof effectAnswer>>
  /** What stands there now, whoever wrote it; null when it is not there. */
  getEffect(effectId: string): Promise<z.output<typeof shownEffect> | null>
  /** False when it was not there any more. */
  deleteEffect(effectId: string): Promise<boolean>
  getState(): Promise<StoreState>
  /**
   * Another secret for a web-service user, and where it is used; those until now are good for
   * `formerSeconds` more. The market keeps none of them.
   */
  renewSecret(effectId: string, formerSeconds: number): Promise<{ secret: string; url: string }>
  /**
   * The shop with these effects on it, for whoever has the token and for a while; nothing of the
   * store changes.
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

/** Where an effect goes among the layers; last, when neither is given. */
export interface Placing {
  /** It takes the place of that effect in one step: the order of the layers stays. */
  replaces?: string | undefined
  /** Where it stood before it was taken off, as the answer to an earlier `putEffect` named it. */
  place?: number | undefined
}

export interface PreviewRequest {
  /** Of the effects; the platform fetches them and gives them to no store. */
  packages: PackageOffer[]
  effects: Effect[]
  /** Of the pages that do not ask for another. */
  locale: string
  /** Without the layers of other items. */
  alone: boolean
}
export type ShopPreview = z.output<typeof previewAnswer>

/**
 * `temporary`: nothing is known to be wrong with the request, try again later (the write may have
 * happened: they are idempotent). `refused`: the platform said no, `code` says why. `closed`: the
 * store is closed.
 */
export class ConnectorFailure extends Error {
  readonly kind: 'temporary' | 'refused' | 'closed'
  readonly code: string
  /** Seconds, when the platform asked for a pause. */
  readonly retryAfter: number | undefined
  constructor(kind: 'temporary' | 'refused' | 'closed', code: string, retryAfter?: number) {
    super(`${kind}: ${code}`)
    this.name = 'ConnectorFailure'
    this.kind = kind
    this.code = code
    this.retryAfter = retryAfter
  }
}
