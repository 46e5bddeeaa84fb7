import { OPERATOR_ROLES, PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { textField } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'
import { readInsidePath } from '#lib/targets.ts'
import { PASSWORD_LENGTH, PERSON_RULES } from './rules.ts'

export const done = z.object({ success: z.literal(true) })
export const newPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max)
/** An existing password may have any form. */
export const password = z.string().min(1).max(PASSWORD_LENGTH.max)
export const email = textField(PERSON_RULES.email)
export const personName = textField(PERSON_RULES.name)
const token = z.string().min(1).max(1000)
/** Result of the browser's `navigator.credentials` as JSON, read by the library. */
export const credential = z.looseObject({
  id: z.string().max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
})

const GUEST = { who: 'guest' } as const

/** Credentials of an account besides password and sessions. */
export const credentials = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['passkey', 'provider', 'token', 'app_code']),
    name: z.string(),
    since: z.iso.datetime().nullable(),
  }),
)
export const keep = z
  .array(z.string().max(60))
  .max(500)
  .default([])
  .describe('ids of credentials that stay; all others are revoked')

export const signIn = declareOperation({
  id: 'signIn',
  summary: 'Sign in with address and password',
  tag: 'Sign-in',
  source: 'D1 TOK-1',
  method: 'post',
  path: '/sign-in',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({ email, password }),
  output: z.object({
    next: z.enum(['done', 'code']).describe('`code`: an authenticator app is asked for too'),
  }),
  refusals: ['people.sign_in_failed'],
})

export const signInByCode = declareOperation({
  id: 'signInByCode',
  summary: "The second step: the app's code, or one of the backup codes",
  tag: 'Sign-in',
  source: 'D1',
  method: 'post',
  path: '/sign-in/code',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({ code: z.string().trim().min(4).max(40), kind: z.enum(['app', 'backup']) }),
  output: done,
  refusals: ['people.code_wrong', 'people.code_over', 'people.app_code_missing'],
})

export const getPasskeyChallenge = declareOperation({
  id: 'getPasskeyChallenge',
  summary: 'What a browser asks a passkey to sign in with',
  tag: 'Sign-in',
  source: 'D1',
  method: 'get',
  path: '/sign-in/passkey',
  policy: GUEST,
  // Each call stores its challenge.
  attempts: ATTEMPTS.byPeople,
  output: z.looseObject({ challenge: z.string() }),
  refusals: [],
})

export const signInByPasskey = declareOperation({
  id: 'signInByPasskey',
  summary: 'Sign in with a passkey',
  tag: 'Sign-in',
  source: 'D1',
  method: 'post',
  path: '/sign-in/passkey',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({ credential }),
  output: done,
  refusals: ['people.passkey_failed'],
})

export const getSignInDoors = declareOperation({
  id: 'getSignInDoors',
  summary: 'Which ways in there are besides password and passkey',
  tag: 'Sign-in',
  source: 'D1',
  method: 'get',
  path: '/sign-in/doors',
  policy: GUEST,
  output: z.object({ openid: z.object({ name: z.string() }).nullable() }),
  refusals: [],
})

export const beginOpenId = declareOperation({
  id: 'beginOpenId',
  summary: 'Go to the OpenID provider',
  tag: 'Sign-in',
  source: 'D1',
  method: 'post',
  path: '/sign-in/openid',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({
    next: z
      .string()
      .max(500)
      .refine((path) => readInsidePath(path) !== null)
      .describe('where to go afterwards'),
  }),
  output: z.object({ url: z.url() }),
  refusals: ['people.openid_unreachable'],
})

export const signInByOpenId = declareOperation({
  id: 'signInByOpenId',
  summary: 'Come back from the OpenID provider',
  tag: 'Sign-in',
  source: 'D1',
  method: 'post',
  path: '/sign-in/openid/return',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({
    query: z
      .string()
      .min(1)
      .max(8000)
      .describe('what the provider has written behind the question mark'),
  }),
  output: z.object({ next: z.string() }),
  refusals: ['people.openid_failed', 'people.openid_unknown', 'people.openid_unreachable'],
})

/** The answer is the same for every address, known or not. */
export const askForRecovery = declareOperation({
  id: 'askForRecovery',
  summary: 'Ask for a mail with a link that sets a new password',
  tag: 'Sign-in',
  source: 'D1 TOK-15',
  method: 'post',
  path: '/recovery',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({ email }),
  output: done,
  refusals: [],
})

export const getRecovery = declareOperation({
  id: 'getRecovery',
  summary: 'What opens the account that a recovery link is for',
  tag: 'Sign-in',
  source: 'D1',
  method: 'get',
  path: '/recovery/{token}',
  policy: GUEST,
  params: z.object({ token }),
  output: z.object({
    sessions: z.int(),
    credentials,
    app_code: z.boolean().describe('an authenticator app guards the account and stays'),
  }),
  refusals: ['people.link_over'],
})

export const recover = declareOperation({
  id: 'recover',
  summary:
    'Set a new password with the link from the mail; every session ends, and so does whatever else opens the account and is not kept',
  tag: 'Sign-in',
  source: 'D1',
  method: 'put',
  path: '/recovery',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({ token, password: newPassword, keep }),
  output: done,
  refusals: ['people.link_over'],
})

export const confirmEmail = declareOperation({
  id: 'confirmEmail',
  summary: "Say with the link from the mail that the address is one's own",
  tag: 'Sign-in',
  source: 'D1',
  method: 'post',
  path: '/email-check',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({ token }),
  output: done,
  refusals: ['people.link_over'],
})

const role = z.enum([...OPERATOR_ROLES, ...PARTNER_ROLES])

export const getInvitation = declareOperation({
  id: 'getInvitation',
  summary: 'What an invitation is for',
  tag: 'Invitations',
  source: 'D1',
  method: 'get',
  path: '/invitations/{token}',
  policy: GUEST,
  params: z.object({ token }),
  output: z.object({
    email: z.string(),
    role,
    partner: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe("null: the market's own team"),
    invited_by: z.string(),
    known: z.boolean().describe('somebody with this address has an account: it signs in first'),
  }),
  refusals: ['people.link_over'],
})

export const acceptInvitation = declareOperation({
  id: 'acceptInvitation',
  summary: 'Come in by an invitation: with a new account, or with the one that is signed in',
  tag: 'Invitations',
  source: 'D1',
  method: 'post',
  path: '/invitations/{token}',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  params: z.object({ token }),
  body: z.object({ name: personName.optional(), password: newPassword.optional() }),
  output: z.object({ partner: z.string().nullable() }),
  refusals: [
    'people.link_over',
    'people.other_address',
    'people.sign_in_first',
    'people.member_already',
  ],
})

export const getFirstOperator = declareOperation({
  id: 'getFirstOperator',
  summary: 'Is this link the one that makes the first operator?',
  tag: 'Sign-in',
  source: 'D1',
  method: 'get',
  path: '/first/{token}',
  policy: GUEST,
  params: z.object({ token }),
  output: done,
  refusals: ['people.link_over'],
})

export const createFirstOperator = declareOperation({
  id: 'createFirstOperator',
  summary: 'Become the first operator by the link that the start has printed',
  tag: 'Sign-in',
  source: 'D1',
  method: 'post',
  path: '/first/{token}',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  params: z.object({ token }),
  body: z.object({ name: personName, email, password: newPassword }),
  output: done,
  refusals: ['people.link_over', 'people.email_taken'],
})

/** Members and invitations of a team: a partner's or the market's own. */
export const team = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role,
      since: z.iso.datetime(),
      you: z.boolean(),
      second_factor: z.boolean(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role,
      invited_by: z.string(),
      expires_at: z.iso.datetime(),
      over: z.boolean(),
    }),
  ),
})

export const locale = z.enum(LOCALES)
