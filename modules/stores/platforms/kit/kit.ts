import { randomBytes } from 'node:crypto'
import { ask, Fault, Interrupted, NothingToCheck, type Need } from './faults.ts'
import type { Market, Offer } from './market.ts'
import { packageOf } from './packages.ts'
import type { KitSettings } from './settings.ts'
import { callSigned, type Answer, type Key, type Send, type SignedRequest } from './signed-calls.ts'

export interface StoreKey {
  id: string
  key: Key
}
export interface Layer {
  effect_id: string
  kind: string
  sha256: string
  place: number
  item: { prefix: string; version: string }
}
export interface Slot {
  slot: string
  base_sha256: string
  sha256: string
  layers: Layer[]
}
export interface State {
  revision: number
  slots: Slot[]
  users: Record<string, unknown>[]
  packages: string[]
}
export interface Placing {
  replaces?: string
  place?: number
}

/** What a check works with. Time is given, so that a test can move it. */
export interface Tools {
  base: string
  means: KitSettings
  market: Market
  now: () => number
  wait: (seconds: number) => Promise<void>
  patient: boolean
  send: Send
  /** Why the run is to end now; null while it goes on. Checked before every call. */
  interrupted?: () => string | null
}

/**
 * Claims the stores' keys; throws `Fault` or `Silence` when that is not possible, for then nothing
 * is.
 */
export async function openKit(tools: Tools) {
  const { base, means, market, now, send } = tools
  const callAnyway = (key: Key, method: string, path: string, asked?: SignedRequest) =>
    callSigned(send, base, key, now(), method, path, asked)
  async function goOn(): Promise<void> {
    const why = tools.interrupted?.() ?? null
    if (why !== null) throw new Interrupted(why)
  }
  async function call(
    key: Key,
    method: string,
    path: string,
    asked?: SignedRequest,
  ): Promise<Answer> {
    await goOn()
    return callAnyway(key, method, path, asked)
  }

  async function claim(storeToken: string): Promise<StoreKey> {
    const answer = await call(means.client, 'POST', '/credentials', {
      body: { store_token: storeToken },
    })
    const clock = Date.parse(answer.headers.date ?? '') / 1000
    const apart =
      Math.abs(clock - now()) > 250
        ? ` Its clock is ${Math.round(clock - now())} seconds from the one here.`
        : ''
    ask(
      's3-credentials',
      answer.status === 200,
      `a store token could not be traded: ${describeAnswer(answer)}.${apart}`,
    )
    const { store_id: id, key_id: keyId, secret } = answer.json
    ask(
      's3-credentials',
      typeof id === 'string' && typeof keyId === 'string' && typeof secret === 'string',
      `the answer lacks "store_id", "key_id" or "secret" as text: ${answer.text.slice(0, 200)}`,
    )
    return { id, key: { id: keyId, secret } }
  }
  const store = await claim(means.storeToken)
  const other = means.otherStoreToken === undefined ? null : await claim(means.otherStoreToken)
  const prefix = `kit-${randomBytes(4).toString('hex')}`
  const made = new Set<string>()
  let count = 0

  const stateOf = async ({ id, key }: StoreKey): Promise<State> =>
    readState(await call(key, 'GET', `/stores/${id}/state`))
  const putPackage = (offer: Offer, hash = offer.sha256, where = store) => {
    const { sha256: _, ...body } = offer
    return call(where.key, 'PUT', `/stores/${where.id}/packages/${hash}`, {
      body,
      timeoutMs: 60_000,
    })
  }
  const kept = new Map<string, Offer>()

  const kit = {
    ...tools,
    store,
    other,
    call,
    /** Of this run's items. */
    prefix,
    stateOf,
    /** One call of the store, with its own key. */
    ofStore: (method: string, path: string, asked?: SignedRequest) =>
      call(store.key, method, `/stores/${store.id}${path}`, asked),
    state: () => stateOf(store),
    slotOf: async (slot: string): Promise<Slot> => {
      const found = (await stateOf(store)).slots.find((one) => one.slot === slot)
      if (!found) throw new NothingToCheck(`the store has no slot ${slot}`)
      return found
    },
    putPackage,
    /** A package of an item that this run made, and that the store has; put once. */
    async item(
      name = 'item',
      files: Record<string, string> = { 'app.js': 'void 0' },
      kind: 'app' | 'theme' = 'app',
    ): Promise<Offer> {
      const there = kept.get(name)
      if (there) return there
      const offer = await market.offer(
        packageOf(`${prefix}-${name}`, files, { kind }),
        `${prefix}-${name}`,
      )
      const answer = await putPackage(offer)
      ask(
        's3-package',
        answer.status === 200,
        `a package that is right was refused: ${describeAnswer(answer)}`,
      )
      kept.set(name, offer)
      return offer
    },
    newEffectId: (): string => `${prefix}_${++count}`,
    put(
      effectId: string,
      effect: object,
      placing: Placing = {},
      asked: SignedRequest = {},
      where = store,
    ): Promise<Answer> {
      made.add(effectId)
      return call(where.key, 'PUT', `/stores/${where.id}/effects/${effectId}`, {
        body: { ...effect, ...placing },
        ...asked,
      })
    },
    /** The same, where it must be carried out. */
    async putWell(
      effectId: string,
      effect: object,
      placing: Placing = {},
    ): Promise<Record<string, unknown>> {
      const answer = await kit.put(effectId, effect, placing)
      ask(
        's3-effect',
        answer.status === 200,
        `an effect that is right was refused: ${describeAnswer(answer)}`,
      )
      return answer.json
    },
    remove(effectId: string, asked: SignedRequest = {}, where = store): Promise<Answer> {
      made.delete(effectId)
      return call(where.key, 'DELETE', `/stores/${where.id}/effects/${effectId}`, asked)
    },
    /** Takes off whatever a check left behind. */
    async tidy(): Promise<void> {
      for (const effectId of made)
        await callAnyway(store.key, 'DELETE', `/stores/${store.id}/effects/${effectId}`).catch(
          () => undefined,
        )
      made.clear()
    },
    /** A page or a file of the shop. */
    async page(
      origin: string,
      path: string,
      headers: Record<string, string> = {},
      method = 'GET',
    ): Promise<Answer> {
      await goOn()
      return send(origin, path, {
        method,
        headers,
        ...(method === 'POST' ? { body: '' } : {}),
        timeoutMs: 15_000,
      })
    },
    /** Why a check cannot be made here; null when it can. */
    lacks(needs: readonly Need[]): string | null {
      const missing: Record<Need, string | false> = {
        other: !other && 'the settings name no second store (other_store_token)',
        closed: !means.closed && 'the settings name no closed store (closed)',
        demonstration:
          means.demonstrationStore === undefined &&
          'the settings name no demonstration store (demonstration_store)',
        scratch:
          means.scratchStore === undefined && 'the settings name no scratch store (scratch_store)',
        scopes:
          means.scopes.length === 0 &&
          'the settings name no scopes (scopes): the platform has no web-service users',
        user_call:
          (means.userCall === undefined || means.scopes.length === 0) &&
          'the settings do not say what a web-service user can read (user_call)',
        handover: !means.handover && 'the settings have no launch token (handover)',
        patience: !tools.patient && 'it takes more than five minutes: say --patient',
      }
      return needs.map((need) => missing[need]).find((why) => why !== false) || null
    },
  }
  return kit
}
export type Kit = Awaited<ReturnType<typeof openKit>>

/** What came back, in few words. */
export const describeAnswer = ({ status, json }: Answer): string =>
  `${status}${typeof json.error === 'string' ? ` ${json.error}` : ''}${typeof json.message === 'string' ? ` (${json.message})` : ''}`

/** A refusal of the right status and code, in the right form. */
export function requireRefusal(
  anchor: string,
  answer: Answer,
  status: number,
  code: string,
  what: string,
): void {
  ask(
    anchor,
    answer.status === status && answer.json.error === code,
    `${what} was answered ${describeAnswer(answer)}, not ${status} ${code}`,
    `${status} ${code}`,
  )
  ask(
    's2-error-form',
    typeof answer.json.message === 'string',
    `the refusal of ${what} has no "message": ${answer.text.slice(0, 200)}`,
  )
}

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

function readLayer(value: unknown): Layer {
  const layer = { ...(value as Layer) }
  const fits =
    typeof layer.effect_id === 'string' &&
    typeof layer.kind === 'string' &&
    isHash(layer.sha256) &&
    Number.isInteger(layer.place) &&
    typeof layer.item?.prefix === 'string' &&
    typeof layer.item.version === 'string'
  ask('s5-state', fits, `a layer is not of the form of section 5: ${JSON.stringify(value)}`)
  return layer
}

/** The answer of `…/state`, checked for its form. */
export function readState(answer: Answer): State {
  ask('s3-state', answer.status === 200, `the state was answered ${describeAnswer(answer)}`)
  const { revision, slots, users, packages } = answer.json
  ask(
    's5-state',
    Number.isInteger(revision) &&
      Array.isArray(slots) &&
      Array.isArray(users) &&
      Array.isArray(packages),
    `the state lacks "revision", "slots", "users" or "packages": ${answer.text.slice(0, 200)}`,
  )
  if (!packages.every(isHash))
    throw new Fault('s5-state', '"packages" must be hashes in lower-case hex')
  return {
    revision: Number(revision),
    packages,
    users: users.map((user) => ({ ...(user as object) })),
    slots: slots.map((value: unknown): Slot => {
      const slot = { ...(value as Slot) }
      ask(
        's5-state',
        typeof slot.slot === 'string' &&
          isHash(slot.base_sha256) &&
          isHash(slot.sha256) &&
          Array.isArray(slot.layers),
        `a slot is not of the form of section 5: ${JSON.stringify(value).slice(0, 200)}`,
      )
      return { ...slot, layers: slot.layers.map(readLayer) }
    }),
  }
}
