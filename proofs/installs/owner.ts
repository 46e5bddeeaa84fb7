import { AGREEMENTS } from '#modules/orders/legal-texts.ts'
import { createHttp, type HttpClient } from '#lib/http.ts'
import { storeName } from './ledgers.ts'
import type { SeededItem } from './seed-items.ts'

/** An answer of the market; `status` 0: there was none. */
export interface Reply {
  status: number
  // Fields of answers are read by name; their schema is checked elsewhere.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

export interface Platform {
  http: HttpClient
  origin: string
  /** How much later than it is the market lives by now. */
  aheadSeconds: number
}

export const openPlatform = (origin: string): Platform => ({
  http: createHttp({ allowOrigins: [origin] }),
  origin,
  aheadSeconds: 0,
})

/** Longer than the market waits for a platform. */
const TIMEOUT_MS = 40_000
const ALL = ['web_service_user', 'design_block', 'tracking_code']

export async function callMarket(
  { http, origin }: Platform,
  method: string,
  path: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Reply> {
  try {
    const answer = await http.request(`${origin}/api${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: 2 ** 22,
    })
    const text = answer.body.toString('utf8')
    return {
      status: answer.status,
      body: (answer.headers['content-type'] ?? '').includes('json') ? JSON.parse(text) : text,
    }
  } catch {
    return { status: 0, body: null }
  }
}

/** What an owner has who is signed in; a store token only where stores have a panel. */
export interface OwnerKeys {
  token: string
  storeId: string
  storeToken?: string
}

/** The owner of a store, signed in. */
export class Owner {
  readonly world: Platform
  readonly platform: number
  readonly externalId: string
  /** Among the stores of all platforms. */
  readonly name: string
  readonly storeId: string
  readonly token: string
  readonly #headers: Record<string, string>

  constructor(
    world: Platform,
    platform: number,
    externalId: string,
    { token, storeId, storeToken }: OwnerKeys,
  ) {
    this.world = world
    ;[this.platform, this.externalId] = [platform, externalId]
    this.name = storeName(platform, externalId)
    ;[this.token, this.storeId] = [token, storeId]
    this.#headers = {
      'apps-token': token,
      ...(storeToken !== undefined && { 'store-token': storeToken }),
    }
  }

  call(method: string, path: string, body?: object): Promise<Reply> {
    return callMarket(this.world, method, path, body, this.#headers)
  }

  install({ id }: Pick<SeededItem, 'id'>, release?: string): Promise<Reply> {
    const body = {
      store: this.storeId,
      permissions: ALL,
      agreement: { version: AGREEMENTS.data_protection.version },
      order_steps: true,
      ...(release && { release }),
    }
    return this.call('POST', `/app-store/app/${id}/installation`, body)
  }

  /** Also the way back to an earlier release. */
  update({ id }: Pick<SeededItem, 'id'>, release: string): Promise<Reply> {
    return this.call('PUT', `/app-store/app/${id}/installation`, {
      store: this.storeId,
      permissions: ALL,
      order_steps: true,
      release,
    })
  }

  uninstall({ id }: Pick<SeededItem, 'id'>): Promise<Reply> {
    return this.call('DELETE', `/app-store/app/${id}/installation`, { store: this.storeId })
  }

  /**
   * Everything off for a while, and on again; and the button that helps when work stopped halfway.
   */
  press({ id }: Pick<SeededItem, 'id'>, button: 'pause' | 'resume' | 'retry'): Promise<Reply> {
    return this.call('POST', `/app-store/app/${id}/installation/${button}`, { store: this.storeId })
  }

  look({ id }: Pick<SeededItem, 'id'>): Promise<Reply> {
    return this.call('GET', `/app-store/app/${id}/installation`)
  }
}
