import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { LOCALES } from '#lib/locale.ts'
import { byLocale, textField } from '#lib/field-schema.ts'
import { fileAnswer } from '#lib/wire.ts'
import { listingContent } from '../partners/item-contract.ts'
import { REASONS } from '../statements/contract.ts'
import { REASONS_RULES } from '../statements/rules.ts'
import { check, queueFacts, submissionFacts } from './contract.ts'
import { REMARKS } from './remarks.ts'
import {
  ALONE_RULES,
  CHECK_POINTS,
  MOMENTS,
  REJECTION_REASONS,
  RISKS,
  TRIAL_STEPS,
} from './review-rules.ts'
import { QUEUE_FILTERS } from './rules.ts'

const TAG = 'Review'
const REVIEWERS = { who: 'operator', roles: ['admin', 'reviewer'] } as const

const params = z.object({ submission: z.string().max(60) })
const done = z.object({ success: z.literal(true) })
const market = z.enum(['app', 'theme'])

const queued = submissionFacts.extend({
  item_name: z.string(),
  market,
  partner_name: z.string(),
  first: z.boolean().describe('nothing of the item was published yet'),
  own: z.boolean().describe('whoever asks belongs to the partner and may not review it'),
  claim: z.object({ name: z.string(), mine: z.boolean(), until: z.iso.datetime() }).nullable(),
})

export const listQueue = declareOperation({
  id: 'listQueue',
  summary: 'What partners handed in and a person must look at, the oldest first',
  tag: TAG,
  source: 'D11 D19',
  method: 'get',
  path: '/operator/queue',
  policy: REVIEWERS,
  query: z.object({
    show: z.enum(QUEUE_FILTERS).default('waiting'),
    market: market.optional(),
    after: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  output: z.object({
    submissions: z.array(queued),
    queue: queueFacts,
    next: z.string().nullable(),
  }),
  refusals: [],
})

const remark = z.object({
  what: z.enum(REMARKS),
  line: z.int().describe('in the submitted file, from 1'),
  evidence: z.string(),
})
const fileChange = z.object({
  path: z.string(),
  what: z.enum(['same', 'changed', 'added', 'removed']),
  kind: z.enum(['text', 'media', 'executable', 'unread']),
  before: z.int().nullable(),
  after: z.int().nullable(),
  remarks: z.array(remark).describe('on its new lines; nothing that a rule forbids'),
})
const textChange = z.object({ place: z.string(), before: z.string(), after: z.string() })

export const getReview = declareOperation({
  id: 'getReview',
  summary:
    'One submission beside what is published: files, manifest, permissions, what it puts on a shop, listing',
  tag: TAG,
  source: 'D11 D12',
  method: 'get',
  path: '/operator/queue/{submission}',
  policy: REVIEWERS,
  params,
  query: z.object({
    former: z.string().max(60).optional().describe('the submission that was decided just before'),
  }),
  output: queued.extend({
    market_languages: z.array(z.enum(LOCALES)).describe('its default first'),
    waited_seconds: z.int().min(0).nullable().describe('null when it does not wait'),
    place: z
      .object({
        number: z.int().describe('in the queue, from 1'),
        previous: z.string().nullable(),
        next: z.string().nullable(),
      })
      .nullable()
      .describe('null when it does not wait'),
    former: z
      .object({
        id: z.string(),
        item_name: z.string(),
        version: z.string().nullable(),
        state: submissionFacts.shape.state,
      })
      .nullable(),
    published_version: z.string().nullable(),
    checks: z.array(check),
    scan: z
      .object({
        state: z
          .enum(['off', 'pending', 'clean', 'found', 'missing'])
          .describe(
            'off: no malware scanner is configured; pending: it does not answer and is asked again; missing: the package has to be checked once more',
          ),
        since: z.iso.datetime().nullable().describe('of a scan that waits'),
      })
      .nullable()
      .describe('null for a listing alone'),
    queue: queueFacts,
    may_decide: z.boolean().describe('claimed by whoever asks, and not of a partner of theirs'),
    looked_at: z
      .array(z.string())
      .describe('checks that could not run, in whose place the reviewer looked'),
    points: z.array(z.enum(CHECK_POINTS)).describe('to be ticked before an approval'),
    checked: z.array(z.string()).describe('those that were ticked'),
    risks: z
      .array(z.object({ what: z.enum(RISKS), name: z.string() }))
      .describe('new ones, to which a second reviewer must agree'),
    second: z.object({
      name: z.string().nullable().describe('who has agreed'),
      may_agree: z.boolean().describe('whoever asks may be the second'),
      may_pass: z.boolean().describe('nobody else could be, and whoever asks may go on alone'),
      alone_reason: z.string().nullable(),
    }),
    answer_languages: z
      .array(z.enum(LOCALES))
      .describe("of the partner's owners, in which a rejection is written"),
    canned: z
      .array(
        z.object({
          code: z.enum(REJECTION_REASONS),
          texts: byLocale(z.string()),
          rules: byLocale(z.string()),
        }),
      )
      .describe('ready reasons for a rejection'),
    may_look: z
      .array(z.string())
      .describe('checks that could not run and that a person may look at instead'),
    files: z
      .array(fileChange)
      .nullable()
      .describe('null without a package, or where it is shown to nobody'),
    files_failed: z.boolean().describe('the packages could not be compared'),
    pictures: z
      .array(z.object({ moment: z.enum(MOMENTS), path: z.string().nullable() }))
      .describe('of the scratch shop, that there are'),
    trial: z
      .object({
        step: z.enum(TRIAL_STEPS).nullable().describe('what it does now; null once it is over'),
        pages: z.int().nullable().describe('that were opened'),
        seconds: z.number().nullable().describe('that it took'),
      })
      .nullable()
      .describe('the last one that a reviewer asked for'),
    manifest: textChange.nullable(),
    permissions: z.array(textChange),
    parts: z.array(textChange.extend({ title: z.string() })),
    listing: z.array(textChange),
    listing_before: listingContent
      .nullable()
      .describe('as stores see it now; null for an item that was never published'),
    listing_after: listingContent
      .nullable()
      .describe('as stores will see it; null when the listing stays'),
  }),
  refusals: [],
})

export const getReviewFile = declareOperation({
  id: 'getReviewFile',
  summary: 'One file of a submission beside the published one',
  tag: TAG,
  source: 'D11 D12',
  method: 'get',
  path: '/operator/queue/{submission}/file',
  policy: REVIEWERS,
  params,
  query: z.object({ path: z.string().min(1).max(300) }),
  output: fileChange.extend({
    texts: z
      .object({ before: z.string(), after: z.string() })
      .nullable()
      .describe('null for a file that stays, that is no text or that is too long'),
  }),
  refusals: [],
})

export const getReviewPackage = declareOperation({
  id: 'getReviewPackage',
  summary: 'The submitted package, to be looked at elsewhere',
  tag: TAG,
  source: 'D11',
  method: 'get',
  path: '/operator/queue/{submission}/package',
  policy: REVIEWERS,
  params,
  output: fileAnswer,
  file: true,
  refusals: [],
})

export const getReviewPicture = declareOperation({
  id: 'getReviewPicture',
  summary: 'The scratch shop before an install, or with the item on it',
  tag: TAG,
  source: 'D12',
  method: 'get',
  path: '/operator/queue/{submission}/pictures/{moment}',
  policy: REVIEWERS,
  params: params.extend({ moment: z.enum(MOMENTS) }),
  output: z.object({ png: z.base64() }),
  refusals: [],
})

export const claimSubmission = declareOperation({
  id: 'claimSubmission',
  summary: 'Take a submission, so that no other reviewer does the same',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/operator/queue/{submission}/claim',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: [
    'submissions.over',
    'submissions.claimed',
    'submissions.own_item',
    'submissions.second_self',
  ],
})

export const giveBackSubmission = declareOperation({
  id: 'giveBackSubmission',
  summary: 'Leave a submission to another reviewer',
  tag: TAG,
  source: 'D19',
  method: 'delete',
  path: '/operator/queue/{submission}/claim',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: ['submissions.not_claimed'],
})

export const trySubmission = declareOperation({
  id: 'trySubmission',
  summary: 'Install it on the scratch shop, open and photograph its pages, uninstall and compare',
  tag: TAG,
  source: 'D12',
  method: 'post',
  path: '/operator/queue/{submission}/trial',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: [
    'submissions.over',
    'submissions.not_claimed',
    'submissions.nothing_to_try',
    'submissions.own_item',
    'submissions.tried_now',
  ],
})

export const recheckSubmission = declareOperation({
  id: 'recheckSubmission',
  summary: 'Run the checks once more',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/queue/{submission}/checks',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: ['submissions.over', 'submissions.not_claimed', 'submissions.own_item'],
})

export const secondSubmission = declareOperation({
  id: 'secondSubmission',
  summary: 'Agree to the new risky permissions of a submission that somebody else decides',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/queue/{submission}/second',
  policy: REVIEWERS,
  params,
  output: done,
  refusals: [
    'submissions.over',
    'submissions.own_item',
    'submissions.second_needless',
    'submissions.second_self',
  ],
})

const DECIDED = ['submissions.over', 'submissions.not_claimed', 'submissions.own_item'] as const

export const approveSubmission = declareOperation({
  id: 'approveSubmission',
  summary: 'Publish what was handed in',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/queue/{submission}/approval',
  policy: REVIEWERS,
  params,
  body: z.object({
    looked_at: z
      .array(z.string().max(60))
      .max(20)
      .default([])
      .describe('checks that could not run, in whose place you have looked yourself'),
    checked: z.array(z.enum(CHECK_POINTS)).max(20).default([]).describe('points of the checklist'),
    alone_reason: textField(ALONE_RULES)
      .default('')
      .describe('why nobody else has to agree; for an admin where there is no other reviewer'),
  }),
  output: z.object({ release: z.string().nullable() }),
  refusals: [
    ...DECIDED,
    'submissions.not_passed',
    'submissions.points_open',
    'submissions.second_missing',
    'submissions.stopped',
  ],
})

export const rejectSubmission = declareOperation({
  id: 'rejectSubmission',
  summary: 'Send back what was handed in, with the reasons',
  tag: TAG,
  source: 'D11',
  method: 'post',
  path: '/operator/queue/{submission}/rejection',
  policy: REVIEWERS,
  params,
  body: z.object({
    ...REASONS,
    facts_in: byLocale(textField(REASONS_RULES.facts))
      .default({})
      .describe('the facts in the languages of those who read them'),
    reasons: z.array(z.enum(REJECTION_REASONS)).max(20).default([]),
  }),
  output: done,
  refusals: DECIDED,
})
