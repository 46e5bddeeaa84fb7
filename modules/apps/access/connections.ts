import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import type { ConnectScope } from '#lib/market.ts'
import type { ConnectedActor } from '#kernel/actor.ts'
import { type Ctx, type StoreCtx, inTransaction } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { consumeRateLimits } from '#kernel/rate-limits.ts'
import { addressOn, findInstalledRelease, findItem } from '#modules/catalog/public.ts'
import { findWorking, lockWorking, requireSameStore } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import {
  answerConnectRequest as answerContract,
  endConnection as endContract,
  getConnectRequest as getContract,
  getConnectedStore as storeContract,
  listConnectedGroups as groupsContract,
  listConnectedLanguages as languagesContract,
} from './contract.ts'
import { presentRights, requireInstalledApp } from './rights.ts'
import { findConnection, insertCode, insertConnection, revokeConnections } from './data.ts'
import { wholeList } from '#lib/wire.ts'
import { callPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import { requireStore } from '#modules/stores/public.ts'

/**
 * The app and its registered redirect address. Only when both are right may an answer go there: any
 * earlier fault is shown to the owner and never sent to the address.
 */
async function requireClient(
  ctx: StoreCtx,
  { client_id: prefix, redirect_uri: redirectUri }: { client_id: string; redirect_uri: string },
) {
  const store = ctx.actor
  const item = await findItem(ctx, { prefix }, ctx.locale)
  const installed = item?.market === 'app' ? await findWorking(ctx, store.storeId, item.id) : null
  const release = installed && (await findInstalledRelease(ctx, installed.release_id))
  const connect = release?.manifest.kind === 'app' ? release.manifest.connect : undefined
  if (!item || !installed || !connect) throw refuse('rights.unknown_client')
  if (!connect.redirect_uris.some((uri) => addressOn(uri, store.storeUrl) === redirectUri))
    throw refuse('rights.redirect_uri')
  return { item, installed, may: connect.scopes as ConnectScope[], redirectUri }
}

const faultUrl = (ctx: Ctx, redirectUri: string, error: string, state: string | undefined) =>
  redirectWith(redirectUri, ctx.origins.app, { error, state })

export const getConnectRequest = defineOperation({
  ...getContract,
  run: async (ctx, { query }) => {
    const { item, installed, may, redirectUri } = await requireClient(ctx, query)
    const wish = parseAuthorizationRequest(query as AuthorizationParams, may)
    const [there, partner] = await Promise.all([
      findConnection(ctx.db, installed.id),
      ctx.db
        .selectFrom('items')
        .innerJoin('partners', 'partners.id', 'items.partner_id')
        .select('partners.name')
        .where('items.id', '=', item.id)
        .executeTakeFirst(),
    ])
    return {
      data: {
        app: {
          slug: item.slug,
          name: item.name,
          icon: item.icon,
          developer: partner?.name ?? null,
        },
        scopes: 'fault' in wish ? [] : wish.scopes,
        connected: (there?.scopes ?? []) as ConnectScope[],
        returns_to: new URL(redirectUri).host,
        fault_url: 'fault' in wish ? faultUrl(ctx, redirectUri, wish.fault, query.state) : null,
      },
    }
  },
})

/**
 * Grants or denies the request. A store has one connection with an app: a new one replaces the old
 * one and revokes its tokens.
 */
export const answerConnectRequest = defineOperation({
  ...answerContract,
  run: async (ctx, { body }) => {
    const store = requireSameStore(ctx, body.store)
    await consumeRateLimits(ctx, [{ key: `connects:${store.storeId}`, most: 60, seconds: 3600 }])
    const { installed, may, redirectUri } = await requireClient(ctx, body)
    const wish = parseAuthorizationRequest(body as AuthorizationParams, may)
    if ('fault' in wish)
      return { data: { url: faultUrl(ctx, redirectUri, wish.fault, body.state) } }
    if (!body.approve)
      return { data: { url: faultUrl(ctx, redirectUri, 'access_denied', body.state) } }
    const code = newSecret()
    const now = ctx.clock.now()
    await inTransaction(ctx, async (trx) => {
      if (!(await lockWorking(trx, installed.id))) throw refuse('rights.unknown_client')
      await revokeConnections(trx, { installationId: installed.id }, now)
      const id = newId('con')
      await insertConnection(
        trx,
        {
          id,
          installation_id: installed.id,
          scopes: wish.scopes,
          approved_by: store.account.name.slice(0, 200),
        },
        now,
      )
      await insertCode(trx, {
        code_hash: hashSecret(code),
        connection_id: id,
        redirect_uri: redirectUri,
        challenge: wish.challenge,
        expires_at: secondsAfter(now, CODE_SECONDS),
      })
    })
    return {
      data: { url: redirectWith(redirectUri, ctx.origins.app, { code, state: body.state }) },
    }
  },
})

export const endConnection = defineOperation({
  ...endContract,
  run: async (ctx, { params, body }) => {
    requireSameStore(ctx, body.store)
    const { installed } = await requireInstalledApp(ctx, params.id)
    await revokeConnections(ctx.db, { installationId: installed.id }, ctx.clock.now())
    return presentRights(ctx, params.id)
  },
})

/**
 * The calling connected app. Throws `rights.scope_missing` when its owner did not grant this right.
 */
function requireScope(ctx: Ctx, scope: ConnectScope): ConnectedActor {
  if (ctx.actor.kind !== 'connected') throw new Error('requireScope needs a connected app')
  if (!ctx.actor.scopes.includes(scope)) throw refuse('rights.scope_missing')
  return ctx.actor
}

export const getConnectedStore = defineOperation({
  ...storeContract,
  run: async (ctx) => {
    const app = requireScope(ctx, 'store.read')
    const { id, name, domain, url } = await requireStore(ctx.db, app.storeId)
    return {
      data: {
        id,
        name,
        domain,
        url,
        scopes: [...app.scopes],
        connected_at: app.since.toISOString(),
      },
    }
  },
})

export const listConnectedLanguages = defineOperation({
  ...languagesContract,
  run: async (ctx) => {
    const connector = await connectorOf(ctx, requireScope(ctx, 'languages.read').storeId)
    return wholeList(await callPlatform(() => connector.listLanguages()))
  },
})

export const listConnectedGroups = defineOperation({
  ...groupsContract,
  run: async (ctx) => {
    const connector = await connectorOf(ctx, requireScope(ctx, 'customer_groups.read').storeId)
    return wholeList(await callPlatform(() => connector.listCustomerGroups()))
  },
})

/** How long an authorization code is valid (OAuth 2.1). */
const CODE_SECONDS = 60

interface AuthorizationParams {
  response_type?: string | undefined
  scope?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

type ParsedAuthorization =
  | { scopes: ConnectScope[]; challenge: string }
  | { fault: 'unsupported_response_type' | 'invalid_request' | 'invalid_scope' }

/** The requested scopes, limited to the manifest's. PKCE with S256 is always required. */
function parseAuthorizationRequest(
  wish: AuthorizationParams,
  may: readonly ConnectScope[],
): ParsedAuthorization {
  if (wish.response_type !== 'code') return { fault: 'unsupported_response_type' }
  if (wish.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(wish.code_challenge ?? ''))
    return { fault: 'invalid_request' }
  const asked =
    wish.scope === undefined || wish.scope.trim() === '' ? may : wish.scope.trim().split(/ +/)
  const scopes = may.filter((scope) => asked.includes(scope))
  if (scopes.length === 0 || asked.some((scope) => !scopes.includes(scope as ConnectScope)))
    return { fault: 'invalid_scope' }
  return { scopes, challenge: wish.code_challenge as string }
}

/** The redirect back to the app; `iss` names the issuer (RFC 9207). */
function redirectWith(
  redirectUri: string,
  issuer: string,
  answer: Record<string, string | undefined>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, iss: issuer }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
