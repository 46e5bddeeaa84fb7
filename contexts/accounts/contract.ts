import { z } from 'zod'
import { declareOperation } from '#lib/operation.ts'
import { flag, time } from '#lib/wire.ts'

export const account = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Account = z.output<typeof account>

/** S7.1, D5. A launch token is exchanged for a session token; a session token is checked. */
export const checkSession = declareOperation({
  id: 'checkSession', summary: 'Exchange a launch token, or check a session token', tag: 'Session', source: 'S7.1 D5',
  method: 'post', path: '/auth/domain', access: 'anyone',
  headers: {
    authorization: { required: false, description: '`Bearer <token>`, the same token as `apps-token`' },
    'apps-token': { required: false, description: 'launch token or session token' },
    'store-token': { required: false, description: 'handle of the store\'s credential' },
  },
  output: z.object({
    success: z.boolean(),
    account,
    domain: z.string(),
    is_os2: flag,
    expire_time: time,
    token: z.string().optional().describe('the session token, when a launch token was exchanged'),
    store_id: z.string(),
  }),
  refusals: ['session.token_invalid', 'session.unverified', 'session.store_closed', 'session.store_mismatch'],
})

export const endSession = declareOperation({
  id: 'endSession', summary: 'Sign out', tag: 'Session', source: 'D5',
  method: 'post', path: '/auth/sign-out', access: 'store',
  output: z.object({ success: z.literal(true) }),
  refusals: [],
})

/** D5: who waits behind "Continue as …?". The handle is the only proof, lives five minutes and is spent by the answer. */
export const getEntry = declareOperation({
  id: 'getEntry', summary: 'The store that a top-level launch link would sign in', tag: 'Session', source: 'D5',
  method: 'get', path: '/auth/entry/{handle}', access: 'anyone', params: z.object({ handle: z.string().max(60) }),
  output: z.object({ data: z.object({ domain: z.string(), account: z.object({ name: z.string() }), current: z.string().nullable().describe('domain of the store that is signed in here now') }) }),
  refusals: ['session.token_invalid'],
})
