import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import type { FieldRules } from '#lib/field-rules.ts'
import { textField } from '#lib/field-schema.ts'
import { verified } from '#modules/catalog/contract.ts'
import { email } from '#modules/identity/contract.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const ADMIN = { who: 'operator', roles: ['admin'] } as const

const after = z.string().max(200).optional().describe('`next` of the page before')
const next = z.string().nullable()
const count = z.int().min(0)

const PARTNER_RULES = {
  name: { required: true, min: 2, max: 80 },
} as const satisfies Record<string, FieldRules>

export const listAllPartners = declareOperation({
  id: 'listAllPartners',
  summary: 'Partners, the newest first',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/partners',
  policy: EVERY_OPERATOR,
  query: z.object({ after }),
  output: z.object({
    partners: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        since: z.iso.datetime(),
        items: count,
        members: count,
        invited: count,
        verified: verified.nullable(),
      }),
    ),
    next,
  }),
  refusals: [],
})

export const createPartner = declareOperation({
  id: 'createPartner',
  summary: 'Take a partner on and ask its owner in, by mail',
  tag: 'Operator',
  source: 'D1 D19',
  method: 'post',
  path: '/operator/partners',
  policy: ADMIN,
  body: z.object({ name: textField(PARTNER_RULES.name), email }),
  output: z.object({ id: z.string() }),
  refusals: [],
})

export const invitePartnerOwner = declareOperation({
  id: 'invitePartnerOwner',
  summary: "Ask an owner into a partner's team",
  tag: 'Operator',
  source: 'D19',
  method: 'post',
  path: '/operator/partners/{id}/invitations',
  policy: ADMIN,
  params: z.object({ id: z.string().max(60) }),
  body: z.object({ email }),
  output: z.object({ id: z.string() }),
  refusals: ['people.member_already'],
})
