import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { done } from '#modules/identity/contract.ts'
import { platformFacts, platformParams } from '../contract.ts'

const TAG = 'Operator: running'
const ADMIN = { who: 'operator', roles: ['admin'] } as const
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const
const at = z.iso.datetime()

export const CHECK_STATES = ['waiting', 'running', 'passed', 'failed', 'skipped'] as const
export const CHECK_PARTS = ['happy', 'hostile', 'slow', 'repeated', 'concurrent'] as const
const CHECK_NEEDS = [
  'other',
  'closed',
  'demonstration',
  'scratch',
  'scopes',
  'user_call',
  'handover',
  'patience',
] as const
const STEPS = ['arrived', 'signed', 'fresh', 'claims', 'traded', 'read', 'entered'] as const

const call = z.object({
  method: z.string(),
  target: z.string(),
  sent: z.string().nullable(),
  status: z.int().nullable(),
  answered: z.string(),
})

export const getPlatformSetup = declareOperation({
  id: 'getPlatformSetup',
  summary: 'One platform, what is still missing before it can open, and how its checks went',
  tag: TAG,
  source: 'D26',
  method: 'get',
  path: '/operator/platforms/{platform}/setup',
  policy: SUPPORT,
  params: platformParams,
  output: z.object({
    platform: platformFacts,
    addresses: z
      .object({ app: z.string(), theme: z.string(), installer: z.string() })
      .describe('what the platform must know of the market'),
    missing: z
      .array(z.enum(['hosts', 'connector', 'panels', 'credentials', 'keys', 'checks', 'handover']))
      .describe('what keeps a draft closed'),
    test_stores: z
      .object({
        other: z.boolean(),
        closed: z.boolean(),
        scopes: z.array(z.string()),
        user_call: z.string().nullable(),
      })
      .nullable()
      .describe('what was given; the tokens themselves are never shown'),
    run: z
      .object({
        state: z.enum(['waiting', 'running', 'finished', 'stopped', 'failed']),
        is_stopping: z.boolean(),
        failure: z
          .object({
            code: z.enum(['refused', 'unreachable', 'too_long', 'lost', 'broken']),
            words: z.string().nullable(),
            anchor: z.string().nullable(),
          })
          .nullable(),
        started_at: at,
        finished_at: at.nullable(),
      })
      .nullable(),
    checks: z.array(
      z.object({
        id: z.string(),
        part: z.enum(CHECK_PARTS),
        says: z.string(),
        state: z.enum(CHECK_STATES),
        ms: z.int().nullable(),
        words: z.string().nullable(),
        anchor: z.string().nullable(),
        section: z.int().nullable(),
        quote: z
          .object({ before: z.string(), text: z.string() })
          .nullable()
          .describe('the sentence that is not kept, after the beginning of its paragraph'),
        expected: z.string().nullable(),
        needs: z.array(z.enum(CHECK_NEEDS)).describe('without which it is skipped'),
        calls: z.array(call),
      }),
    ),
    handovers: z.array(
      z.object({
        id: z.string(),
        at,
        facts: z.array(z.object({ step: z.enum(STEPS), ok: z.boolean(), detail: z.string() })),
      }),
    ),
  }),
  refusals: [],
})

const token = z.string().trim().min(1).max(500)

export const changePlatformTestStores = declareOperation({
  id: 'changePlatformTestStores',
  summary: 'Store tokens with which the checks call the connector; sealed, deleted at the opening',
  tag: TAG,
  source: 'D26',
  method: 'put',
  path: '/operator/platforms/{platform}/test-stores',
  policy: ADMIN,
  params: platformParams,
  body: z.object({
    store: token,
    other: token.nullable().describe('of a second store'),
    closed: z
      .object({ store_id: token, store_token: token, key_id: token, secret: token })
      .nullable()
      .describe('a store that is closed, with its key'),
    scopes: z
      .array(token)
      .max(20)
      .refine((scopes) => scopes.length !== 1)
      .describe('of web-service users; two at least, or none'),
    user_call: z
      .string()
      .trim()
      .startsWith('/')
      .max(300)
      .nullable()
      .describe("a path below a user's url"),
  }),
  output: done,
  refusals: [],
})

export const startPlatformChecks = declareOperation({
  id: 'startPlatformChecks',
  summary: "Runs the conformance checks against a platform's connector; one run at a time",
  tag: TAG,
  source: 'D26',
  method: 'post',
  path: '/operator/platforms/{platform}/checks',
  policy: ADMIN,
  params: platformParams,
  body: z.object({
    only: z.array(z.string().max(60)).max(200).nullable().describe('ids of checks; null: all'),
  }),
  output: done,
  attempts: { most: 60, seconds: 3600 },
  refusals: ['backoffice.checks_running', 'backoffice.checks_lack'],
})

export const stopPlatformChecks = declareOperation({
  id: 'stopPlatformChecks',
  summary: 'Ends the run of checks that is under way; outcomes stay',
  tag: TAG,
  source: 'D26',
  method: 'delete',
  path: '/operator/platforms/{platform}/checks',
  policy: ADMIN,
  params: platformParams,
  output: done,
  refusals: [],
})

export const getConnectorProtocol = declareOperation({
  id: 'getConnectorProtocol',
  summary: 'The sentences of the Store Connector protocol that the checks quote',
  tag: TAG,
  source: 'D4',
  method: 'get',
  path: '/operator/protocol',
  policy: SUPPORT,
  output: z.object({
    sections: z.array(
      z.object({
        title: z.string(),
        sentences: z.array(z.object({ anchor: z.string(), before: z.string(), text: z.string() })),
      }),
    ),
  }),
  refusals: [],
})
