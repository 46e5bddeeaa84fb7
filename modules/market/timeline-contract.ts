import { z } from 'zod'
import { OPERATOR_ROLES } from '#kernel/actor.ts'
import { HAPPENED_ABOUT, HAPPENED_SOURCES } from '#kernel/happened-kinds.ts'
import { declareOperation } from '#kernel/operation.ts'
import { textField } from '#lib/field-schema.ts'
import { NOTE_SUBJECTS, OPERATOR_NOTE_RULES } from './timeline-rules.ts'

const TAG = 'Operator'
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const
const EVERY_OPERATOR = { who: 'operator', roles: OPERATOR_ROLES } as const

const id = z.string().max(60)
const query = z.object({
  after: z.string().max(200).optional().describe('`next` of the page before'),
})
const timeline = z.object({
  happened: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      source: z.enum(HAPPENED_SOURCES).describe('where it is recorded'),
      kind: z.string().describe('what happened, in the words of its source'),
      state: z.string().nullable(),
      who: z.string().nullable().describe('name of the person'),
      facts: z.record(z.string(), z.unknown()).describe('as recorded'),
      currency: z.string().nullable().describe('of amounts among the facts'),
      about: z
        .object({ kind: z.enum(HAPPENED_ABOUT), id: z.string(), name: z.string() })
        .nullable(),
      text: z.string().nullable().describe('what somebody wrote'),
    }),
  ),
  next: z.string().nullable(),
})

export const getStoreTimeline = declareOperation({
  id: 'getStoreTimeline',
  summary:
    'What happened to a store, the newest first: orders, subscriptions, installs, messages, notices, notes',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/stores/{store}/timeline',
  policy: SUPPORT,
  params: z.object({ store: id }),
  query,
  output: timeline,
  refusals: [],
})

export const getItemTimeline = declareOperation({
  id: 'getItemTimeline',
  summary:
    'What happened to an item, the newest first: submissions, releases, messages, changes, notes',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/items/{item}/timeline',
  policy: EVERY_OPERATOR,
  params: z.object({ item: id }),
  query,
  output: timeline,
  refusals: [],
})

export const getInstallationTimeline = declareOperation({
  id: 'getInstallationTimeline',
  summary:
    'What happened to an item on a store, the newest first: runs, orders, subscriptions, notes',
  tag: TAG,
  source: 'D1',
  method: 'get',
  path: '/operator/installations/{installation}/timeline',
  policy: SUPPORT,
  params: z.object({ installation: id }),
  query,
  output: timeline,
  refusals: [],
})

export const writeNote = declareOperation({
  id: 'writeNote',
  summary: 'Write a note for colleagues into the timeline of a store, an item or an installation',
  tag: TAG,
  source: 'D1',
  method: 'post',
  path: '/operator/notes',
  policy: EVERY_OPERATOR,
  body: z.object({
    about: z.enum(NOTE_SUBJECTS),
    subject: id.describe('its id'),
    text: textField(OPERATOR_NOTE_RULES),
  }),
  output: z.object({ id: z.string() }),
  refusals: ['not_found'],
})
