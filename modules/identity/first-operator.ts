import { defineOperation } from '#kernel/define-operation.ts'
import { timingSafeEqual } from 'node:crypto'
import { secondsAfter } from '#lib/clock.ts'
import { hashSecret, newSecret } from '#lib/ids.ts'
import type { Services } from '#kernel/context.ts'
import {
  createFirstOperator as createContract,
  getFirstOperator as getContract,
} from './contract.ts'
import { findOperatorRole, hasOperator, lockFirstLink } from './data.ts'
import { refuse } from './errors.ts'
import { FIRST_LINK_SECONDS, LIMITS } from './rules.ts'
import { actsAs } from './sign-in.ts'

/**
 * For the start of the product: a new link's secret while there is no operator, else null. Only its
 * hash is kept, and an older link is over.
 */
export async function newFirstOperatorLink({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<string | null> {
  if (await hasOperator(db)) return null
  const token = newSecret()
  const link = {
    token_hash: hashSecret(token),
    expires_at: secondsAfter(clock.now(), FIRST_LINK_SECONDS),
  }
  await db
    .insertInto('first_operator_links')
    .values(link)
    .onConflict((conflict) => conflict.column('one_row').doUpdateSet(link))
    .execute()
  return token
}

async function isGood(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
  link: { token_hash: Buffer; expires_at: Date } | undefined,
): Promise<boolean> {
  return (
    link !== undefined &&
    link.expires_at > clock.now() &&
    timingSafeEqual(link.token_hash, hashSecret(token)) &&
    !(await hasOperator(db))
  )
}

export const getFirstOperator = defineOperation({
  ...getContract,
  run: async (ctx, { params }) => {
    const link = await ctx.db.selectFrom('first_operator_links').selectAll().executeTakeFirst()
    if (!(await isGood(ctx, params.token, link))) throw refuse('people.link_over')
    return { success: true as const }
  },
})

export const createFirstOperator = defineOperation({
  ...createContract,

  audit: {
    kind: 'operator',
    id: (_input, ctx) => ctx.trail.actorId,
    read: async (db, id) => ({ role: await findOperatorRole(db, id) }),
  },
  limits: (ctx) => [{ key: `console link ip ${ctx.ip}`, ...LIMITS.linkIp }],

  run: async (ctx, { params, body }) => {
    if (!(await isGood(ctx, params.token, await lockFirstLink(ctx.db))))
      throw refuse('people.link_over')
    actsAs(
      ctx,
      await ctx.engine.call(ctx, 'signUpEmail', {
        body: { name: body.name, email: body.email, password: body.password, locale: ctx.locale },
      }),
    )
    await ctx.db
      .insertInto('operators')
      .values({ person_id: String(ctx.trail.actorId), role: 'admin', created_at: ctx.clock.now() })
      .execute()
    await ctx.db.deleteFrom('first_operator_links').execute()
    // Nobody has seen that the address is theirs; without it there is no recovery by mail.
    await ctx.engine.call(ctx, 'sendVerificationEmail', { body: { email: body.email } })
    return { success: true as const }
  },
})
