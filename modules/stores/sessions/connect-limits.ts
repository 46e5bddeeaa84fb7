import type { Ctx } from '#kernel/context.ts'
import type { Limit } from '#lib/limit.ts'
import { tryConsumeRateLimits, consumeRateLimits } from '#kernel/rate-limits.ts'

/**
 * ABU-1: what one requester may ask for. Only these refuse: nobody else can use up a requester's
 * turns.
 */
const askLimits = ({ ip }: Pick<Ctx, 'ip'>): Limit[] => [
  { key: `connect ip ${ip}`, most: 20, seconds: 3600 },
]

export const guessLimits = ({ ip }: Pick<Ctx, 'ip'>): Limit[] => [
  { key: `connect guess ip ${ip}`, most: 60, seconds: 900 },
]

/**
 * Takes a turn for a mail with a code. The requester's own limit refuses; that of the mailbox,
 * which strangers can use up, only slows: false then, and the code goes out with the hourly mail
 * (`shared-code.ts`). A browser that signed in there before (`browser`, its id) has turns of its
 * own. No more than fifty guesses at a short code in a day.
 */
export async function takeCodeTurns(
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
 * Takes a turn for a look at a site. Nobody uses our looks to tire a site that is not theirs; and
 * nobody is kept from their own by it: when a site was looked at often, each requester still has a
 * few looks of its own.
 */
export async function takeLookTurns(
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
