import type { openSignInEngine as openEngine } from './engine.ts'
export { findNames, listDone } from './happened.ts'
export { findPeople } from './find-people.ts'
export { contextOfPerson } from './acting.ts'
export { listAudit, listAuditRows, writeAudit } from './audit.ts'
export { sendChangeMail as mailCredentialChange } from './mails.ts'
export { librarySecrets, resealAppCodes } from './app-code-secrets.ts'
export { findBearer, mailEndingTokens, revokeLeakedTokens } from './tokens.ts'
export { openOpenIdProvider } from './openid.ts'
export { newFirstOperatorLink, readInvitation } from './invitations.ts'
export {
  changeRole,
  findMember,
  findOperatorContact,
  invite,
  listOperatorNames,
  listTeam,
  removeMember,
  withdraw,
} from './team.ts'
export { findSignedIn, purgeSignIns } from './sign-in.ts'
export { LIMITS as PEOPLE_LIMITS } from './rules.ts'

type OpenSignInEngine = typeof openEngine

/** Only processes with a console load the sign-in library. */
export const openSignInEngine = async (
  ...given: Parameters<OpenSignInEngine>
): Promise<ReturnType<OpenSignInEngine>> => (await import('./engine.ts')).openSignInEngine(...given)
