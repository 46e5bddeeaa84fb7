import { OPERATOR_ROLES, PARTNER_ROLES, partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { done, email, team } from '#modules/identity/contract.ts'
import { textField } from '#lib/field-schema.ts'
import { LIST_SORTS } from '#lib/list-sort.ts'
import { statementLine } from '../statements/contract.ts'
import { ANSWER_RULES, ASSIGNED, ONBOARDING_STEPS, QUESTION_STATES } from './rules.ts'
import type { FieldRules } from '#lib/field-rules.ts'
import { verified } from '#modules/catalog/contract.ts'

const TAG = 'Partners'
const MEMBERS = partnersWho('view')
const OWNERS = partnersWho('team')

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

export const getPartnerOnboarding = declareOperation({
  id: 'getPartnerOnboarding',
  summary: 'First steps of a partner, and which of them are done',
  tag: TAG,
  source: 'D19',
  method: 'get',
  path: '/partners/{partner}/onboarding',
  policy: MEMBERS,
  params: z.object({ partner }),
  output: z.object({
    hidden: z.boolean().describe('somebody put the completed list away'),
    steps: z.array(z.object({ step: z.enum(ONBOARDING_STEPS), done: z.boolean() })),
  }),
  refusals: [],
})

export const hidePartnerOnboarding = declareOperation({
  id: 'hidePartnerOnboarding',
  summary: 'Put the list of first steps away, once all are done',
  tag: TAG,
  source: 'D19',
  method: 'put',
  path: '/partners/{partner}/onboarding',
  policy: partnersWho('publish'),
  params: z.object({ partner }),
  output: done,
  refusals: ['partners.onboarding_open'],
})

export const getCommandLine = declareOperation({
  id: 'getCommandLine',
  summary: 'How a partner installs and uses the command line',
  tag: TAG,
  source: 'D19 PKG-11',
  method: 'get',
  path: '/partners/{partner}/command-line',
  policy: partnersWho('publish'),
  params: z.object({ partner }),
  output: z.object({
    package: z.string().nullable().describe('what it is installed from, where the market says it'),
    contact: z.string().nullable(),
    console: z.url().describe('the address that its commands call'),
    partner: z.object({ name: z.string(), website: z.string().nullable() }),
    items: z
      .array(z.object({ prefix: z.string(), name: z.string(), market: z.enum(['app', 'theme']) }))
      .describe('the ones changed last'),
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

/** Finance members do not read questions. */
const READERS = partnersWho('answer')
const id = z.string().max(60)
const at = z.iso.datetime()
const here = z.object({ partner: id, message: id })

const question = z.object({
  id,
  item: z.object({ id, name: z.string() }),
  subject: z.string(),
  from: z
    .string()
    .describe('a name; the address stays with the market. Empty for a request for help'),
  store: z.string().nullable().describe('of a request for help only if the owner tells it'),
  help: z.boolean().describe('from a store that has or had the item, about it'),
  state: z.enum(QUESTION_STATES),
  answers: z.int(),
  asked_at: at,
  last_at: at,
  spam: z.boolean(),
  assigned: z.object({ id, name: z.string() }).nullable().describe('who of the team has it'),
  waits_seconds: z
    .int()
    .nullable()
    .describe('since the last word of whoever asked; null: nobody waits'),
})

export const listPartnerMessages = declareOperation({
  id: 'listPartnerMessages',
  summary: 'What people ask a partner about its items, the newest word first',
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/partners/{partner}/messages',
  policy: READERS,
  params: z.object({ partner: id }),
  query: z.object({
    state: z.enum([...QUESTION_STATES, 'spam']).optional(),
    item: id.optional(),
    assigned: z.enum(ASSIGNED).optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    messages: z.array(question),
    unread: z.int(),
    items: z.array(z.object({ id, name: z.string() })),
    response_seconds: z
      .int()
      .nullable()
      .describe('median until a first answer, of the last 90 days; null below five answered'),
    next: z.string().nullable(),
  }),
  refusals: [],
})

export const getPartnerMessage = declareOperation({
  id: 'getPartnerMessage',
  summary: 'A question and all that was said since',
  tag: TAG,
  source: 'D23',
  method: 'get',
  path: '/partners/{partner}/messages/{message}',
  policy: READERS,
  params: here,
  output: question.extend({
    language: z.string(),
    team: z.array(z.object({ id, name: z.string() })).describe('who may have it'),
    me: id.describe('the caller among them'),
    next: id.nullable().describe('the question that waits longest beside this one'),
    version: z.string().nullable().describe('that the store has, if the owner tells it'),
    order: z.string().nullable().describe('number of its order, if the owner tells it'),
    solved: z.boolean().describe('the owner marked it as solved'),
    words: z.array(
      z.object({
        who: z.enum(['asker', 'developer']),
        by: z.string().nullable(),
        text: z.string(),
        at,
      }),
    ),
  }),
  refusals: [],
})

export const answerPartnerMessage = declareOperation({
  id: 'answerPartnerMessage',
  summary: 'Answer by mail, through the market',
  tag: TAG,
  source: 'D23 ABU-1',
  method: 'post',
  path: '/partners/{partner}/messages/{message}/answers',
  policy: READERS,
  params: here,
  body: z.object({ text: textField(ANSWER_RULES.text) }),
  output: done,
  refusals: ['partners.message_spam'],
})

export const markPartnerMessage = declareOperation({
  id: 'markPartnerMessage',
  summary: 'Mark a question as new, open or done',
  tag: TAG,
  source: 'D23',
  method: 'put',
  path: '/partners/{partner}/messages/{message}/state',
  policy: READERS,
  params: here,
  body: z.object({ state: z.enum(QUESTION_STATES) }),
  output: done,
  refusals: [],
})

export const assignPartnerMessage = declareOperation({
  id: 'assignPartnerMessage',
  summary: 'Give a question to a member of the team, or to nobody',
  tag: TAG,
  source: 'D23',
  method: 'put',
  path: '/partners/{partner}/messages/{message}/assignee',
  policy: READERS,
  params: here,
  body: z.object({ person: id.nullable() }),
  output: done,
  refusals: ['input.invalid'],
})

export const reportPartnerMessage = declareOperation({
  id: 'reportPartnerMessage',
  summary: 'Tell the operator that it is spam; it leaves the inbox',
  tag: TAG,
  source: 'ABU-1',
  method: 'post',
  path: '/partners/{partner}/messages/{message}/spam',
  policy: READERS,
  params: here,
  output: done,
  refusals: [],
})

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
  query: z.object({ sort: z.enum(LIST_SORTS).default('newest'), after }),
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

export const getAnyPartner = declareOperation({
  id: 'getAnyPartner',
  summary: 'A partner: its team, its newest items, how its submissions went, and what was done',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/partners/{id}',
  policy: EVERY_OPERATOR,
  params: z.object({ id: z.string().max(60) }),
  output: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    website: z.string().nullable(),
    since: z.iso.datetime(),
    verified: verified.nullable(),
    team,
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        market: z.enum(['app', 'theme']),
        status: z.enum(['draft', 'published', 'unpublished']),
        version: z.string().nullable(),
        installs: z.int(),
      }),
    ),
    submissions: z.object({ approved: count, rejected: count, waiting: count }),
    statements: z.array(statementLine),
    history: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        who: z.string(),
        operation: z.string(),
        after: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
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
