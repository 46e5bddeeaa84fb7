import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { done } from '#modules/identity/contract.ts'
import { ATTEMPTS } from '#lib/limit.ts'

const TAG = 'Partners'
const WRITERS = { who: 'partner', roles: ['owner', 'developer'] } as const
const params = z.object({ partner: z.string().max(60) })
const at = z.iso.datetime()

export const getPartnerProofs = declareOperation({
  id: 'getPartnerProofs',
  summary: 'What of a partner was verified, and how the rest is',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/proofs',
  policy: { who: 'partner', roles: PARTNER_ROLES },
  params,
  output: z.object({
    verified_at: at.nullable(),
    domain: z
      .object({
        name: z.string(),
        record: z.object({ name: z.string(), value: z.string() }),
        file: z.object({ address: z.string(), text: z.string() }),
        proved_at: at.nullable(),
        way: z.enum(['dns', 'file']).nullable(),
        checked_at: at.nullable(),
        missing_since: at.nullable(),
        lapses_at: at.nullable(),
      })
      .nullable()
      .describe('null without a site'),
    mail: z
      .object({ address: z.string(), proved_at: at.nullable(), sent_at: at.nullable() })
      .nullable()
      .describe('null without a support address'),
  }),
  refusals: [],
})

export const checkPartnerDomain = declareOperation({
  id: 'checkPartnerDomain',
  summary: "Look now whether the site says that it is this partner's",
  tag: TAG,
  source: 'D7 D19',
  method: 'post',
  path: '/partners/{partner}/proofs/domain',
  policy: WRITERS,
  params,
  output: z.object({ way: z.enum(['dns', 'file']) }),
  refusals: ['partners.no_site', 'partners.proof_nowhere', 'partners.proof_unreachable'],
})

export const sendPartnerMailCheck = declareOperation({
  id: 'sendPartnerMailCheck',
  summary: 'Mail a link to the support address, to prove that it is read',
  tag: TAG,
  source: 'D19 TOK-15',
  method: 'post',
  path: '/partners/{partner}/proofs/mail',
  policy: WRITERS,
  params,
  output: done,
  refusals: ['partners.no_support_mail'],
})

export const confirmPartnerMail = declareOperation({
  id: 'confirmPartnerMail',
  summary: 'The link of that mail was pressed',
  tag: TAG,
  source: 'D19 TOK-15',
  method: 'post',
  path: '/partner-mail-checks',
  policy: { who: 'guest' },
  attempts: ATTEMPTS.byPeople,
  body: z.object({ token: z.string().min(1).max(200) }),
  output: z.object({ partner: z.string() }),
  refusals: ['partners.mail_link_over'],
})
