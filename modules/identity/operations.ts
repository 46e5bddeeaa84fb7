import type { ConsoleCtx } from '#kernel/context.ts'
import type { DefinedOperation } from '#kernel/define-operation.ts'
import {
  addPasskey,
  changeAccount,
  changePassword,
  confirmAppCode,
  deletePasskey,
  endAppCode,
  endOneSession,
  endOtherSessions,
  getAccount,
  getNewPasskeyChallenge,
  renewBackupCodes,
  sendEmailCheck,
  startAppCode,
  unlinkProvider,
} from './account.ts'
import { listAudit } from './audit.ts'
import { getOperatorGroups, saveOperatorGroups } from './groups.ts'
import {
  acceptInvitation,
  createFirstOperator,
  getFirstOperator,
  getInvitation,
} from './invitations.ts'
import { beginOpenId, getSignInDoors, signInByOpenId } from './openid.ts'
import {
  askForRecovery,
  confirmEmail,
  getPasskeyChallenge,
  getRecovery,
  recover,
  signIn,
  signInByCode,
  signInByPasskey,
  signOut,
} from './sign-in.ts'
import {
  changeOperator,
  getOperatorTeam,
  inviteOperator,
  removeOperator,
  withdrawOperatorInvitation,
} from './team.ts'
import { createToken, getOwnToken, listTokens, revokeToken } from './tokens.ts'

/** Of the console and its API. */
export const consoleOperations: readonly DefinedOperation<ConsoleCtx>[] = [
  signIn,
  signInByCode,
  getPasskeyChallenge,
  signInByPasskey,
  getSignInDoors,
  beginOpenId,
  signInByOpenId,
  signOut,
  askForRecovery,
  getRecovery,
  recover,
  confirmEmail,
  getFirstOperator,
  createFirstOperator,
  getInvitation,
  acceptInvitation,
  getAccount,
  changeAccount,
  changePassword,
  sendEmailCheck,
  startAppCode,
  confirmAppCode,
  endAppCode,
  renewBackupCodes,
  getNewPasskeyChallenge,
  addPasskey,
  deletePasskey,
  unlinkProvider,
  endOneSession,
  endOtherSessions,
  listTokens,
  createToken,
  revokeToken,
  getOwnToken,
  listAudit,
  getOperatorGroups,
  saveOperatorGroups,
  getOperatorTeam,
  inviteOperator,
  withdrawOperatorInvitation,
  changeOperator,
  removeOperator,
]
