import type { Db } from '#db/client.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { seal, unseal } from '#lib/sealed.ts'
import { type Ctx, inTransaction } from '#kernel/context.ts'
import { siteOrigin } from '#kernel/site-origin.ts'
import { refuse } from '../errors.ts'
import {
  askPlatform,
  findStoreByExternalId,
  panelOriginOf,
  requirePlatform,
  resolveStoreToken,
  upsertStore,
} from '../platforms/public.ts'
import type { Account } from './contract.ts'
import { type EnteredBy, findEntry, insertEntry, insertSession, takeEntry } from './data.ts'
import { ENTRY_SECONDS, SESSION_SECONDS } from './rules.ts'
import {
  readLaunchedStore as readStoreOfToken,
  spendLaunchToken,
  verifyLaunchToken,
} from './verify-launch-token.ts'

const PURPOSE = 'pending-entry'

/** A new session: what the cookies (S9.1) and the answer of S7.1 are made of. */
export interface NewSession {
  token: string
  storeToken: string | null
  storeId: string
  account: Account
  locale: Locale
  expiresAt: Date
}

interface Arrival {
  storeId: string
  account: Account
  locale: Locale
}

/**
 * Someone arrives from the panel: the launch token is verified and the store's token traded for its
 * credential. Then, in one transaction, the launch token is spent, the store's row written as the
 * platform describes it now, and `open` opens what the owner came for (D5). What fails before it is
 * committed, here or at the platform, leaves the token as it was: it can be tried again until it
 * expires (S7.1).
 */
async function arrive<T>(
  ctx: Ctx,
  launchToken: string,
  storeToken: string | null,
  open: (db: Db, arrival: Arrival) => Promise<T>,
): Promise<T> {
  const platform = await requirePlatform(ctx, ctx.platformId)
  const claims = await verifyLaunchToken(
    ctx,
    launchToken,
    ctx.platformId,
    siteOrigin(ctx, ctx.market, ctx.platformId),
  )
  const resolved = storeToken === null ? null : await resolveStoreToken(ctx, platform, storeToken)
  if (storeToken !== null && resolved === null) throw refuse('session.token_invalid')
  if (resolved !== null && resolved.externalId !== claims.sub)
    throw refuse('session.store_mismatch')
  const known = await findStoreByExternalId(ctx.db, ctx.platformId, claims.sub)
  if (resolved === null && !known) throw refuse('session.token_invalid')
  const info = resolved === null ? null : await askPlatform(() => resolved.connector.getStore())
  const isClosed = info?.status === 'closed'
  const opened = await inTransaction(ctx, async (trx) => {
    if (!isClosed) await spendLaunchToken(ctx, trx, ctx.platformId, claims)
    const storeId = await upsertStore(
      trx,
      {
        platformId: ctx.platformId,
        externalId: claims.sub,
        domain: claims.domain,
        name: info?.name ?? known?.name ?? claims.domain,
        url: info?.url ?? known?.url ?? `https://${claims.domain}`,
        isOs2: claims.is_os2,
        panelOrigin: panelOriginOf(platform, claims.domain),
        platformVersion: info?.platform_version ?? known?.platform_version ?? null,
        status: info?.status ?? 'active',
      },
      ctx.clock.now(),
    )
    await resolved?.keep(storeId, trx)
    return isClosed ? null : open(trx, { storeId, account: claims.account, locale: claims.hl })
  })
  if (opened === null) throw refuse('session.store_closed')
  return opened
}

/** Signs a store in from now on, in the caller's transaction if there is one. */
export async function openSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  arrival: Arrival,
  storeToken: string | null,
  enteredBy: EnteredBy = 'panel',
): Promise<NewSession> {
  const token = newSecret()
  const now = ctx.clock.now()
  const expiresAt = secondsAfter(now, SESSION_SECONDS)
  await insertSession(ctx.db, {
    tokenHash: hashSecret(token),
    id: newId('ses'),
    storeId: arrival.storeId,
    account: arrival.account,
    enteredBy,
    now,
    expiresAt,
  })
  return {
    token,
    storeToken,
    storeId: arrival.storeId,
    account: arrival.account,
    locale: arrival.locale,
    expiresAt,
  }
}

/**
 * Launch token → session, at once: inside the panel's frame, where only that panel can have put it,
 * and for API callers.
 */
export async function exchangeLaunchToken(
  ctx: Ctx,
  launchToken: string,
  storeToken: string | null,
): Promise<NewSession> {
  return arrive(ctx, launchToken, storeToken, (db, arrival) =>
    openSession({ ...ctx, db }, arrival, storeToken),
  )
}

/** Launch token → a handle that waits for "Continue as …?" (login forgery, D5). */
export async function prepareEntry(
  ctx: Ctx,
  launchToken: string,
  storeToken: string | null,
  targetPath: string,
): Promise<string> {
  const handle = newSecret()
  return arrive(ctx, launchToken, storeToken, async (db, arrival) => {
    await insertEntry(
      db,
      hashSecret(handle),
      {
        storeId: arrival.storeId,
        account: arrival.account,
        locale: arrival.locale,
        targetPath,
        storeTokenSealed: storeToken === null ? null : seal(ctx.sealing, PURPOSE, storeToken),
      },
      secondsAfter(ctx.clock.now(), ENTRY_SECONDS),
    )
    return handle
  })
}

/**
 * The platform's own name of the store that a launch token was made for, though the token may be
 * used or expired; null when it is not the platform's.
 */
export const readLaunchedStore = (ctx: Ctx, launchToken: string): Promise<string | null> =>
  readStoreOfToken(ctx, launchToken, ctx.platformId, siteOrigin(ctx, ctx.market, ctx.platformId))

/** Which store waits behind this handle; null when it is unknown, taken or too old. */
export async function showEntry(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  handle: string,
): Promise<{ domain: string; account: Account; targetPath: string } | null> {
  const entry = await findEntry(ctx.db, hashSecret(handle), ctx.clock.now())
  return entry
    ? { domain: entry.domain, account: entry.account as Account, targetPath: entry.target_path }
    : null
}

/** The visitor said yes: the session begins. The handle is spent. */
export async function confirmEntry(
  ctx: Ctx,
  handle: string,
): Promise<{ session: NewSession; targetPath: string }> {
  return inTransaction(ctx, async (trx) => {
    const entry = await takeEntry(trx, hashSecret(handle), ctx.clock.now())
    if (!entry) throw refuse('session.token_invalid')
    const storeToken =
      entry.store_token_sealed === null
        ? null
        : unseal(ctx.sealing, PURPOSE, entry.store_token_sealed)
    const arrival = {
      storeId: entry.store_id,
      account: entry.account as Account,
      locale: entry.locale as Locale,
    }
    return {
      session: await openSession({ ...ctx, db: trx }, arrival, storeToken),
      targetPath: entry.target_path,
    }
  })
}
