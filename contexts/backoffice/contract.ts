import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { declareConsoleOperation, OPERATOR_ROLES } from '../console-policy.ts'
import { verified } from '../catalog/contract.ts'
import { done, email, team } from '../people/contract.ts'
import { PARTNER_RULES, TODO_STEPS, WAITING } from './rules.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const
const ADMIN = { who: 'operator', roles: ['admin'] } as const
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const

const role = z.enum(OPERATOR_ROLES)
const after = z.string().max(200).optional().describe('`next` of the page before')
const next = z.string().nullable()
const count = z.int().min(0)

export const getOperatorHome = declareConsoleOperation({
  id: 'getOperatorHome', summary: 'The market in figures, and what waits for a person', tag: 'Operator', source: 'D1', method: 'get', path: '/operator', policy: EVERY_OPERATOR,
  output: z.object({
    items: z.object({ published: count, draft: count, unpublished: count }), stores: count, installs: count, partners: count,
    todo: z.array(z.object({ step: z.enum(TODO_STEPS), done: z.boolean() })).describe('what it takes to open the market; empty when all of it is done'),
    waiting: z.array(z.object({ kind: z.enum(WAITING), count: count.nullable().describe('null: could not be read') })).describe('what waits for a person'),
    jobs: z.array(z.object({ name: z.string(), failed: count, waiting: count })).nullable().describe('null: could not be read'),
  }),
  refusals: [],
})

export const listAudit = declareConsoleOperation({
  id: 'listAudit', summary: 'Who changed what in the console, the latest first', tag: 'Operator', source: 'D23', method: 'get', path: '/operator/audit', policy: ADMIN,
  query: z.object({
    actor: z.string().max(254).optional().describe('id, address or a part of the name'), kind: z.string().max(40).optional(), object: z.string().max(60).optional(),
    from: z.iso.date().optional(), to: z.iso.date().optional().describe('that day included'), before: z.string().regex(/^\d{1,15}$/).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    kinds: z.array(z.string()),
    lines: z.array(z.object({
      id: z.string(), at: z.iso.datetime(), actor: z.object({ id: z.string(), name: z.string(), email: z.string() }), role: z.string(), operation: z.string(), kind: z.string(),
      object: z.string().nullable(), partner: z.string().nullable(), before: z.record(z.string(), z.unknown()).nullable(), after: z.record(z.string(), z.unknown()).nullable(), request: z.string(),
    })),
    next,
  }),
  refusals: [],
})

/** Nothing here is secret: no credential, no handle, no owner's data. */
const store = z.object({
  id: z.string(), platform: z.string(), domain: z.string(), name: z.string(), status: z.enum(['active', 'closed']), since: z.iso.datetime(), installations: count,
})

export const listStores = declareConsoleOperation({
  id: 'listStores', summary: 'Stores, the newest first, or those whose domain begins so', tag: 'Operator', source: 'D1', method: 'get', path: '/operator/stores', policy: SUPPORT,
  query: z.object({ q: z.string().trim().max(253).optional(), after }),
  output: z.object({ stores: z.array(store), next }),
  refusals: [],
})

export const getStore = declareConsoleOperation({
  id: 'getStore', summary: 'A store and what is installed on it', tag: 'Operator', source: 'D1', method: 'get', path: '/operator/stores/{store}', policy: SUPPORT,
  params: z.object({ store: z.string().max(60) }),
  output: store.extend({
    url: z.string(), system: z.object({ name: z.string(), version: z.string() }).nullable().describe('what it runs on: WordPress, where the platform is WooCommerce'),
    silence: z.object({ since: z.iso.datetime(), looks: count, may_forget: z.boolean() }).nullable().describe('a WordPress site on which the plugin has not answered since'),
    items: z.array(z.object({
      id: z.string(), name: z.string(), slug: z.string(), market: z.enum(['app', 'theme']), version: z.string(), state: z.string(), changed_at: z.iso.datetime(), failure: z.string().nullable(),
    })),
  }),
  refusals: [],
})

export const forgetStoreSite = declareConsoleOperation({
  id: 'forgetStoreSite', summary: 'Give up a site whose plugin was deleted: its keys are erased, what was on it ends', tag: 'Operator', source: 'D4', method: 'post', path: '/operator/stores/{store}/forget', policy: SUPPORT,
  params: z.object({ store: z.string().max(60) }), body: z.object({ domain: z.string().trim().toLowerCase().max(253).describe('the store\'s, typed to be sure') }),
  output: z.object({ uninstalled: count }), refusals: ['backoffice.still_answers', 'installs.busy'],
})

export const listAllPartners = declareConsoleOperation({
  id: 'listAllPartners', summary: 'Partners, the newest first', tag: 'Operator', source: 'D1', method: 'get', path: '/operator/partners', policy: EVERY_OPERATOR,
  query: z.object({ after }),
  output: z.object({ partners: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), since: z.iso.datetime(), items: count, members: count, invited: count, verified: verified.nullable() })), next }),
  refusals: [],
})

export const createPartner = declareConsoleOperation({
  id: 'createPartner', summary: 'Take a partner on and ask its owner in, by mail', tag: 'Operator', source: 'D1 D19', method: 'post', path: '/operator/partners', policy: ADMIN,
  body: z.object({ name: textField(PARTNER_RULES.name), email }), output: z.object({ id: z.string() }), refusals: [],
})

export const invitePartnerOwner = declareConsoleOperation({
  id: 'invitePartnerOwner', summary: 'Ask an owner into a partner\'s team', tag: 'Operator', source: 'D19', method: 'post', path: '/operator/partners/{id}/invitations', policy: ADMIN,
  params: z.object({ id: z.string().max(60) }), body: z.object({ email }), output: z.object({ id: z.string() }), refusals: ['people.member_already'],
})

export const getOperatorTeam = declareConsoleOperation({
  id: 'getOperatorTeam', summary: 'Who runs the market', tag: 'Operator', source: 'D1', method: 'get', path: '/operator/team', policy: EVERY_OPERATOR, output: team, refusals: [],
})

export const inviteOperator = declareConsoleOperation({
  id: 'inviteOperator', summary: 'Ask somebody into the operator\'s team, by mail', tag: 'Operator', source: 'D1', method: 'post', path: '/operator/invitations', policy: ADMIN,
  body: z.object({ email, role }), output: z.object({ id: z.string() }), refusals: ['people.member_already'],
})

export const withdrawOperatorInvitation = declareConsoleOperation({
  id: 'withdrawOperatorInvitation', summary: 'Take an invitation back', tag: 'Operator', source: 'D1', method: 'delete', path: '/operator/invitations/{invitation}', policy: ADMIN,
  params: z.object({ invitation: z.string().max(60) }), output: done, refusals: [],
})

export const changeOperator = declareConsoleOperation({
  id: 'changeOperator', summary: 'Give an operator another role', tag: 'Operator', source: 'D1', method: 'put', path: '/operator/team/{person}', policy: ADMIN,
  params: z.object({ person: z.string().max(60) }), body: z.object({ role }), output: done, refusals: ['people.not_yourself', 'people.last_owner'],
})

export const removeOperator = declareConsoleOperation({
  id: 'removeOperator', summary: 'Take an operator out of the team', tag: 'Operator', source: 'D1', method: 'delete', path: '/operator/team/{person}', policy: ADMIN,
  params: z.object({ person: z.string().max(60) }), output: done, refusals: ['people.not_yourself', 'people.last_owner'],
})
