import type { Person } from '#kernel/actor.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import type { Services, ConsoleCtx } from '#kernel/context.ts'
import { purgeAnswers } from '#kernel/idempotency.ts'
import {
  deleteEndedSignIns,
  findOperatorRole,
  hasPasskey,
  listMemberships,
  needsSecond,
} from './data.ts'

export { writeAudit } from './audit.ts'
export { sendChangeMail as mailCredentialChange } from './mails.ts'
export { listAuditRows } from './audit.ts'
export { librarySecrets } from './app-code-secrets.ts'
export { resealAppCodes } from './app-code-secrets.ts'
export { findBearer, revokeLeakedTokens } from './tokens.ts'
export { tellEndingTokens } from './tokens.ts'
export { openSignInEngine } from './engine.ts'
export { openOpenIdDoor } from './openid.ts'
export { newFirstOperatorLink } from './invitations.ts'
export { readInvitation } from './invitations.ts'
export { changeRole, invite, listTeam, removeMember, withdraw } from './team.ts'
export { findMember } from './team.ts'
export { LIMITS as PEOPLE_LIMITS } from './rules.ts'

/** Whose session the request's cookie names; null for everybody else. */
export async function findSignedIn(ctx: ConsoleCtx): Promise<Person | null> {
  const { session, user } = (await ctx.engine.call(ctx, 'getSession', {})) as {
    session?: { id: string; expiresAt: Date; createdAt: Date }
    user?: {
      id: string
      name: string
      email: string
      emailVerified: boolean
      locale?: string
      twoFactorEnabled?: boolean | null
    }
  }
  // By our own clock besides.
  if (!session || !user || session.expiresAt <= ctx.clock.now()) return null
  const [operatorRole, partners, passkeyThere] = await Promise.all([
    findOperatorRole(ctx.db, user.id),
    listMemberships(ctx.db, user.id),
    hasPasskey(ctx.db, user.id),
  ])
  const hasSecondFactor = user.twoFactorEnabled === true || passkeyThere
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    emailVerified: user.emailVerified,
    locale: readLocale(user.locale) ?? DEFAULT_LOCALE,
    sessionId: session.id,
    signedInAt: session.createdAt,
    hasSecondFactor,
    operatorRole,
    partners,
    secondMissing: operatorRole !== null && !hasSecondFactor && (await needsSecond(ctx.db)),
  }
}

/** Housekeeping. */
export async function tidySignIns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteEndedSignIns(db, clock.now())
  await purgeAnswers(db, clock.now())
}
