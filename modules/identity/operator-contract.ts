import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { day } from '#lib/wire.ts'
import { done, email, team } from './contract.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const

const ADMIN = { who: 'operator', roles: ['admin'] } as const

const role = z.enum(OPERATOR_ROLES)
const next = z.string().nullable()

export const listAudit = declareOperation({
  id: 'listAudit',
  summary: 'Who changed what in the console, the latest first',
  tag: 'Operator',
  source: 'D23',
  method: 'get',
  path: '/operator/audit',
  policy: ADMIN,
  query: z.object({
    actor: z.string().max(254).optional().describe('id, address or a part of the name'),
    kind: z.string().max(40).optional(),
    object: z.string().max(60).optional(),
    from: day.optional(),
    to: day.optional().describe('that day included'),
    before: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .describe('`next` of the page before'),
  }),
  output: z.object({
    kinds: z.array(z.string()),
    lines: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        actor: z.object({ id: z.string(), name: z.string(), email: z.string() }),
        role: z.string(),
        operation: z.string(),
        kind: z.string(),
        object: z.string().nullable(),
        partner: z.string().nullable(),
        before: z.record(z.string(), z.unknown()).nullable(),
        after: z.record(z.string(), z.unknown()).nullable(),
        request: z.string(),
      }),
    ),
    next,
  }),
  refusals: [],
})

export const getOperatorTeam = declareOperation({
  id: 'getOperatorTeam',
  summary: 'Who runs the market',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/team',
  policy: EVERY_OPERATOR,
  output: team,
  refusals: [],
})

export const inviteOperator = declareOperation({
  id: 'inviteOperator',
  summary: "Ask somebody into the operator's team, by mail",
  tag: 'Operator',
  source: 'D1',
  method: 'post',
  path: '/operator/invitations',
  policy: ADMIN,
  body: z.object({ email, role }),
  output: z.object({ id: z.string() }),
  refusals: ['people.member_already'],
})

export const withdrawOperatorInvitation = declareOperation({
  id: 'withdrawOperatorInvitation',
  summary: 'Take an invitation back',
  tag: 'Operator',
  source: 'D1',
  method: 'delete',
  path: '/operator/invitations/{invitation}',
  policy: ADMIN,
  params: z.object({ invitation: z.string().max(60) }),
  output: done,
  refusals: [],
})

export const changeOperator = declareOperation({
  id: 'changeOperator',
  summary: 'Give an operator another role',
  tag: 'Operator',
  source: 'D1',
  method: 'put',
  path: '/operator/team/{person}',
  policy: ADMIN,
  params: z.object({ person: z.string().max(60) }),
  body: z.object({ role }),
  output: done,
  refusals: ['people.not_yourself', 'people.last_owner'],
})

export const removeOperator = declareOperation({
  id: 'removeOperator',
  summary: 'Take an operator out of the team',
  tag: 'Operator',
  source: 'D1',
  method: 'delete',
  path: '/operator/team/{person}',
  policy: ADMIN,
  params: z.object({ person: z.string().max(60) }),
  output: done,
  refusals: ['people.not_yourself', 'people.last_owner'],
})

const groupText = z.string().max(20_000)

export const getOperatorGroups = declareOperation({
  id: 'getOperatorGroups',
  summary: 'Which groups of the OpenID provider give which role',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/groups',
  policy: ADMIN,
  output: z.object({
    provider: z.string().nullable().describe('null: none is configured'),
    claim: z.string().nullable().describe('null: groups are not read'),
    scope: z.string(),
    groups: z.record(role, z.array(z.string())),
  }),
  refusals: [],
})

export const saveOperatorGroups = declareOperation({
  id: 'saveOperatorGroups',
  summary: 'Let groups of the OpenID provider give roles, from the next sign-in on',
  tag: 'Operator',
  source: 'D1',
  method: 'put',
  path: '/operator/groups',
  policy: ADMIN,
  body: z.object({
    claim: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_.:/-]{0,100}$/)
      .describe('that holds the groups; empty: groups are not read'),
    scope: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_.:/ -]{0,100}$/)
      .default('')
      .describe('to be asked for besides openid and email'),
    admin: groupText.describe('groups, one a line'),
    reviewer: groupText,
    support: groupText,
    finance: groupText,
  }),
  output: done,
  refusals: [],
})
