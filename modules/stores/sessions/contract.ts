import { z } from 'zod'
import { ATTEMPTS } from '#lib/limit.ts'
import { declareOperation } from '#kernel/operation.ts'
import { flag, one, time } from '#lib/wire.ts'
import { readCode } from './one-time-code.ts'
import { isShopAddress } from '#lib/shop-address.ts'
import { emailField } from '#lib/field-schema.ts'
import { STORE_RIGHTS } from '#lib/store-rights.ts'

export const account = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Account = z.output<typeof account>

export const codeField = z
  .string()
  .max(40)
  .transform(readCode)
  .pipe(z.string().regex(/^(?:\d{6}|\d{12})$/, 'field.code'))

/** S7.1, D5. Exchanges a launch token for a session token, or checks a session token. */
export const checkSession = declareOperation({
  id: 'checkSession',
  summary: 'Exchange a launch token, or check a session token',
  tag: 'Session',
  source: 'S7.1 D5',
  method: 'post',
  path: '/auth/domain',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byServers,
  headers: {
    authorization: {
      required: false,
      description: '`Bearer <token>`, the same token as `apps-token`',
    },
    'apps-token': { required: false, description: 'launch token or session token' },
    'store-token': { required: false, description: "handle of the store's credential" },
  },
  output: z.object({
    success: z.boolean(),
    account,
    right: z
      .enum(STORE_RIGHTS)
      .describe('what this person may do; each right includes those before it'),
    domain: z.string(),
    is_os2: flag,
    expire_time: time,
    token: z.string().nullable().describe('the session token, when a launch token was exchanged'),
    store_id: z.string(),
  }),
  refusals: [
    'session.token_invalid',
    'session.unverified',
    'session.login',
    'session.store_closed',
    'session.store_mismatch',
  ],
})

export const endSession = declareOperation({
  id: 'endSession',
  summary: 'Sign out',
  tag: 'Session',
  source: 'D5',
  method: 'post',
  path: '/auth/sign-out',
  policy: { who: 'store', needs: 'browse' },
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})

/**
 * D5: the store behind "Continue as …?". The handle is the only proof, lives five minutes and is
 * spent by the answer.
 */
export const getEntry = declareOperation({
  id: 'getEntry',
  summary: 'The store that a top-level launch link would sign in',
  tag: 'Session',
  source: 'D5',
  method: 'get',
  path: '/auth/entry/{handle}',
  policy: { who: 'anyone' },
  params: z.object({ handle: z.string().max(60) }),
  output: z.object({
    data: z.object({
      domain: z.string(),
      account: z.object({ name: z.string() }),
      current: z.string().nullable().describe('domain of the store that is signed in here now'),
    }),
  }),
  refusals: ['session.token_invalid'],
})

const knownBrowser = {
  'known-browser': {
    required: false,
    description:
      'what earlier confirmations answered as `browser`, joined by `~`: such a browser is not slowed down',
  },
}
const handle = {
  'connect-handle': {
    required: true,
    description: 'what `POST /auth/connect` answered; a browser keeps it in an HttpOnly cookie',
  },
}
const attempt = z.object({
  host: z.string().describe("the shop's address as it was understood"),
  expires_at: time.describe('until when the code is good'),
  resend_at: time.describe('from when on another code may be asked for'),
  resend_in: z.number().int().describe('seconds until then'),
  tries_left: z.number().int(),
  slow: z
    .boolean()
    .describe(
      'many codes were asked for this shop: a mail with a longer code goes out once an hour',
    ),
})
export type ConnectAttempt = z.output<typeof attempt>

/**
 * D6, S2.20. Answers the same for every address: only the mailbox of the owner learns whether the
 * store exists.
 */
export const startConnect = declareOperation({
  id: 'startConnect',
  summary: "Ask for a code to sign in with the shop's address",
  tag: 'Session',
  source: 'S2.20 D6',
  method: 'post',
  path: '/auth/connect',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: knownBrowser,
  body: z.object({
    address: z
      .string()
      .min(1)
      .max(2000)
      .refine(isShopAddress, 'field.shop_address')
      .describe('domain or URL of the shop'),
    next: z
      .string()
      .max(500)
      .optional()
      .describe('path of ours to go on to; anything else is left out'),
  }),
  output: z.object({ handle: z.string(), data: attempt }),
  refusals: [],
})

export const getConnect = declareOperation({
  id: 'getConnect',
  summary: 'The code that a browser waits for',
  tag: 'Session',
  source: 'S2.21 D6',
  method: 'get',
  path: '/auth/connect',
  policy: { who: 'anyone' },
  headers: handle,
  output: z.object({ data: attempt.nullable().describe('null when it is over') }),
  refusals: [],
})

export const resendConnectCode = declareOperation({
  id: 'resendConnectCode',
  summary: 'Mail the code again',
  tag: 'Session',
  source: 'S2.21 D6',
  method: 'post',
  path: '/auth/connect/resend',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: { ...handle, ...knownBrowser },
  output: z.object({ data: attempt }),
  refusals: ['connect.over', 'connect.too_soon', 'connect.too_many_codes'],
})

export const confirmConnect = declareOperation({
  id: 'confirmConnect',
  summary: 'Sign in with the code',
  tag: 'Session',
  source: 'S2.21 D6',
  method: 'post',
  path: '/auth/connect/confirm',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: handle,
  body: z.object({
    code: codeField,
    replaces: z
      .string()
      .max(60)
      .optional()
      .describe('id of the store whose session ends by this; needed when one is signed in'),
  }),
  output: checkSession.output.extend({
    token: z.string(),
    next: z.string(),
    browser: z
      .string()
      .nullable()
      .describe('to be kept by this browser and sent as `known-browser` when a code is asked for'),
  }),
  refusals: ['connect.over', 'connect.code_wrong', 'connect.no_tries_left', 'connect.other_store'],
})

/** D4, D6: a site that no platform runs is connected by whoever proves to run it. */
export const PROOF_KINDS = ['dns', 'file', 'meta'] as const
export const siteAddress = z
  .string()
  .min(1)
  .max(2000)
  .refine(isShopAddress, 'field.shop_address')
  .describe('domain or URL of the site')

const claimHandle = {
  'claim-handle': {
    required: true,
    description: 'what `POST /auth/sites` answered; a browser keeps it in an HttpOnly cookie',
  },
}

export const proofWays = z.object({
  token: z.string(),
  record: z.object({ name: z.string(), value: z.string() }).describe('DNS: a TXT record'),
  file: z.object({ path: z.string(), text: z.string() }),
  tag: z.string().describe('goes into the head of the home page'),
  looked_at: time.nullable(),
  failure: z.string().nullable().describe('why the last look found no proof'),
})
export type ProofWays = z.output<typeof proofWays>

const claim = z.object({
  domain: z.string(),
  step: z.enum(['mail', 'proof']),
  mail: z.object({
    to: z.string().describe('where the code went, as it was typed'),
    resend_in: z.number().int(),
    tries_left: z.number().int(),
    slow: z.boolean(),
  }),
  proof: proofWays.extend({ looked_for: z.enum(PROOF_KINDS).nullable() }),
  expires_at: time,
})
export type SiteClaim = z.output<typeof claim>

export const startSiteClaim = declareOperation({
  id: 'startSiteClaim',
  summary: 'Begin to connect a site that no platform runs',
  tag: 'Session',
  source: 'D4 D6',
  method: 'post',
  path: '/auth/sites',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({
    address: siteAddress,
    name: z.string().trim().min(1).max(100),
    email: emailField().describe(
      'codes for signing in go there; it is confirmed before anything else',
    ),
    next: z.string().max(500).optional().describe('path of ours to go on to'),
  }),
  output: z.object({ handle: z.string(), data: claim }),
  refusals: ['site.not_here'],
})

export const getSiteClaim = declareOperation({
  id: 'getSiteClaim',
  summary: 'How far connecting a site is',
  tag: 'Session',
  source: 'D4 D6',
  method: 'get',
  path: '/auth/sites',
  policy: { who: 'anyone' },
  headers: claimHandle,
  output: one(claim.nullable()),
  refusals: [],
})

export const resendSiteCode = declareOperation({
  id: 'resendSiteCode',
  summary: 'Mail the code again',
  tag: 'Session',
  source: 'D6',
  method: 'post',
  path: '/auth/sites/resend',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: claimHandle,
  output: one(claim),
  refusals: ['connect.over', 'connect.too_soon', 'connect.too_many_codes'],
})

export const confirmSiteMail = declareOperation({
  id: 'confirmSiteMail',
  summary: 'The code that the mail address got',
  tag: 'Session',
  source: 'D6',
  method: 'post',
  path: '/auth/sites/code',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: claimHandle,
  body: z.object({
    code: codeField,
  }),
  output: one(claim),
  refusals: ['connect.over', 'connect.code_wrong', 'connect.no_tries_left'],
})

export const proveSite = declareOperation({
  id: 'proveSite',
  summary: 'Look for the proof now, and sign in when it is there',
  tag: 'Session',
  source: 'D4 D6 D7',
  method: 'post',
  path: '/auth/sites/prove',
  policy: { who: 'anyone' },
  attempts: ATTEMPTS.byPeople,
  headers: claimHandle,
  body: z.object({
    way: z.enum(PROOF_KINDS),
    replaces: z.string().max(60).optional().describe('id of the store whose session ends by this'),
  }),
  output: confirmConnect.output,
  refusals: [
    'connect.over',
    'connect.other_store',
    'site.mail_first',
    'site.not_proved',
    'site.already_connected',
  ],
})
