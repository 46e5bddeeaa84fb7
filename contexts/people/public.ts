import { secondsAfter } from '#lib/clock.ts'
import { DEFAULT_LOCALE, readLocale } from '#lib/locale.ts'
import type { Person, ConsoleCtx } from '../console.ts'
import type { Services } from '../ctx.ts'
import { deleteOldFormPresses } from '../once.ts'
import { deleteOldPresses, PRESS_SECONDS } from '../presses.ts'
import { deleteEndedSignIns, findOperatorRole, hasPasskey, listMemberships, needsSecond } from './data.ts'

export { implementConsole } from './audit.ts'
export { openSignInEngine } from './engine.ts'
export { openOpenIdDoor } from './openid.ts'
export { newFirstOperatorLink } from './first-operator.ts'
export { readInvitation } from './invitation-data.ts'
export { changeRole, invite, listTeam, removeMember, withdraw } from './team.ts'
export { findMember } from './team-data.ts'
export { LIMITS as PEOPLE_LIMITS } from './rules.ts'

/** Whose session the request's cookie names; null for everybody else. */
export async function findSignedIn(ctx: ConsoleCtx): Promise<Person | null> {
  const { session, user } = await ctx.engine.call(ctx, 'getSession', {}) as {
    session?: { id: string; expiresAt: Date; createdAt: Date }
    user?: { id: string; name: string; email: string; emailVerified: boolean; locale?: string; twoFactorEnabled?: boolean | null }
  }
  // By our own clock besides.
  if (!session || !user || session.expiresAt <= ctx.clock.now()) return null
  const [operatorRole, partners, passkeyThere] = await Promise.all([findOperatorRole(ctx.db, user.id), listMemberships(ctx.db, user.id), hasPasskey(ctx.db, user.id)])
  const hasSecondFactor = user.twoFactorEnabled === true || passkeyThere
  return {
    id: user.id, name: user.name, email: user.email, emailVerified: user.emailVerified, locale: readLocale(user.locale) ?? DEFAULT_LOCALE, sessionId: session.id, signedInAt: session.createdAt,
    hasSecondFactor, operatorRole, partners, secondMissing: operatorRole !== null && !hasSecondFactor && await needsSecond(ctx.db),
  }
}

/** Housekeeping. */
export async function tidySignIns({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteEndedSignIns(db, clock.now())
  await deleteOldFormPresses(db, secondsAfter(clock.now(), -PRESS_SECONDS))
  await deleteOldPresses(db, secondsAfter(clock.now(), -PRESS_SECONDS))
}
