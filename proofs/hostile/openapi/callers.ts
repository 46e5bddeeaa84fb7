import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { NoReply, Reply, HostileRequest } from '../send.ts'

/** Somebody who calls. */
export interface Caller {
  name: string
  /** Where their tokens mean something; anywhere else they are as good as nobody. */
  sites: readonly string[]
  /** The kinds of security in the document that they can meet. */
  security: readonly string[]
  headersFor(request: HostileRequest): Record<string, string>
  /**
   * Looks at the answers to their last calls, and comes in again when they are nobody any more:
   * some calls sign out.
   */
  renewIfEnded(replies: readonly (Reply | NoReply)[]): Promise<void>
}

const MOST_RENEWALS_FAILED = 20

/** Someone whose tokens may end. `enter` answers the headers that make a call theirs. */
export async function signedIn({
  name,
  sites,
  security = ['session'],
  enter,
}: Pick<Caller, 'name' | 'sites'> & {
  security?: readonly string[]
  enter: () => Promise<Record<string, string>>
}): Promise<Caller> {
  let headers = await enter()
  let failed = 0
  return {
    name,
    sites,
    security,
    headersFor: () => headers,
    async renewIfEnded(replies) {
      const ended = replies.filter(
        (reply) => typeof reply !== 'string' && reply.status === 401,
      ).length
      if (ended < 3 || failed >= MOST_RENEWALS_FAILED) return
      try {
        headers = await enter()
      } catch {
        failed += 1
      }
    },
  }
}

export const anonymous = (sites: readonly string[]): Caller => ({
  name: 'anonymous',
  sites,
  security: [],
  headersFor: () => ({}),
  renewIfEnded: async () => {},
})

/** An app on a store, which signs each of its calls (docs/in-app-purchase.md). */
export const signingApp = (
  sites: readonly string[],
  credential: { key_id: string; secret: string },
  now: () => Date,
): Caller => ({
  name: 'app',
  sites,
  security: ['app'],
  headersFor({ method, path, body }) {
    const [timestamp, nonce] = [
      String(Math.floor(now().getTime() / 1000)),
      randomBytes(16).toString('base64url'),
    ]
    const { pathname, search } = new URL(path, 'http://x.localhost')
    const lines = [
      'v1',
      method,
      pathname + search,
      timestamp,
      nonce,
      createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    ]
    const signature = createHmac('sha256', credential.secret)
      .update(lines.join('\n'))
      .digest('base64url')
    return {
      'arasta-key-id': credential.key_id,
      'arasta-timestamp': timestamp,
      'arasta-nonce': nonce,
      'arasta-signature': `v1=${signature}`,
    }
  },
  renewIfEnded: async () => {},
})
