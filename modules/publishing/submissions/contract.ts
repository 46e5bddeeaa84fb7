import { partnersWho } from '#kernel/actor.ts'
import { declareOperation } from '#kernel/operation.ts'
import { z } from 'zod'
import { textField, localeFields, byLocale } from '#lib/field-schema.ts'
import {
  HOURS_RULES,
  NOTES_RULES,
  REASON_RULES,
  ROLLOUTS,
  SUBMISSION_STATES,
  UPLOAD_BYTES,
  readStages,
} from './rules.ts'

const TAG = 'Submissions'
const MEMBERS = partnersWho('view')
const MAKERS = partnersWho('publish')

const id = z.string().max(60)
export const itemParams = z.object({ partner: id, item: id })
const submissionParams = itemParams.extend({ submission: id })
const count = z.int().min(0)
export const state = z.enum(SUBMISSION_STATES)
export const channel = z.enum(['stable', 'beta'])
export const verdict = z.enum(['passed', 'failed', 'could_not_run'])
const notesFields = localeFields('notes', textField(NOTES_RULES))
export const notes = byLocale(z.string())

/** A submission without its content. */
export const submissionFacts = z.object({
  id: z.string(),
  item: z.string(),
  state,
  version: z.string().nullable(),
  channel: channel.nullable(),
  notes: notes.nullable(),
  with_listing: z.boolean(),
  sha256: z.string().nullable(),
  size: count.nullable().describe('bytes of the zip'),
  submitted_at: z.iso.datetime(),
  submitted_by: z.string(),
  waiting_at: z.iso.datetime().nullable(),
  scan_pending_since: z.iso
    .datetime()
    .nullable()
    .describe('the malware scanner does not answer; it is asked again'),
  decided_at: z.iso.datetime().nullable(),
  publish_at: z.iso
    .datetime()
    .nullable()
    .describe('when the release is to be published; null: as soon as it is approved'),
  verdict: verdict.nullable().describe('of all checks together; null before they ran'),
  quarantined: z.boolean(),
  rejection: z
    .object({ grounds: z.enum(['contract', 'law']), rule: z.string(), reasons: z.string() })
    .nullable(),
})

/** One check, worded in the reader's language. */
export const check = z.object({
  rule: z.string(),
  severity: z.enum(['reject', 'quarantine']),
  verdict,
  reason: z.string().nullable().describe('why it could not run, for engineers'),
  findings: z.array(
    z.object({
      wrong: z.string(),
      where: z.string().nullable(),
      evidence: z.string().nullable(),
      mend: z.string(),
      file: z.string().nullable().describe('of the package; null for the listing'),
      line: z.int().nullable().describe('in that file, from 1'),
    }),
  ),
})

/** Waiting time in the queue, measured on the latest decisions; null while there are none. */
export const queueFacts = z.object({
  waiting: count,
  median_seconds: count.nullable(),
  measured: count,
})

export const listSubmissions = declareOperation({
  id: 'listSubmissions',
  summary: "An item's releases and what was handed in of it, the newest first",
  tag: TAG,
  source: 'D11 D19',
  method: 'get',
  path: '/partners/{partner}/items/{item}/submissions',
  policy: { ...MEMBERS, token: 'status' },
  params: itemParams,
  output: z.object({
    item: z.object({
      id: z.string(),
      name: z.string(),
      market: z.enum(['app', 'theme']),
      status: z.enum(['draft', 'published', 'unpublished']),
      prefix: z.string(),
    }),
    may_submit: z.boolean(),
    releases: z.array(
      z.object({
        version: z.string(),
        channel,
        state: z.enum(['published', 'halted', 'yanked']),
        published_at: z.iso.datetime().nullable(),
        notes,
        installable: z.boolean(),
      }),
    ),
    submissions: z.array(submissionFacts),
    queue: queueFacts,
  }),
  refusals: [],
})

export const getSubmission = declareOperation({
  id: 'getSubmission',
  summary: 'One submission with the verdict of every check',
  tag: TAG,
  source: 'D11 D19',
  method: 'get',
  path: '/partners/{partner}/items/{item}/submissions/{submission}',
  policy: { ...MEMBERS, token: 'status' },
  params: submissionParams,
  output: submissionFacts.extend({
    item_name: z.string(),
    may_submit: z.boolean(),
    checks: z.array(check),
    place: count.nullable().describe('in the queue, from 1'),
    queue: queueFacts,
  }),
  refusals: [],
})

const publishAt = z.iso.datetime()

const HANDED_IN = ['submissions.open_already', 'submissions.listing_first'] as const
const handedIn = z.object({ id: z.string(), state, version: z.string().nullable() })

export const submitRelease = declareOperation({
  id: 'submitRelease',
  summary: "Hand in a release, with the listing's draft if wanted",
  tag: TAG,
  source: 'D11 D19',
  method: 'post',
  path: '/partners/{partner}/items/{item}/submissions',
  policy: { ...MAKERS, token: 'upload' },
  params: itemParams,
  query: z.object({
    channel,
    ...notesFields,
    with_listing: z.enum(['0', '1']).default('0'),
    rollout: z
      .enum(ROLLOUTS)
      .default('auto')
      .describe(
        'how it comes to the stores once it is approved: auto is in stages where more than 100 have the item, else at once',
      ),
    stages: z
      .string()
      .max(60)
      .default('1, 10, 50, 100')
      .refine((text) => readStages(text) !== null)
      .describe('percents of stores that grow to 100'),
    hours: z.coerce
      .number()
      .int()
      .min(HOURS_RULES.min)
      .max(HOURS_RULES.max)
      .default(HOURS_RULES.usual)
      .describe('between two stages'),
    publish_at: publishAt.optional().describe('not before this time; else once it is approved'),
  }),
  upload: {
    maxBytes: UPLOAD_BYTES,
    types: ['application/zip', 'application/octet-stream', 'application/x-zip-compressed'],
  },
  output: handedIn,
  refusals: [
    ...HANDED_IN,
    'submissions.package_refused',
    'submissions.other_item',
    'submissions.other_kind',
    'submissions.channel_differs',
    'submissions.version_taken',
    'submissions.sells_inside',
  ],
})

export const submitListing = declareOperation({
  id: 'submitListing',
  summary: "Hand in the listing's draft alone",
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partners/{partner}/items/{item}/listing-submissions',
  policy: { ...MAKERS, token: 'upload' },
  params: itemParams,
  output: handedIn,
  refusals: [...HANDED_IN, 'submissions.nothing_new'],
})

export const withdrawSubmission = declareOperation({
  id: 'withdrawSubmission',
  summary: 'Take back what was handed in and is not decided',
  tag: TAG,
  source: 'D19',
  method: 'post',
  path: '/partners/{partner}/items/{item}/submissions/{submission}/withdrawal',
  policy: { ...MAKERS, token: 'upload' },
  params: submissionParams,
  output: z.object({ success: z.literal(true) }),
  refusals: ['submissions.over'],
})

export const scheduleRelease = declareOperation({
  id: 'scheduleRelease',
  summary: 'Choose when a release is published: at a time, or as soon as it is approved',
  tag: TAG,
  source: 'D11 D19',
  method: 'put',
  path: '/partners/{partner}/items/{item}/submissions/{submission}/schedule',
  policy: { ...MAKERS, token: 'upload' },
  params: submissionParams,
  body: z.object({ publish_at: publishAt.nullable() }),
  output: z.object({ success: z.literal(true) }),
  refusals: ['submissions.over'],
})

export const changeReleaseNotes = declareOperation({
  id: 'changeReleaseNotes',
  summary: "Write a release's notes otherwise, before it is decided",
  tag: TAG,
  source: 'D11',
  method: 'put',
  path: '/partners/{partner}/items/{item}/submissions/{submission}/notes',
  policy: MAKERS,
  params: submissionParams,
  body: z.object(notesFields),
  output: z.object({ success: z.literal(true) }),
  refusals: ['submissions.over'],
})

export const changeRelease = declareOperation({
  id: 'changeRelease',
  summary:
    'Halt a release, bring it back or withdraw it for ever, with a reason that everybody can read',
  tag: TAG,
  source: 'D11',
  method: 'put',
  path: '/partners/{partner}/items/{item}/releases/{version}/state',
  policy: MAKERS,
  params: itemParams.extend({ version: z.string().max(60) }),
  body: z.object({
    to: z.enum(['published', 'halted', 'yanked']),
    reason: textField(REASON_RULES),
  }),
  output: z.object({ state: z.enum(['published', 'halted', 'yanked']) }),
  refusals: ['submissions.not_from_here', 'submissions.stopped', 'submissions.halted_by_market'],
})
