import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { ATTEMPTS } from '#lib/limit.ts'
import { LIST_SORTS } from '#lib/list-sort.ts'
import { countryCode } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import {
  APPLICATION_RULES,
  APPLICATION_STATES,
  CODE_DIGITS,
  DECLINE_RULES,
  KEPT_DAYS,
  MAKES,
} from './rules.ts'

const TAG = 'Applications'
const GUEST = { who: 'guest' } as const
const READERS = { who: 'operator', roles: ['admin', 'reviewer', 'support'] } as const
const ADMIN = { who: 'operator', roles: ['admin'] } as const

const at = z.iso.datetime()
const token = z.string().min(1).max(100).describe('the secret of the applicant’s page')
const params = z.object({ token })
const state = z.enum(APPLICATION_STATES)
const makes = z.enum(MAKES).describe('what the applicant wants to publish')
const website = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'field.https' })
  .max(500, { error: 'field.https' })
  .refine((text) => URL.parse(text)?.username === '', { error: 'field.https' })

export const getPartnerSignUp = declareOperation({
  id: 'getPartnerSignUp',
  summary: 'Whether companies may apply to become partners, and whom to write to if not',
  tag: TAG,
  source: 'D1 D19',
  method: 'get',
  path: '/partner-applications',
  policy: GUEST,
  output: z.object({ open: z.boolean(), contact: z.string().nullable() }),
  refusals: [],
})

/** The answer is the same for every address, known or not. */
export const applyAsPartner = declareOperation({
  id: 'applyAsPartner',
  summary: 'Apply to become a partner; a code is mailed that confirms the address',
  tag: TAG,
  source: 'D1 D19 ABU-1',
  method: 'post',
  path: '/partner-applications',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  body: z.object({
    name: textField(APPLICATION_RULES.name),
    country: z.string().trim().toUpperCase().pipe(countryCode),
    email: textField(APPLICATION_RULES.email),
    website,
    makes,
    about: textField(APPLICATION_RULES.about),
  }),
  output: z.object({ token }),
  refusals: ['applications.closed'],
})

const facts = z.object({
  state,
  name: z.string(),
  country: z.string(),
  email: z.string(),
  website: z.string(),
  makes,
  about: z.string(),
  applied_at: at,
  email_proved_at: at.nullable(),
  domain_proved_at: at.nullable(),
  domain_way: z.enum(['dns', 'file']).nullable().describe('where the proof was found'),
  waiting_at: at.nullable().describe('when both were verified'),
  decided_at: at.nullable(),
  reason: z.string().nullable().describe('why it was declined'),
})

export const getPartnerApplication = declareOperation({
  id: 'getPartnerApplication',
  summary: 'How far an application is, and what verifies its domain',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partner-applications/{token}',
  policy: GUEST,
  params,
  output: facts.extend({
    domain: z.string(),
    record: z.object({ name: z.string(), value: z.string() }),
    file: z.object({ address: z.string(), text: z.string() }),
    code_ends_at: at.nullable().describe('until when the mailed code is good'),
    erased_at: at.nullable().describe('when it is erased unless it is completed'),
  }),
  refusals: [],
})

export const confirmApplicationMail = declareOperation({
  id: 'confirmApplicationMail',
  summary: 'Confirm the address of an application by the mailed code',
  tag: TAG,
  source: 'D19 TOK-15',
  method: 'post',
  path: '/partner-applications/{token}/mail',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  params,
  body: z.object({
    code: z.string().trim().min(CODE_DIGITS, { error: 'field.invalid' }).max(40),
  }),
  output: done,
  refusals: ['applications.over', 'applications.code_wrong', 'applications.code_over'],
})

export const sendApplicationCode = declareOperation({
  id: 'sendApplicationCode',
  summary: 'Mail another code; the one before is no longer good',
  tag: TAG,
  source: 'D19 ABU-1',
  method: 'post',
  path: '/partner-applications/{token}/code',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  params,
  output: done,
  refusals: ['applications.over'],
})

export const checkApplicationDomain = declareOperation({
  id: 'checkApplicationDomain',
  summary: 'Look for the proof of the domain in DNS and on the site',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partner-applications/{token}/domain',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  params,
  output: z.object({ way: z.enum(['dns', 'file']) }),
  refusals: [
    'applications.over',
    'applications.mail_first',
    'partners.proof_nowhere',
    'partners.proof_unreachable',
  ],
})

export const withdrawPartnerApplication = declareOperation({
  id: 'withdrawPartnerApplication',
  summary: 'Take an application back',
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/partner-applications/{token}',
  policy: GUEST,
  attempts: ATTEMPTS.byPeople,
  params,
  output: done,
  refusals: ['applications.over'],
})

const signUp = z.object({
  open: z.boolean().describe('companies may apply'),
  kept_days: z.int().describe('after which an incomplete application is erased'),
})

export const listPartnerApplications = declareOperation({
  id: 'listPartnerApplications',
  summary: 'Applications of companies that want to become partners, the newest first',
  tag: 'Operator',
  source: 'D19',
  method: 'get',
  path: '/operator/applications',
  policy: READERS,
  query: z.object({
    state: state.optional(),
    sort: z.enum(LIST_SORTS).default('newest'),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    applications: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        country: z.string(),
        domain: z.string(),
        makes,
        state,
        applied_at: at,
        waiting_at: at.nullable(),
      }),
    ),
    sign_up: signUp,
    next: z.string().nullable(),
  }),
  refusals: [],
})

const id = z.string().max(60)

export const getAnyPartnerApplication = declareOperation({
  id: 'getAnyPartnerApplication',
  summary: 'An application: what was said, what was verified, and what is like it',
  tag: 'Operator',
  source: 'D19',
  method: 'get',
  path: '/operator/applications/{id}',
  policy: READERS,
  params: z.object({ id }),
  output: facts.extend({
    id: z.string(),
    domain: z.string(),
    language: z.string(),
    decided_by: z.string().nullable(),
    partner: z.string().nullable().describe('made by the approval'),
    honest: z.boolean().describe('false: the name claims to be official or a brand'),
    similar: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('partners whose names look the same'),
    earlier: z
      .array(z.object({ id: z.string(), name: z.string(), state, applied_at: at }))
      .describe('other applications from the same mail address'),
  }),
  refusals: [],
})

export const approvePartnerApplication = declareOperation({
  id: 'approvePartnerApplication',
  summary: 'Take the applicant on as a partner and ask its owner in, by mail',
  tag: 'Operator',
  source: 'D1 D19',
  method: 'post',
  path: '/operator/applications/{id}/approval',
  policy: ADMIN,
  params: z.object({ id }),
  output: z.object({ partner: z.string() }),
  refusals: ['applications.not_waiting'],
})

export const declinePartnerApplication = declareOperation({
  id: 'declinePartnerApplication',
  summary: 'Decline an application; the applicant is mailed the reason',
  tag: 'Operator',
  source: 'D19',
  method: 'post',
  path: '/operator/applications/{id}/refusal',
  policy: ADMIN,
  params: z.object({ id }),
  body: z.object({ reason: textField(DECLINE_RULES) }),
  output: done,
  refusals: ['applications.not_waiting'],
})

export const changePartnerSignUp = declareOperation({
  id: 'changePartnerSignUp',
  summary: 'Open or close the market for new partners',
  tag: 'Operator',
  source: 'D19',
  method: 'put',
  path: '/operator/partner-sign-up',
  policy: ADMIN,
  body: z.object({
    open: z.boolean(),
    kept_days: z
      .int({ error: 'field.number' })
      .min(KEPT_DAYS.min, { error: 'field.number' })
      .max(KEPT_DAYS.max, { error: 'field.number' }),
  }),
  output: done,
  refusals: [],
})
