import { z } from 'zod'
import { emailField } from '#lib/field-schema.ts'
import { ATTEMPTS } from '#lib/limit.ts'
import { declareOperation } from '#kernel/operation.ts'
import { one, time } from '#lib/wire.ts'
import { confirmConnect } from './contract.ts'
import { readCode } from './one-time-code.ts'
import { isShopAddress } from '#lib/shop-address.ts'

/** D4, D6: a site that no platform runs is connected by whoever proves that it is theirs. */
export const PROOF_KINDS = ['dns', 'file', 'meta'] as const
export const siteAddress = z
  .string()
  .min(1)
  .max(2000)
  .refine(isShopAddress, 'field.shop_address')
  .describe('domain or URL of the site')

const handle = {
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
  headers: handle,
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
  headers: handle,
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
  headers: handle,
  body: z.object({
    code: z
      .string()
      .max(40)
      .transform(readCode)
      .pipe(z.string().regex(/^(?:\d{6}|\d{12})$/, 'field.code')),
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
  headers: handle,
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
