import type { Ctx } from '#kernel/context.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { refuse } from '../errors.ts'
import { checkSession as contract } from './contract.ts'
import { exchangeLaunchToken, findSession, isLaunchToken } from './public.ts'

/**
 * S7.1: the bearer and `apps-token` are the same token; two different ones say nothing that could
 * be believed (S8.6).
 */
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
  ...contract,
  run: async (ctx, { headers }) => {
    const storeToken = headers['store-token'] || null
    const { token, fresh } = await sessionOf(ctx, tokenOf(headers), storeToken)
    const store = await findSession(ctx, token, storeToken, ctx.platformId)
    if (!store) throw refuse('session.unverified')
    return {
      success: true,
      account: store.account,
      domain: store.domain,
      is_os2: store.isOs2 ? (1 as const) : (0 as const),
      expire_time: store.expiresAt.toISOString(),
      store_id: store.storeId,
      token: fresh ? token : null,
    }
  },
})
