import { z } from 'zod'
import { countryCode } from '#lib/wire.ts'
import { declareConsoleOperation } from '../console-policy.ts'
import { done } from '../people/contract.ts'
import { JOB_STATES } from './running-rules.ts'

const TAG = 'Operator: running'
const ADMIN = { who: 'operator', roles: ['admin'] } as const
const SUPPORT = { who: 'operator', roles: ['admin', 'support'] } as const
const at = z.iso.datetime()
const jobParams = z.object({ name: z.string().max(60), job: z.uuid() })

export const listJobs = declareConsoleOperation({
  id: 'listJobs', summary: 'Background jobs that were given up, wait or run', tag: TAG, source: 'D1', method: 'get', path: '/operator/jobs', policy: SUPPORT,
  query: z.object({ state: z.enum(JOB_STATES).default('failed'), name: z.string().max(60).optional(), after: z.string().max(200).optional().describe('`next` of the page before') }),
  output: z.object({
    names: z.array(z.object({ name: z.string(), failed: z.int(), waiting: z.int(), active: z.int() })),
    jobs: z.array(z.object({ id: z.string(), name: z.string(), about: z.string().describe('the row that it works on'), tries: z.int(), made_at: at, ended_at: at.nullable(), fault: z.string().nullable() })), next: z.string().nullable(),
  }),
  refusals: [],
})
export const retryJob = declareConsoleOperation({
  id: 'retryJob', summary: 'Let a job that was given up be tried again', tag: TAG, source: 'D1', method: 'post', path: '/operator/jobs/{name}/{job}/retry', policy: ADMIN, params: jobParams, output: done, refusals: ['backoffice.job_gone'],
})
export const discardJob = declareConsoleOperation({
  id: 'discardJob', summary: 'Forget a job that was given up', tag: TAG, source: 'D1', method: 'delete', path: '/operator/jobs/{name}/{job}', policy: ADMIN, params: jobParams, output: done, refusals: ['backoffice.job_gone'],
})

const platformParams = z.object({ platform: z.coerce.number().int().min(1).max(99) })

export const getPlatforms = declareConsoleOperation({
  id: 'getPlatforms', summary: 'Platforms: addresses, keys, how prices are shown, and how the work on their shops went', tag: TAG, source: 'D3', method: 'get', path: '/operator/platforms', policy: SUPPORT,
  output: z.object({
    platforms: z.array(z.object({
      id: z.int(), key: z.string(), name: z.string(), adapter: z.string(), connector: z.string().nullable(), panels: z.array(z.string()), prices_include_tax: z.boolean(), home_country: z.string(), stores: z.int(),
      runs: z.object({ succeeded: z.int(), failed: z.int(), unreachable: z.int() }).describe('of the last 24 hours'),
      keys: z.array(z.object({ kid: z.string(), retired_at: at.nullable() })),
    })),
    settings: z.array(z.object({ name: z.string(), value: z.string().nullable() })).describe('set where the market is started, shown here to be looked up'),
  }),
  refusals: [],
})
export const changePlatformPrices = declareConsoleOperation({
  id: 'changePlatformPrices', summary: 'Whether a platform\'s prices are shown with tax, and whose rate holds while nobody has given an address', tag: TAG, source: 'D9', method: 'put', path: '/operator/platforms/{platform}/prices', policy: ADMIN,
  params: platformParams, body: z.object({ prices_include_tax: z.boolean(), home_country: z.string().trim().toUpperCase().pipe(countryCode) }), output: done, refusals: [],
})
export const addPlatformKey = declareConsoleOperation({
  id: 'addPlatformKey', summary: 'Another public key by which a platform hands sessions over', tag: TAG, source: 'D5', method: 'post', path: '/operator/platforms/{platform}/keys', policy: ADMIN,
  params: platformParams, body: z.object({ jwk: z.string().trim().max(1000).describe('an Ed25519 public JWK with kid, as JSON') }), output: z.object({ kid: z.string() }), refusals: ['backoffice.key_taken'],
})
export const retirePlatformKey = declareConsoleOperation({
  id: 'retirePlatformKey', summary: 'From now on nothing signed by this key is taken', tag: TAG, source: 'D5', method: 'delete', path: '/operator/platforms/{platform}/keys/{kid}', policy: ADMIN,
  params: platformParams.extend({ kid: z.string().max(200) }), output: done, refusals: ['backoffice.last_key'],
})
