import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { DUE_GROUPS, INBOX_KINDS, INBOX_VIEWS } from './inbox-rules.ts'

const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const

const at = z.iso.datetime()
const count = z.int().min(0)
const kind = z.enum(INBOX_KINDS)
const person = z.object({ id: z.string(), name: z.string() })

export const inboxCounts = z
  .array(
    z.object({
      kind,
      count: count.nullable().describe('null: could not be read'),
      more: z.boolean().describe('there are more than were read'),
    }),
  )
  .describe('what waits, of the kinds that the caller may decide')

export const listInbox = declareOperation({
  id: 'listInbox',
  summary: 'What waits for an operator, what is due first',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/inbox',
  policy: EVERY_OPERATOR,
  query: z.object({
    view: z.enum(INBOX_VIEWS).default('all'),
    kind: kind.optional(),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        kind,
        id: z.string(),
        place: z.string().describe('what the address of its page ends with'),
        title: z.string(),
        detail: z.string(),
        amount: z.object({ minor: z.int(), currency: z.string() }).nullable(),
        since: at,
        due_at: at,
        hours: z.int().describe('within which it should be answered'),
        waited_seconds: count,
        group: z.enum(DUE_GROUPS),
        assignee: person.nullable(),
        snoozed_until: at.nullable(),
        closable: z.boolean().describe('may be marked as done; else it leaves by its decision'),
      }),
    ),
    views: z.record(z.enum(INBOX_VIEWS), count),
    counts: inboxCounts,
    people: z.array(person).describe('the team'),
    me: z.string(),
    median_seconds: z.int().nullable().describe('of the last decisions about submissions'),
    snooze: z
      .object({ hours: at, tomorrow: at, week: at })
      .describe('moments to put something off to'),
    checked_at: at,
  }),
  refusals: [],
})

export const countInbox = declareOperation({
  id: 'countInbox',
  summary: 'How much waits for an operator, by kind',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/inbox/counts',
  policy: EVERY_OPERATOR,
  output: z.object({ counts: inboxCounts }),
  refusals: [],
})

const mark = z.object({
  kind,
  id: z.string().min(1).max(200),
  assigned_to: z.string().max(60).nullish().describe('a person of the team; null: nobody'),
  snoozed_until: at.nullish().describe('null: not put off'),
  done: z.boolean().optional(),
})

export const markInbox = declareOperation({
  id: 'markInbox',
  summary: 'Assign, put off or finish what waits; what is left out stays as it is',
  tag: 'Operator',
  source: 'D1',
  method: 'put',
  path: '/operator/inbox',
  policy: EVERY_OPERATOR,
  body: z.object({ rows: z.array(mark).min(1).max(100) }),
  output: z.object({
    before: z.array(mark).describe('what undoes it, sent the same way'),
    kept: count.describe('not changed: gone, or left only by its own decision'),
  }),
  refusals: ['inbox.nobody'],
})

export const getInboxSummary = declareOperation({
  id: 'getInboxSummary',
  summary: 'How the caller is told once a day what waits',
  tag: 'Operator',
  source: 'D1',
  method: 'get',
  path: '/operator/inbox/summary',
  policy: EVERY_OPERATOR,
  output: z.object({
    by_mail: z.boolean(),
    hour: z.int().min(0).max(23),
    webhook_host: z.string().nullable(),
    next_at: at.nullable(),
    fault: z.string().nullable().describe('why the webhook could not be told last time'),
  }),
  refusals: [],
})

export const setInboxSummary = declareOperation({
  id: 'setInboxSummary',
  summary: 'Be told once a day what waits: by mail, and at an address that takes Slack messages',
  tag: 'Operator',
  source: 'D1',
  method: 'put',
  path: '/operator/inbox/summary',
  policy: EVERY_OPERATOR,
  body: z.object({
    by_mail: z.boolean(),
    hour: z.coerce.number().int().min(0).max(23).describe('of the day in the market’s time zone'),
    webhook: z
      .url({ protocol: /^https$/ })
      .max(1000)
      .nullish()
      .describe('null: none any more; left out: as before'),
  }),
  output: done,
  refusals: [],
})
