import { secondsAfter } from '#lib/clock.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../errors.ts'
import { CODE_DIGITS, SHARED_CODE_DIGITS } from './one-time-code.ts'
import { sql } from 'kysely'
import type { Db } from '#db/client.ts'
import { hashSecret } from '#lib/ids.ts'
import type { Ctx, Services } from '#kernel/context.ts'
import type { Limit } from '#lib/limit.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'

/** D6: lifetime of a code. */
const CODE_SECONDS = 300
export const CODE_TRIES = 5
export const CODE_PAUSE_SECONDS = 60
/** Past the limit of a mailbox: interval of mails, and lifetime of their code. */
const SLOW_CODE_SECONDS = 3600
/** Codes that one browser can request before it must start again. */
export const CODE_ROUNDS = 5

/** Until when a code that is sent now is valid. */
export const codeEnd = (slow: boolean, now: Date): Date =>
  secondsAfter(now, slow ? SLOW_CODE_SECONDS : CODE_SECONDS)

/** `count` digits that only the holder of `key` can compute from `text`. */
const digitsOf = (key: Buffer, text: string, count: number): string =>
  String(
    createHmac('sha256', key).update(text).digest().readBigUInt64BE() % 10n ** BigInt(count),
  ).padStart(count, '0')

/** The code of an attempt: computed, not stored, so a resend mails the same code. */
export const codeOf = (key: Buffer, attemptId: string): string =>
  digitsOf(key, `code of an attempt:${attemptId}`, CODE_DIGITS)

/** A keyed hash, because whoever reads the table could try a million codes. */
export const hashCode = (key: Buffer, attemptId: string, code: string): Buffer =>
  createHmac('sha256', key).update(`connect-code:${attemptId}:${code}`).digest()

/** Takes as long when no code was made. */
function isCode(key: Buffer, attemptId: string, typed: string, known: Buffer | null): boolean {
  const hash = hashCode(key, attemptId, typed)
  return timingSafeEqual(hash, known ?? Buffer.alloc(hash.length))
}

/** Seconds until another code can be requested. */
export const resendIn = (askedAt: Date | null, now: Date): number =>
  askedAt === null
    ? 0
    : Math.max(
        0,
        Math.ceil((secondsAfter(askedAt, CODE_PAUSE_SECONDS).getTime() - now.getTime()) / 1000),
      )

/** Throws when this attempt had enough codes, or when it is too soon for another. */
export function requireCodePause(rounds: number, askedAt: Date | null, now: Date): void {
  if (rounds >= CODE_ROUNDS) throw refuse('connect.too_many_codes')
  const seconds = resendIn(askedAt, now)
  if (seconds > 0) throw refuse('connect.too_soon', { retryAfter: seconds })
}

/**
 * When a mailbox exceeds its limit, nobody is refused: one mail an hour carries a longer code that
 * works for everybody who asked in that hour. So the owner of the mailbox always has a working
 * code. It is long enough that guesses need not be counted across browsers.
 */
type Needs = Pick<Services, 'clock' | 'downloadTokenKey'>

/** What a code is for: signing in to a shop, confirming a mailbox, moving a site. */
export const codeSubjects = {
  connect: (platformId: number, host: string) => `connect ${platformId} ${host}`,
  claim: (email: string) => `claim ${email.toLowerCase()}`,
  move: (storeId: string) => `move ${storeId}`,
}

const slotOf = (now: Date): number => Math.floor(now.getTime() / 1000 / SLOW_CODE_SECONDS)
const versionOf = async (db: Db, subject: string): Promise<number> =>
  (
    await db
      .selectFrom('shared_code_versions')
      .select('version')
      .where('subject', '=', hashSecret(subject))
      .executeTakeFirst()
  )?.version ?? 0
const codeAt = (
  { downloadTokenKey }: Needs,
  subject: string,
  slot: number,
  version: number,
): string =>
  digitsOf(downloadTokenKey, `shared code:${subject}:${slot}:${version}`, SHARED_CODE_DIGITS)

/** This hour's shared code, and the key under which its mail is sent once. */
export async function getSharedCode(
  services: Needs,
  db: Db,
  subject: string,
): Promise<{ code: string; mailKey: string }> {
  const [slot, version] = [slotOf(services.clock.now()), await versionOf(db, subject)]
  return {
    code: codeAt(services, subject, slot, version),
    mailKey: `shared code ${hashSecret(subject).toString('base64url')} ${slot} ${version}`,
  }
}

/** The version of the typed shared code, this hour's or the last; null when it is neither. */
async function readSharedCode(
  services: Needs,
  db: Db,
  subject: string,
  typed: string,
): Promise<number | null> {
  if (typed.length !== SHARED_CODE_DIGITS) return null
  const [slot, version] = [slotOf(services.clock.now()), await versionOf(db, subject)]
  const isRight =
    [slot, slot - 1].filter((one) =>
      timingSafeEqual(Buffer.from(codeAt(services, subject, one, version)), Buffer.from(typed)),
    ).length > 0
  return isRight ? version : null
}

/** Invalidates the codes of this version. False when another call was faster. */
export async function spendSharedCode(
  { clock }: Needs,
  db: Db,
  subject: string,
  version: number,
): Promise<boolean> {
  const row = { subject: hashSecret(subject), version: version + 1, changed_at: clock.now() }
  const written = await db
    .insertInto('shared_code_versions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ version: row.version, changed_at: row.changed_at })
        .where('shared_code_versions.version', '=', version),
    )
    .returning(sql`1`.as('one'))
    .executeTakeFirst()
  return written !== undefined
}

/** ABU-1: limits per requester. Only these refuse, because nobody else can use them up. */
const askLimits = ({ ip }: Pick<Ctx, 'ip'>): Limit[] => [
  { key: `connect ip ${ip}`, most: 20, seconds: 3600 },
]

export const guessLimits = ({ ip }: Pick<Ctx, 'ip'>): Limit[] => [
  { key: `connect guess ip ${ip}`, most: 60, seconds: 900 },
]

/**
 * Counts a mail with a code. The requester's own limit refuses; that of the mailbox, which
 * strangers can use up, only slows down: then it returns false and the code goes out with the
 * hourly mail. A browser that signed in before (`browser`, its id) has limits of its own. At most
 * fifty guesses at a short code per day.
 */
export async function consumeCodeLimit(
  ctx: Pick<Ctx, 'db' | 'clock' | 'ip'>,
  subject: string,
  browser: string | null = null,
): Promise<boolean> {
  if (
    browser !== null &&
    (await tryConsumeRateLimits(ctx, [
      { key: `codes of browser ${browser} ${subject}`, most: 5, seconds: 900 },
      { key: `codes of browser day ${browser} ${subject}`, most: 10, seconds: 86_400 },
    ]))
  )
    return true
  await consumeRateLimits(ctx, askLimits(ctx))
  return tryConsumeRateLimits(ctx, [
    { key: `codes for ${subject}`, most: 5, seconds: 900 },
    { key: `codes for day ${subject}`, most: 10, seconds: 86_400 },
  ])
}

/**
 * Counts a check of a site. Strangers can neither make us flood a site nor lock out its owner: when
 * a site was checked often, each requester still has a few checks of its own.
 */
export async function consumeInspectionLimit(
  ctx: Pick<Ctx, 'db' | 'clock' | 'ip'>,
  domain: string,
): Promise<void> {
  await consumeRateLimits(ctx, [{ key: `site look ip ${ctx.ip}`, most: 60, seconds: 3600 }])
  if (await tryConsumeRateLimits(ctx, [{ key: `site looks ${domain}`, most: 30, seconds: 3600 }]))
    return
  await consumeRateLimits(ctx, [
    { key: `site look ip ${ctx.ip} ${domain}`, most: 3, seconds: 3600 },
  ])
}

/**
 * Checks a typed code against the attempt's own and the hourly shared one. Returns the version of
 * the shared code, which must then be spent, or null when it was the attempt's own. Throws
 * `connect.code_wrong` or `connect.no_tries_left`.
 *
 * @param tried.used tries so far, this one included
 * @param tried.hash hash of the attempt's code; null when no code was made
 */
export async function checkCode(
  services: Needs & Pick<Services, 'db'>,
  attemptId: string,
  subject: string,
  typed: string,
  tried: { used: number; hash: Buffer | null },
): Promise<number | null> {
  const shared = tried.hash && (await readSharedCode(services, services.db, subject, typed))
  if (shared !== null || isCode(services.downloadTokenKey, attemptId, typed, tried.hash))
    return shared
  const count = CODE_TRIES - tried.used
  throw count === 0
    ? refuse('connect.no_tries_left')
    : refuse('connect.code_wrong', { params: { count } })
}
