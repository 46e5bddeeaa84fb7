import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import {
  credential,
  credentials,
  done,
  keep,
  locale,
  newPassword,
  password,
  personName,
} from './contract.ts'
import { PASSKEY_NAME_RULES } from './rules.ts'

/** Operations of signed-in people on their own account. */
const PERSON = { who: 'person' } as const
const TAG = 'Account'

export const signOut = declareOperation({
  id: 'signOut',
  summary: 'End this session',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/sign-out',
  policy: PERSON,
  output: done,
  refusals: [],
})

export const getAccount = declareOperation({
  id: 'getAccount',
  summary: 'Who is signed in, how, and where else',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/account',
  policy: PERSON,
  output: z.object({
    name: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    locale,
    has_password: z.boolean(),
    app_code: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), since: z.iso.datetime(), synced: z.boolean() }),
    ),
    credentials: credentials.describe('what opens the account besides password and sessions'),
    sessions: z.array(
      z.object({
        id: z.string(),
        since: z.iso.datetime(),
        expires_at: z.iso.datetime(),
        address: z.string(),
        program: z.string().describe("the browser's own name for itself"),
        current: z.boolean(),
      }),
    ),
  }),
  refusals: [],
})

export const changeAccount = declareOperation({
  id: 'changeAccount',
  summary: 'Change name and language',
  tag: TAG,
  source: 'D1',
  method: 'put',
  path: '/account',
  policy: PERSON,
  body: z.object({ name: personName, locale }),
  output: done,
  refusals: [],
})

export const changePassword = declareOperation({
  id: 'changePassword',
  summary:
    'Change the password; every other session ends, and so does whatever else opens the account and is not kept',
  tag: TAG,
  source: 'D1',
  method: 'put',
  path: '/account/password',
  policy: PERSON,
  body: z.object({ password, new_password: newPassword, keep }),
  output: done,
  refusals: [],
})

export const sendEmailCheck = declareOperation({
  id: 'sendEmailCheck',
  summary: "Send the mail that asks whether the address is one's own",
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/account/email-check',
  policy: PERSON,
  output: done,
  refusals: [],
})

export const startAppCode = declareOperation({
  id: 'startAppCode',
  summary: 'Begin with an authenticator app: its secret and the backup codes',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/account/app-code',
  policy: PERSON,
  body: z.object({ password }),
  output: z.object({ uri: z.string(), backup_codes: z.array(z.string()) }),
  refusals: ['people.app_code_there'],
})

export const confirmAppCode = declareOperation({
  id: 'confirmAppCode',
  summary: "The app's first code: from now on it is asked for",
  tag: TAG,
  source: 'D1',
  method: 'put',
  path: '/account/app-code',
  policy: PERSON,
  body: z.object({ code: z.string().trim().min(4).max(12) }),
  output: done,
  refusals: ['people.code_wrong', 'people.code_over', 'people.app_code_missing'],
})

export const endAppCode = declareOperation({
  id: 'endAppCode',
  summary: 'No longer ask for the app',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/account/app-code/end',
  policy: PERSON,
  body: z.object({ password }),
  output: done,
  refusals: [],
})

export const renewBackupCodes = declareOperation({
  id: 'renewBackupCodes',
  summary: 'New backup codes; the old ones are good for nothing',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/account/backup-codes',
  policy: PERSON,
  body: z.object({ password }),
  output: z.object({ backup_codes: z.array(z.string()) }),
  refusals: ['people.app_code_missing'],
})

export const getNewPasskeyChallenge = declareOperation({
  id: 'getNewPasskeyChallenge',
  summary: 'What a browser asks a new passkey',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/account/passkeys/new',
  policy: PERSON,
  output: z.looseObject({ challenge: z.string() }),
  refusals: ['people.sign_in_again'],
})

export const addPasskey = declareOperation({
  id: 'addPasskey',
  summary: 'Add a passkey',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/account/passkeys',
  policy: PERSON,
  body: z.object({ credential, name: textField(PASSKEY_NAME_RULES).optional() }),
  output: z.object({ id: z.string() }),
  refusals: ['people.passkey_failed', 'people.sign_in_again'],
})

export const deletePasskey = declareOperation({
  id: 'deletePasskey',
  summary: 'Remove a passkey',
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/account/passkeys/{passkey}',
  policy: PERSON,
  params: z.object({ passkey: z.string().max(60) }),
  output: done,
  refusals: [],
})

export const unlinkProvider = declareOperation({
  id: 'unlinkProvider',
  summary: 'Sign in by this provider no more',
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/account/providers/{provider}',
  policy: PERSON,
  params: z.object({ provider: z.string().max(60) }),
  output: done,
  refusals: [],
})

export const endOneSession = declareOperation({
  id: 'endOneSession',
  summary: "End a session of one's own",
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/account/sessions/{session}',
  policy: PERSON,
  params: z.object({ session: z.string().max(60) }),
  output: done,
  refusals: [],
})

export const endOtherSessions = declareOperation({
  id: 'endOtherSessions',
  summary: 'End every session but this one',
  tag: TAG,
  source: 'D1',
  method: 'delete',
  path: '/account/sessions',
  policy: PERSON,
  output: z.object({ ended: z.int() }),
  refusals: [],
})
