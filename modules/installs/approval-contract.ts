import { z } from 'zod'
import { textField } from '#lib/field-schema.ts'
import { list, one, time } from '#lib/wire.ts'
import { declareOperation } from '#kernel/operation.ts'
import { APPROVAL_RULES, APPROVAL_STATES } from './approval-rules.ts'

/** People of a store ask an owner to buy or install an item (decision 0071). */

const requestId = z.object({ id: z.string().max(40) })

const approval = z.object({
  id: z.string(),
  item: z.object({
    id: z.string(),
    slug: z.string(),
    market: z.enum(['app', 'theme']),
    name: z.string(),
    icon: z.string().nullable(),
  }),
  plan: z
    .object({ id: z.string(), name: z.string() })
    .nullable()
    .describe('what was asked for, where the item has several plans'),
  step: z
    .enum(['buy', 'subscribe', 'install'])
    .describe('what an owner does to approve; the request is done by it'),
  asker: z.object({ name: z.string(), is_me: z.boolean() }),
  note: z.string(),
  state: z.enum(APPROVAL_STATES),
  at: time,
  expires_at: time,
  decided_at: time.nullable(),
  decided_by: z.string().nullable(),
  answer: z.string().nullable().describe('why it was declined'),
})
export type Approval = z.output<typeof approval>

export const listApprovals = declareOperation({
  id: 'listApprovals',
  summary:
    'What people of the store ask its owner for: open requests and those decided in the last 30 days; who is no owner sees their own',
  tag: 'Team',
  source: 'D12',
  method: 'get',
  path: '/approvals',
  policy: { who: 'store', needs: 'ask' },
  output: list(approval),
  refusals: [],
})

export const askForApproval = declareOperation({
  id: 'askForApproval',
  summary: 'Ask an owner for an item; one open request for each item and person',
  tag: 'Team',
  source: 'D12',
  method: 'post',
  path: '/approvals',
  policy: { who: 'store', needs: 'ask' },
  body: z.object({
    slug: z.string().min(1).max(120),
    plan: z.string().max(60).optional().describe('id of one of its plans'),
    note: textField(APPROVAL_RULES.note).default(''),
  }),
  output: one(z.object({ id: z.string() })),
  refusals: [
    'catalog.item_not_found',
    'catalog.not_installable',
    'installs.already_installed',
    'approvals.too_many',
  ],
})

export const declineApproval = declareOperation({
  id: 'declineApproval',
  summary: 'Decline a request; who asked is told why',
  tag: 'Team',
  source: 'D12',
  method: 'post',
  path: '/approvals/{id}/decline',
  policy: { who: 'store', needs: 'install' },
  params: requestId,
  body: z.object({ answer: textField(APPROVAL_RULES.answer).default('') }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['approvals.decided'],
})

export const withdrawApproval = declareOperation({
  id: 'withdrawApproval',
  summary: 'Take a request of one’s own back',
  tag: 'Team',
  source: 'D12',
  method: 'post',
  path: '/approvals/{id}/withdraw',
  policy: { who: 'store', needs: 'ask' },
  params: requestId,
  output: z.object({ success: z.literal(true) }),
  refusals: ['approvals.decided'],
})
