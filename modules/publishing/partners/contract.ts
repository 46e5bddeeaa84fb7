import { PARTNER_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { done, email, team } from '#modules/identity/contract.ts'

const TAG = 'Partners'
const MEMBERS = { who: 'partner', roles: PARTNER_ROLES } as const
const OWNERS = { who: 'partner', roles: ['owner'] } as const

const partner = z.string().max(60)
const role = z.enum(PARTNER_ROLES)

export const getPartnerHome = declareOperation({
  id: 'getPartnerHome',
  summary: "A partner's items, the ones changed last first",
  tag: TAG,
  source: 'D1 D19',
  method: 'get',
  path: '/partners/{partner}',
  policy: MEMBERS,
  params: z.object({ partner }),
  query: z.object({ after: z.string().max(200).optional().describe('`next` of the page before') }),
  output: z.object({
    name: z.string(),
    role,
    counts: z.object({ published: z.int(), draft: z.int(), unpublished: z.int() }),
    unread: z.int().describe('questions that nobody has read'),
    items: z.array(
      z.object({
        id: z.string(),
        market: z.enum(['app', 'theme']),
        slug: z.string(),
        name: z.string(),
        status: z.enum(['draft', 'published', 'unpublished']),
        installs: z.int(),
        release: z
          .object({
            version: z.string(),
            at: z.iso.datetime(),
            state: z.enum(['published', 'halted', 'yanked']),
          })
          .nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const getPartnerTeam = declareOperation({
  id: 'getPartnerTeam',
  summary: 'Who works for a partner',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/team',
  policy: MEMBERS,
  params: z.object({ partner }),
  output: team,
  refusals: [],
})

export const invitePartnerMember = declareOperation({
  id: 'invitePartnerMember',
  summary: "Ask somebody into a partner's team, by mail",
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partners/{partner}/invitations',
  policy: OWNERS,
  params: z.object({ partner }),
  body: z.object({ email, role }),
  output: z.object({ id: z.string() }),
  refusals: ['people.member_already'],
})

export const withdrawPartnerInvitation = declareOperation({
  id: 'withdrawPartnerInvitation',
  summary: 'Take an invitation back',
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/partners/{partner}/invitations/{invitation}',
  policy: OWNERS,
  params: z.object({ partner, invitation: z.string().max(60) }),
  output: done,
  refusals: [],
})

export const changePartnerMember = declareOperation({
  id: 'changePartnerMember',
  summary: 'Give a member another role',
  tag: TAG,
  source: 'D19',
  method: 'put',
  path: '/partners/{partner}/team/{person}',
  policy: OWNERS,
  params: z.object({ partner, person: z.string().max(60) }),
  body: z.object({ role }),
  output: done,
  refusals: ['people.not_yourself', 'people.last_owner'],
})

export const removePartnerMember = declareOperation({
  id: 'removePartnerMember',
  summary: 'Take a member out of the team',
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/partners/{partner}/team/{person}',
  policy: OWNERS,
  params: z.object({ partner, person: z.string().max(60) }),
  output: done,
  refusals: ['people.not_yourself', 'people.last_owner'],
})
