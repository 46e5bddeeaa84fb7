import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { isCurrency } from '#lib/currencies.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { STORE_RIGHTS, type StoreRight } from '#lib/store-rights.ts'
import { seal, unseal } from '#lib/sealed.ts'
import {
  type Ctx,
  type Services,
  defaultLanguage,
  inTransaction,
  siteOrigin,
} from '#kernel/context.ts'
import { refuse } from '../errors.ts'
import {
  callPlatform,
  findStoreByExternalId,
  panelOriginOf,
  type PlatformRow,
  requirePlatform,
  resolveStoreToken,
  upsertStore,
} from '../platforms/public.ts'
import { isClosedToNew, type PlatformState } from '../platforms/data.ts'
import { Handover, recordHandover } from '../platforms/setup/handovers.ts'
import * as contract from './contract.ts'
import type { Account } from './contract.ts'
import { type EnteredBy, endSessionById, findEntry, findLiveSession, consumeEntry } from './data.ts'
import {
  isLaunchToken,
  type LaunchClaims,
  readStoreOfToken,
  spendLaunchToken,
  verifyLaunchToken,
} from './verify-launch-token.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import type { StoreActor } from '#kernel/actor.ts'

const PURPOSE = 'pending-entry'

/** A new session, for the cookies (S9.1) and the answer of S7.1. */
export interface NewSession {
  token: string
  storeToken: string | null
  storeId: string
  account: Person
  locale: Locale
  expiresAt: Date
}

/** Who signs in, with what the platform says of them; without a right the owner. */
type Person = Account & {
  right?: StoreRight
  stores?: readonly string[]
  /** When the session ends at the latest: of one that was opened from another shop. */
  until?: string
}

interface Arrival {
  storeId: string
  account: Person
  locale: Locale
}

/**
 * Someone comes from the panel: the launch token is verified and the store token exchanged for its
 * credential. Then one transaction spends the launch token, writes the store's row and calls `open`
 * (D5). A failure before the commit, here or at the platform, leaves the token usable until it
 * expires (S7.1).
 */
async function enterFromPanel<T>(
  ctx: Ctx,
  launchToken: string,
  storeToken: string | null,
  open: (db: Db, arrival: Arrival) => Promise<T>,
): Promise<T> {
  const platform = await requirePlatform(ctx, ctx.platformId)
  if (platform.state !== 'draft')
    return receive(ctx, platform, { launchToken, storeToken, open, seen: null })
  const seen = new Handover()
  try {
    const entered = await receive(ctx, platform, { launchToken, storeToken, open, seen })
    seen.pass('entered')
    return entered
  } finally {
    await recordHandover(ctx, platform.id, seen.facts).catch((error: unknown) =>
      ctx.log.warn({ error }, 'a handover was not noted'),
    )
  }
}

/** `seen`: where to note each part, for a platform that is being set up. */
async function receive<T>(
  ctx: Ctx,
  platform: PlatformRow,
  {
    launchToken,
    storeToken,
    open,
    seen,
  }: {
    launchToken: string
    storeToken: string | null
    open: (db: Db, arrival: Arrival) => Promise<T>
    seen: Handover | null
  },
): Promise<T> {
  const audience = siteOrigin(ctx, ctx.market, ctx.platformId)
  const claims = await verifyLaunchToken(ctx, launchToken, ctx.platformId, audience, seen)
  const resolved = await tradeStoreToken(ctx, platform, { storeToken, sub: claims.sub, seen })
  const known = await findStoreByExternalId(ctx.db, ctx.platformId, claims.sub)
  if (resolved === null && !known) throw refuse('session.token_invalid')
  const info = resolved === null ? null : await readStore(resolved, seen)
  const isClosed = info?.status === 'closed'
  const opened = await inTransaction(ctx, async (trx) => {
    if (!isClosed) await spendLaunchToken(ctx, trx, ctx.platformId, claims)
    const storeId = await upsertStore(
      trx,
      {
        platform_id: ctx.platformId,
        external_id: claims.sub,
        domain: claims.domain,
        name: info?.name ?? known?.name ?? claims.domain,
        url: info?.url ?? known?.url ?? `https://${claims.domain}`,
        is_os2: claims.is_os2,
        panel_origin: panelOriginOf(platform, claims.domain),
        platform_version: info?.platform_version ?? known?.platform_version ?? null,
        status: info?.status ?? 'active',
        currency: info && isCurrency(info.currency) ? info.currency : (known?.currency ?? null),
      },
      ctx.clock.now(),
    )
    await resolved?.saveCredential(storeId, trx)
    const locale = claims.hl ?? defaultLanguage(ctx)
    return isClosed ? null : open(trx, { storeId, account: personOf(claims), locale })
  })
  if (opened === null) throw refuse('session.store_closed')
  return opened
}

/** The store that the token names, which must be the one of the launch token. */
async function tradeStoreToken(
  ctx: Ctx,
  platform: PlatformRow,
  { storeToken, sub, seen }: { storeToken: string | null; sub: string; seen: Handover | null },
): Promise<Resolved | null> {
  if (storeToken === null) {
    seen?.fail('traded', 'no store-token came')
    return null
  }
  try {
    const resolved = await resolveStoreToken(ctx, platform, storeToken)
    if (resolved === null) throw refuse('session.token_invalid')
    if (resolved.externalId !== sub) throw refuse('session.store_mismatch')
    seen?.pass('traded', `store ${resolved.externalId}`)
    return resolved
  } catch (error) {
    seen?.fail('traded', (error as Error).message)
    throw error
  }
}

async function readStore({ connector }: Resolved, seen: Handover | null) {
  try {
    const info = await callPlatform(() => connector.getStore())
    seen?.pass('read', `${info.name}, ${info.domain}`)
    return info
  } catch (error) {
    seen?.fail('read', (error as Error).message)
    throw error
  }
}
type Resolved = NonNullable<Awaited<ReturnType<typeof resolveStoreToken>>>

/** Opens a session, in the caller's transaction if there is one. */
export async function openSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  arrival: Arrival,
  storeToken: string | null,
  enteredBy: EnteredBy = 'panel',
): Promise<NewSession> {
  const token = newSecret()
  const now = ctx.clock.now()
  const { until, ...person } = arrival.account
  const hour = secondsAfter(now, SESSION_SECONDS)
  const expiresAt = until === undefined || new Date(until) > hour ? hour : new Date(until)
  await ctx.db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      id: newId('ses'),
      store_id: arrival.storeId,
      account: JSON.stringify(person),
      entered_by: enteredBy,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, storeToken, ...arrival, expiresAt }
}

/**
 * Exchanges a launch token for a session at once: inside the panel's frame, where only the panel
 * can have put it, and for API callers.
 */
export async function exchangeLaunchToken(
  ctx: Ctx,
  launchToken: string,
  storeToken: string | null,
): Promise<NewSession> {
  return enterFromPanel(ctx, launchToken, storeToken, (db, arrival) =>
    openSession({ ...ctx, db }, arrival, storeToken),
  )
}

/** Exchanges a launch token for a handle that waits for "Continue as …?" (login forgery, D5). */
export async function prepareEntry(
  ctx: Ctx,
  launchToken: string,
  storeToken: string | null,
  targetPath: string,
): Promise<string> {
  const handle = newSecret()
  return enterFromPanel(ctx, launchToken, storeToken, async (db, arrival) => {
    await db
      .insertInto('pending_entries')
      .values({
        handle_hash: hashSecret(handle),
        store_id: arrival.storeId,
        account: JSON.stringify(arrival.account),
        locale: arrival.locale,
        store_token_sealed: storeToken === null ? null : seal(ctx.sealing, PURPOSE, storeToken),
        target_path: targetPath,
        expires_at: secondsAfter(ctx.clock.now(), ENTRY_SECONDS),
      })
      .execute()
    return handle
  })
}

/**
 * The platform's id of the store that a launch token was made for, even if used or expired; null
 * when the platform did not make it.
 */
export const readLaunchedStore = (ctx: Ctx, launchToken: string): Promise<string | null> =>
  readStoreOfToken(ctx, launchToken, ctx.platformId, siteOrigin(ctx, ctx.market, ctx.platformId))

/** The store that waits behind this handle; null when it is unknown, spent or expired. */
async function showEntry(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string,
): Promise<{ domain: string; account: Account; targetPath: string } | null> {
  const entry = await findEntry(ctx.db, hashSecret(handle), ctx.clock.now())
  return entry
    ? { domain: entry.domain, account: entry.account as Account, targetPath: entry.target_path }
    : null
}

/** The visitor confirmed: opens the session and spends the handle. */
export async function confirmEntry(
  ctx: Ctx,
  handle: string,
): Promise<{ session: NewSession; targetPath: string }> {
  return inTransaction(ctx, async (trx) => {
    const entry = await consumeEntry(trx, hashSecret(handle), ctx.clock.now())
    if (!entry) throw refuse('session.token_invalid')
    const storeToken =
      entry.store_token_sealed === null
        ? null
        : unseal(ctx.sealing, PURPOSE, entry.store_token_sealed)
    const arrival = {
      storeId: entry.store_id,
      account: entry.account as unknown as Person,
      locale: entry.locale as Locale,
    }
    return {
      session: await openSession({ ...ctx, db: trx }, arrival, storeToken),
      targetPath: entry.target_path,
    }
  })
}

/** S7.1: bearer and `apps-token` are the same token; two different ones are refused (S8.6). */
function tokenOf(headers: Record<string, string>): string {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const header = headers['apps-token'] || undefined
  if (bearer !== undefined && header !== undefined && bearer !== header)
    throw refuse('session.login')
  const token = bearer ?? header
  if (!token) throw refuse('session.unverified')
  return token
}

async function sessionOf(ctx: Ctx, token: string, storeToken: string | null) {
  if (!isLaunchToken(token)) return { token, fresh: false }
  const session = await exchangeLaunchToken(ctx, token, storeToken)
  return { token: session.token, fresh: true }
}

export const checkSession = defineOperation({
  ...contract.checkSession,
  run: async (ctx, { headers }) => {
    const storeToken = headers['store-token'] || null
    const { token, fresh } = await sessionOf(ctx, tokenOf(headers), storeToken)
    const store = await findSession(ctx, token, storeToken, ctx.platformId)
    if (!store) throw refuse('session.unverified')
    return { ...presentStore(store), token: fresh ? token : null }
  },
})

const presentStore = (store: StoreActor) => ({
  success: true,
  account: store.account,
  right: store.right,
  domain: store.domain,
  is_os2: store.isOs2 ? (1 as const) : (0 as const),
  expire_time: store.expiresAt.toISOString(),
  store_id: store.storeId,
})

/** A session that was just opened, as the operations that sign in answer it. */
export async function presentSignedIn(
  ctx: Ctx,
  { token }: NewSession,
  next: string,
  browser: string | null = null,
) {
  const store = await findSession(ctx, token, null, ctx.platformId)
  if (!store) throw refuse('connect.over')
  return { ...presentStore(store), token, next, browser }
}

export const getEntry = defineOperation({
  ...contract.getEntry,
  run: async (ctx, { params }) => {
    const entry = await showEntry(ctx, params.handle)
    if (!entry) throw refuse('session.token_invalid')
    return {
      data: {
        domain: entry.domain,
        account: { name: entry.account.name },
        current: ctx.actor.kind === 'store' ? ctx.actor.domain : null,
      },
    }
  },
})

export const endSession = defineOperation({
  ...contract.endSession,
  run: async (ctx) => {
    await endSessionById(ctx.db, ctx.actor.sessionId, ctx.clock.now())
    return { success: true as const }
  },
})

/**
 * The store behind a session token (S4.6); null when the token is unknown, ended, or of another
 * platform. Throws when the store token names another store.
 */
export async function findSession(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
  storeToken: string | null,
  platformId: number,
): Promise<StoreActor | null> {
  if (!isSessionToken(token)) return null
  const row = await findLiveSession(
    services.db,
    hashSecret(token),
    storeToken === null ? null : hashSecret(storeToken),
    services.clock.now(),
  )
  if (!row || row.platform_id !== platformId) return null
  if (storeToken !== null && row.named_store_id !== row.store_id)
    throw refuse('session.store_mismatch')
  return {
    kind: 'store',
    storeId: row.store_id,
    platformId: row.platform_id,
    externalId: row.external_id,
    domain: row.domain,
    storeUrl: row.url,
    storeName: row.name,
    storeStatus: row.status as 'active' | 'closed',
    isOs2: row.is_os2,
    currency: row.currency,
    platformVersion: row.platform_version ?? '',
    platformClosed: isClosedToNew(row.platform_state as PlatformState),
    ...readPerson(row.account as Person),
    sessionId: row.id,
    expiresAt: row.expires_at,
    enteredBy: row.entered_by as EnteredBy,
    panelOrigin: row.panel_origin,
  }
}

/** Other stores are the word of an owner's token only. */
const personOf = ({ account, role, stores, sub }: LaunchClaims): Person => ({
  ...account,
  right: role,
  ...(role === 'install' && { stores: stores.filter((id) => id !== sub) }),
})

/** A right that is not known gives the least. */
const readPerson = ({ id, name, email, right = 'install', stores = [] }: Person) => ({
  account: { id, name, email },
  right: STORE_RIGHTS.find((one) => one === right) ?? ('browse' as const),
  alsoRuns: stores,
})

/** D5. Absolute, from the exchange on (S9.1 gives the cookies the same hour). */
const SESSION_SECONDS = 3600
/** How long "Continue as …?" waits for its answer. */
const ENTRY_SECONDS = 300

/** A session token is 43 characters of base64url without a dot; a launch token is a JWT. */
const isSessionToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token)
