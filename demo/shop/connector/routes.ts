import { setTimeout as wait } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { Context } from 'hono'
import type { z } from 'zod'
import { isStoreId, SCRATCH_STORE } from '../config.ts'
import type { StoreId } from '../config.ts'
import type { Platform } from '../platform.ts'
import { originOf } from '../platform.ts'
import { customerGroups, getStore, platformLanguages, storeLanguages } from '../storage/stores.ts'
import type { Store } from '../storage/stores.ts'
import { putEffect, removeEffect, showEffect } from './effects.ts'
import { takeFault } from './faults.ts'
import type { FaultyCall } from './faults.ts'
import type { PackageKeeper } from './packages.ts'
import { startPreview } from './previews.ts'
import { Refusal } from './refusal.ts'
import {
  credentialsBody,
  effectBody,
  effectId,
  packageBody,
  packageSha,
  previewBody,
  secretBody,
} from './schemas.ts'
import { requireCaller } from './signing.ts'
import type { Caller } from './signing.ts'
import { renewSecret } from './users.ts'
import { stateOf } from './state.ts'
import type { OwnTheme } from './state.ts'

type Env = { Bindings: HttpBindings; Variables: { caller: Caller; body: Uint8Array } }

/** Answers `{ error, message }`; unexpected errors are logged and say nothing of the inside. */
export function answerError(error: Error): Response {
  const refusal =
    error instanceof Refusal
      ? error
      : new Refusal(500, 'internal_error', 'something went wrong here')
  if (refusal !== error) console.error(error)
  return Response.json(
    { error: refusal.code, message: refusal.message },
    {
      status: refusal.status,
      headers:
        refusal.retryAfterSeconds === undefined
          ? {}
          : { 'retry-after': String(refusal.retryAfterSeconds) },
    },
  )
}

/**
 * At most so many calls in each second of the clock; who comes too often hears when to come again.
 */
function limitCalls({ clock, config: { callsPerSecond } }: Platform) {
  let [second, calls] = [0, 0]
  return async (_c: Context<Env>, next: () => Promise<void>) => {
    const now = clock.now().getTime()
    if (Math.floor(now / 1000) !== second) [second, calls] = [Math.floor(now / 1000), 0]
    calls += 1
    if (callsPerSecond > 0 && calls > callsPerSecond)
      throw new Refusal(429, 'too_many', `at most ${callsPerSecond} calls a second`, 1)
    await next()
  }
}

/** Lets only signed requests through and keeps who signed and the body's bytes (at most 1 MiB). */
export function signedOnly(platform: Platform) {
  return async (c: Context<Env>, next: () => Promise<void>) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    c.set(
      'caller',
      requireCaller(platform, {
        method: c.req.method,
        target: c.env.incoming.url ?? '',
        header: (name) => c.req.header(name),
        body,
      }),
    )
    c.set('body', body)
    await next()
  }
}

/** Seconds, as the caller signed them. */
const askedAt = (c: Context<Env>): number => Number(c.req.header('arasta-timestamp'))

/** Reads a JSON body by its schema; refuses with 400. */
export function readBody<Schema extends z.ZodType>(
  schema: Schema,
  bytes: Uint8Array,
): z.infer<Schema> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal(400, 'bad_request', 'the body is not JSON')
  }
  return read(schema, value)
}

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refusal(
    400,
    'bad_request',
    `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not valid'}`,
  )
}

/**
 * The calls of the Store Connector protocol, version 1, below the address that they are mounted at.
 */
export function connectorRoutes(platform: Platform, keeper: PackageKeeper, ownTheme: OwnTheme) {
  const { db } = platform
  const app = new Hono<Env>()
  app.onError(answerError)
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  app.use(limitCalls(platform), signedOnly(platform))

  /** Does the work, unless this store was told to fail at this call. */
  async function answer(
    c: Context<Env>,
    storeId: StoreId | undefined,
    call: FaultyCall,
    work: () => unknown,
  ): Promise<Response> {
    const fault = takeFault(db, storeId, call)
    if (fault === 'error_500') throw new Refusal(500, 'internal_error', 'told to fail')
    if (fault === 'too_many') throw new Refusal(429, 'too_many', 'told to be busy', 2)
    if (fault === 'slow' && !(await patience())) return cut(c)
    if (fault === 'reset') return cut(c)
    const done = c.json((await work()) as object)
    return fault === 'reset_after' ? cut(c) : done
  }
  /** False when the process ends before the time is over. */
  const patience = () =>
    wait(platform.config.slowMs, true, { ref: false, signal: platform.stopping }).catch(() => false)
  const cut = (c: Context<Env>) => {
    c.env.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }

  function requireOwnStore(c: Context<Env>, allowClosed = false): Store {
    const caller = c.get('caller')
    const id = c.req.param('store') ?? ''
    // On the scratch store the market itself may put and take away what it tries out.
    const opens = caller.kind === 'store' ? caller.storeId === id : id === SCRATCH_STORE
    if (!opens) {
      throw new Refusal(403, 'other_store', 'this key does not open this store')
    }
    const store = isStoreId(id) ? getStore(db, id) : undefined
    if (!store) throw new Refusal(404, 'unknown_store', 'no such store')
    if (store.status === 'closed' && !allowClosed)
      throw new Refusal(410, 'store_closed', 'the store is closed')
    return store
  }

  /**
   * The market itself may show items on the store that stands for the platform; on any other only
   * the store's own key.
   */
  function requirePreviewedStore(c: Context<Env>): Store {
    const id = c.req.param('store') ?? ''
    if (c.get('caller').kind !== 'platform' || id !== platform.config.demonstrationStore)
      return requireOwnStore(c)
    const store = getStore(db, id)
    if (!store) throw new Refusal(404, 'unknown_store', 'no such store')
    if (store.status === 'closed') throw new Refusal(410, 'store_closed', 'the store is closed')
    return store
  }

  app.post('/credentials', (c) => {
    if (c.get('caller').kind !== 'platform')
      throw new Refusal(403, 'other_store', 'this call takes the platform client key')
    const { store_token: token } = readBody(credentialsBody, c.get('body'))
    const found = db.get<{ store_id: StoreId; key_id: string; secret: string }>(
      'SELECT store_id, key_id, secret FROM credential WHERE store_token = ?',
      token,
    )
    if (!found) throw new Refusal(404, 'unknown_store_token', 'no store has this token')
    if (getStore(db, found.store_id)?.status === 'closed')
      throw new Refusal(410, 'store_closed', 'the store is closed')
    return answer(c, found.store_id, 'credentials', () => found)
  })

  app.get('/stores/:store', (c) => {
    const store = requireOwnStore(c, true)
    return answer(c, store.id, 'store', () => ({
      id: store.id,
      name: store.names[store.locale],
      domain: platform.hostOf(store.id),
      url: originOf(platform, store.id),
      locale: store.locale,
      currency: store.currency,
      is_os2: store.isOs2,
      status: store.status,
      platform_version: store.platformVersion,
      contact_email: store.contactEmail,
      contact_name: store.ownerName,
      ...(store.billing && { billing_details: store.billing }),
    }))
  })

  app.get('/languages', (c) => {
    const caller = c.get('caller')
    const storeId = caller.kind === 'store' ? caller.storeId : undefined
    if (storeId && getStore(db, storeId)?.status === 'closed')
      throw new Refusal(410, 'store_closed', 'the store is closed')
    return answer(c, storeId, 'languages', () => ({ data: platformLanguages(db) }))
  })
  app.get('/stores/:store/languages', (c) => {
    const { id } = requireOwnStore(c)
    return answer(c, id, 'languages', () => ({ data: storeLanguages(db, id) }))
  })
  app.get('/stores/:store/customer-groups', (c) => {
    const { id } = requireOwnStore(c)
    return answer(c, id, 'customer_groups', () => ({ data: customerGroups(db, id) }))
  })

  app.put('/stores/:store/packages/:sha256', (c) => {
    const { id } = requireOwnStore(c)
    const hash = read(packageSha, c.req.param('sha256'))
    const body = readBody(packageBody, c.get('body'))
    return answer(c, id, 'package', () => keeper.keep(id, hash, body))
  })

  app.put('/stores/:store/effects/:effect', (c) => {
    const { id } = requireOwnStore(c)
    const effect = read(effectId, c.req.param('effect'))
    const body = readBody(effectBody, c.get('body'))
    return answer(c, id, 'effect_put', () => putEffect(platform, id, effect, body, askedAt(c)))
  })
  app.get('/stores/:store/effects/:effect', (c) => {
    const { id } = requireOwnStore(c)
    const effect = read(effectId, c.req.param('effect'))
    return answer(c, id, 'effect', () => showEffect(platform, id, effect))
  })
  app.post('/stores/:store/effects/:effect/secret', (c) => {
    const { id } = requireOwnStore(c)
    const effect = read(effectId, c.req.param('effect'))
    const { former_seconds: formerSeconds } = readBody(secretBody, c.get('body'))
    return answer(c, id, 'effect_put', () => renewSecret(platform, id, effect, formerSeconds))
  })
  app.delete('/stores/:store/effects/:effect', (c) => {
    const { id } = requireOwnStore(c)
    const effect = read(effectId, c.req.param('effect'))
    return answer(c, id, 'effect_delete', () => removeEffect(platform, id, effect, askedAt(c)))
  })

  app.post('/stores/:store/previews', (c) => {
    const { id } = requirePreviewedStore(c)
    const body = readBody(previewBody, c.get('body'))
    return answer(c, id, 'preview', () => startPreview(platform, keeper, id, body))
  })

  app.get('/stores/:store/state', (c) => {
    const { id } = requireOwnStore(c)
    return answer(c, id, 'state', () => stateOf(platform, id, ownTheme))
  })
  // Below another router its own `notFound` is never called.
  app.all('*', () => {
    throw new Refusal(404, 'unknown_call', 'no such call')
  })
  return app
}
