import type { ConsoleCtx, OpenIdCheck, OpenIdProvider } from '#kernel/context.ts'
import { noteChange, defineOperation } from '#kernel/define-operation.ts'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newId, newSecret } from '#lib/ids.ts'
import {
  beginOpenId as beginContract,
  getSignInDoors as doorsContract,
  signInByOpenId as returnContract,
} from './contract.ts'
import { findPersonByEmail } from './data.ts'
import { refuse } from './errors.ts'
import { LIMITS, mailboxOf, OPENID_SECONDS } from './rules.ts'
import { actsAs } from './sign-in.ts'

const COOKIE = 'console.openid'
const PROVIDER = 'openid'

/** What is remembered while somebody is at the provider. */
interface UnderWay {
  check: OpenIdCheck
  next: string
}

export const getSignInDoors = defineOperation({
  ...doorsContract,
  run: async (ctx) => ({
    openid: ctx.openId && { name: ctx.openId.name },
  }),
})

const doorOf = (ctx: ConsoleCtx): OpenIdProvider => {
  if (!ctx.openId) throw refuse('not_found')
  return ctx.openId
}
const signInTurns = (ctx: ConsoleCtx) => [
  { key: `console sign-in ip ${ctx.ip}`, ...LIMITS.signInIp },
]
const identifierOf = (token: string) => `openid ${hashSecret(token).toString('base64url')}`

function writeCookie(ctx: ConsoleCtx, value: string, seconds: number): void {
  const secure = ctx.consoleOrigin.startsWith('https:') ? '; Secure' : ''
  // Lax: people come back from another site.
  ctx.browser.setCookies.push(
    `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  )
}

export const beginOpenId = defineOperation({
  ...beginContract,

  audit: { kind: 'session', id: () => null },
  limits: signInTurns,
  prepare: (ctx) => doorOf(ctx).begin(),

  run: async (ctx, { body }, { url, check }) => {
    const [token, now] = [newSecret(), ctx.clock.now()]
    await ctx.db
      .insertInto('person_checks')
      .values({
        id: newId('pch'),
        identifier: identifierOf(token),
        value: JSON.stringify({ check, next: body.next } satisfies UnderWay),
        expires_at: secondsAfter(now, OPENID_SECONDS),
        created_at: now,
        updated_at: now,
      })
      .execute()
    writeCookie(ctx, token, OPENID_SECONDS)
    return { url }
  },
})

/** Good once, for the browser that began. */
async function takeUnderWay(ctx: ConsoleCtx): Promise<UnderWay> {
  const token = /(?:^|;\s*)console\.openid=([\w-]{43})/.exec(ctx.browser.cookie)?.[1]
  const found =
    token === undefined
      ? undefined
      : await ctx.db
          .deleteFrom('person_checks')
          .where('identifier', '=', identifierOf(token))
          .where('expires_at', '>', ctx.clock.now())
          .returning('value')
          .executeTakeFirst()
  if (!found) throw refuse('people.openid_failed')
  return JSON.parse(found.value) as UnderWay
}

/**
 * Nobody becomes somebody here: an account at the provider opens the account of ours that it opened
 * before, else the one with the address that the provider has confirmed. It stands for both proofs,
 * as the provider is trusted to ask for its own.
 */
export const signInByOpenId = defineOperation({
  ...returnContract,

  audit: { kind: 'session', id: (_input, ctx) => ctx.trail.actorId },
  limits: signInTurns,
  changes: ['provider_linked'],
  async prepare(ctx, { body }) {
    const { check, next } = await takeUnderWay(ctx)
    return { account: await doorOf(ctx).finish(body.query, check), next }
  },

  run: async (ctx, _input, { account, next }) => {
    const known = await ctx.db
      .selectFrom('person_means')
      .select('person_id')
      .where('provider_id', '=', PROVIDER)
      .where('account_id', '=', account.id)
      .executeTakeFirst()
    const personId =
      known?.person_id ??
      (account.email === null ? undefined : await join(ctx, account.id, account.email))
    if (personId === undefined) throw refuse('people.openid_unknown')
    writeCookie(ctx, '', 0)
    actsAs(ctx, await ctx.engine.call(ctx, 'openSession', { body: { personId } }))
    return { next }
  },
})

/** Only an address that both sides have confirmed says that two accounts are one person's. */
async function join(
  ctx: ConsoleCtx,
  accountId: string,
  email: string,
): Promise<string | undefined> {
  const person = await findPersonByEmail(ctx.db, mailboxOf(email))
  if (!person?.email_verified) return undefined
  const now = ctx.clock.now()
  await ctx.db
    .insertInto('person_means')
    .values({
      id: newId('pme'),
      person_id: person.id,
      provider_id: PROVIDER,
      account_id: accountId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  noteChange(ctx, { change: 'provider_linked', personId: person.id, name: doorOf(ctx).name })
  return person.id
}
