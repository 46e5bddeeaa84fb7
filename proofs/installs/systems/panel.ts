import { importJWK, SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { generateSigningKey } from '#modules/catalog/packages/sign-package.ts'
import { openCallProxy } from '../../harness/call-proxy.ts'
import type { ShopState } from '../ledgers.ts'
import { callMarket, openPlatform, Owner, type Platform, type Reply } from '../owner.ts'
import { nameOfCall, openRefusals, type OtherSystem, type Surroundings } from './other-system.ts'

/** Signs what a platform hands to the market. */
export interface PanelKey {
  kty: string
  crv: string
  x: string
  d: string
  kid: string
}

/** With these the market calls a platform. */
export interface Client {
  id: string
  secret: string
}

/** A platform with a panel, as its maker runs it. */
export interface Panel {
  /** Its number in the market. */
  id: number
  /** Where the market calls it. */
  connector: string
  /** Where its owners work. */
  origin: string
  key: PanelKey
  /** What the checks of the protocol are given. */
  tests: { store: string; other: string; scopes: readonly string[] }
  /** Where the checks look at pages of these stores. */
  testOrigins: readonly string[]
  tokenOf: (externalId: string) => string
  refuse: OtherSystem['refuse']
  start(client: Client): Promise<void>
  readBook(): Promise<ShopState>
  bookBefore(): ShopState
  pid?(): number | undefined
  output(): string
  close(): Promise<void>
}

export type OpenPanel = (around: Surroundings) => Promise<Panel>

export const newPanelKey = (kid: string): PanelKey => ({ ...generateSigningKey(), kid }) as PanelKey

export const publicHalf = ({ d: _private, ...key }: PanelKey): object => key

/** Stores of both platforms are numbered alike. */
export const fleetId = (n: number): `fleet-${number}` => `fleet-${n}`

/** The proxy in front of a panel's connector, which can also refuse an item. */
export async function openPanelProxy(around: Surroundings, port: number, host: string) {
  const refusals = openRefusals()
  const proxy = await openCallProxy({
    port,
    host,
    killSwitch: around.killSwitch,
    witness: around.witness,
    nameOf: nameOfCall,
    misbehavior: (call) => around.misbehavior(call) ?? refusals.misbehavior(call),
    onAnswer: around.onAnswer,
  })
  return {
    ...proxy,
    refuse: async (...given: Parameters<typeof refusals.set>) => refusals.set(...given),
  }
}

/** What a panel gives a store's owner on the way to the market. */
export async function launchToken(
  { id, key, origin }: Pick<Panel, 'id' | 'key' | 'origin'>,
  world: Platform,
  externalId: string,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000) + world.aheadSeconds
  return new SignJWT({
    domain: `${externalId}.${new URL(origin).hostname.replace(/^panel\./, 'shop.')}`,
    account: { id: `u-${externalId}`, name: 'Ayşe Demir', email: 'ayse@shop.example' },
    is_os2: false,
    hl: 'tr',
    iss: String(id),
    aud: world.origin,
    sub: externalId,
    iat: now,
    nbf: now,
    exp: now + 100,
    jti: randomBytes(12).toString('hex'),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid })
    .sign(await importJWK(key, 'EdDSA'))
}

export const exchange = (world: Platform, launch: string, storeToken: string): Promise<Reply> =>
  callMarket(
    world,
    'POST',
    '/auth/domain',
    {},
    { authorization: `Bearer ${launch}`, 'apps-token': launch, 'store-token': storeToken },
  )

/** A platform that has too much to do says so, and its owner comes again. */
export async function signInFromPanel(
  panel: Panel,
  world: Platform,
  externalId: string,
  triesLeft = 20,
): Promise<Owner> {
  const reply = await exchange(
    world,
    await launchToken(panel, world, externalId),
    panel.tokenOf(externalId),
  )
  if (reply.status === 503 && triesLeft > 0) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return signInFromPanel(panel, world, externalId, triesLeft - 1)
  }
  if (reply.status !== 200)
    throw new Error(
      `${externalId} could not sign in: ${reply.status} ${JSON.stringify(reply.body)}`,
    )
  return new Owner(world, panel.id, externalId, {
    token: reply.body.token,
    storeId: reply.body.store_id,
    storeToken: panel.tokenOf(externalId),
  })
}

/** The market as the stores of this panel know it: at a host of their own. */
export const atHost = (world: Platform, origin: string): Platform => ({
  ...openPlatform(origin),
  aheadSeconds: world.aheadSeconds,
})
