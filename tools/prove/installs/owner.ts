import { importJWK, SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { AGREEMENTS } from '#contexts/checkout/legal-texts.ts'
import { createHttp, type HttpClient } from '#lib/http.ts'
import type { StockedItem } from './stock.ts'

/** An answer of the market; `status` 0: there was none. */
export interface Reply {
  status: number
  // Answers are looked into by name; what they must look like is the contract's business.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

export interface PlatformKey { kty: string; crv: string; x: string; d: string; kid: string }
export interface World {
  http: HttpClient
  origin: string
  key: PlatformKey
  tokens: ReadonlyMap<string, string>
  /** How much later than it is the market lives by now. */
  aheadSeconds: number
}

export const openWorld = (origin: string, key: PlatformKey, tokens: World['tokens']): World => ({ http: createHttp({ allowOrigins: [origin] }), origin, key, tokens, aheadSeconds: 0 })

/** Longer than the market waits for a platform. */
const PATIENCE_MS = 40_000
const ALL = ['web_service_user', 'design_block', 'tracking_code']

/** The owner of a store, signed in from the panel. */
export class Owner {
  readonly world: World
  readonly externalId: string
  storeId = ''
  token = ''
  readonly storeToken: string

  constructor(world: World, externalId: string) {
    this.world = world
    this.externalId = externalId
    this.storeToken = world.tokens.get(externalId) ?? ''
  }

  /** A platform that has too much to do says so, and its owner comes again. */
  async signIn(triesLeft = 20): Promise<this> {
    const now = Math.floor(Date.now() / 1000) + this.world.aheadSeconds
    const launch = await new SignJWT({
      domain: `${this.externalId}.shop.localhost`, account: { id: `u-${this.externalId}`, name: 'Ayşe Demir', email: 'ayse@shop.example' }, is_os2: false, hl: 'tr',
      iss: '1', aud: this.world.origin, sub: this.externalId, iat: now, nbf: now, exp: now + 100, jti: randomBytes(12).toString('hex'),
    }).setProtectedHeader({ alg: 'EdDSA', kid: this.world.key.kid }).sign(await importJWK(this.world.key, 'EdDSA'))
    const reply = await this.#ask('POST', '/auth/domain', {}, { authorization: `Bearer ${launch}`, 'apps-token': launch, 'store-token': this.storeToken })
    if (reply.status === 503 && triesLeft > 0) {
      await new Promise(resolve => setTimeout(resolve, 1_000))
      return this.signIn(triesLeft - 1)
    }
    if (reply.status !== 200) throw new Error(`${this.externalId} could not sign in: ${reply.status} ${JSON.stringify(reply.body)}`)
    ;[this.token, this.storeId] = [reply.body.token, reply.body.store_id]
    return this
  }

  async #ask(method: string, path: string, body: object | undefined, headers: Record<string, string>): Promise<Reply> {
    try {
      const answer = await this.world.http.request(`${this.world.origin}/api${path}`, {
        method, headers: { ...headers, ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }), timeoutMs: PATIENCE_MS, maxBytes: 2 ** 22,
      })
      const text = answer.body.toString('utf8')
      return { status: answer.status, body: (answer.headers['content-type'] ?? '').includes('json') ? JSON.parse(text) : text }
    } catch {
      return { status: 0, body: null }
    }
  }

  call(method: string, path: string, body?: object): Promise<Reply> {
    return this.#ask(method, path, body, { 'apps-token': this.token, 'store-token': this.storeToken })
  }

  install({ id }: Pick<StockedItem, 'id'>, release?: string): Promise<Reply> {
    const body = { store: this.storeId, permissions: ALL, agreement: { version: AGREEMENTS.data_protection.version }, order_steps: true, ...(release && { release }) }
    return this.call('POST', `/app-store/app/${id}/installation`, body)
  }

  /** Also the way back to an earlier release. */
  update({ id }: Pick<StockedItem, 'id'>, release: string): Promise<Reply> {
    return this.call('PUT', `/app-store/app/${id}/installation`, { store: this.storeId, permissions: ALL, order_steps: true, release })
  }

  uninstall({ id }: Pick<StockedItem, 'id'>): Promise<Reply> {
    return this.call('DELETE', `/app-store/app/${id}/installation`, { store: this.storeId })
  }

  /** Everything off for a while, and on again; and the button that helps when work stopped halfway. */
  press({ id }: Pick<StockedItem, 'id'>, button: 'pause' | 'resume' | 'retry'): Promise<Reply> {
    return this.call('POST', `/app-store/app/${id}/installation/${button}`, { store: this.storeId })
  }

  look({ id }: Pick<StockedItem, 'id'>): Promise<Reply> {
    return this.call('GET', `/app-store/app/${id}/installation`)
  }
}
