import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { StoreId } from '../config.ts'
import { nowSeconds, originOf } from '../platform.ts'
import type { Platform } from '../platform.ts'
import { hashToken } from '../storage/visits.ts'

const given = z.object({ access_token: z.string(), refresh_token: z.string() })
const seenStore = z.object({ data: z.object({ name: z.string(), domain: z.string() }) })
const seenLanguages = z.object({ data: z.array(z.object({ name: z.string() })) })

/** How long an owner may think about it. */
const wishSeconds = 900

export interface Connected {
  name: string
  domain: string
  languages: string[]
}

/**
 * How an app connects to the market, as docs/connect.md tells app makers to: OAuth 2.1 with PKCE.
 */
export function connecting(
  platform: Platform,
  storeId: StoreId,
  { prefix, path }: { prefix: string; path: string },
) {
  const { db } = platform
  const market = platform.config.market.app
  const redirectUri = `${originOf(platform, storeId)}${path}/connected`

  const form = async (fields: Record<string, string>) => {
    const answer = await platform.http.request(`${market}/api/oauth/token`, {
      method: 'POST',
      timeoutMs: 10_000,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    if (answer.status !== 200) return undefined
    const { access_token: access, refresh_token: refresh } = given.parse(
      JSON.parse(answer.body.toString('utf8')),
    )
    db.run(
      'INSERT OR REPLACE INTO hosted_token VALUES (?, ?, ?, ?)',
      storeId,
      prefix,
      access,
      refresh,
    )
    return access
  }
  const call = (access: string, what: string) =>
    platform.http.request(`${market}/api/connected/${what}`, {
      timeoutMs: 10_000,
      headers: { authorization: `Bearer ${access}` },
    })

  return {
    /** Where to send the owner; what only we know of it stays here. */
    begin(): string {
      const [state, verifier] = [
        randomBytes(24).toString('base64url'),
        randomBytes(32).toString('base64url'),
      ]
      db.run('DELETE FROM hosted_wish WHERE created_at < ?', nowSeconds(platform) - wishSeconds)
      db.run(
        'INSERT INTO hosted_wish VALUES (?, ?, ?, ?, ?)',
        hashToken(state),
        storeId,
        prefix,
        verifier,
        nowSeconds(platform),
      )
      return `${market}/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: prefix,
        redirect_uri: redirectUri,
        scope: 'store.read languages.read',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).toString()}`
    },

    /**
     * The owner is back: true when the app is connected now. An answer that we did not ask for, or
     * that another gives, is none.
     */
    async end({
      code,
      state = '',
      iss,
    }: {
      code?: string | undefined
      state?: string | undefined
      iss?: string | undefined
    }): Promise<boolean> {
      const wish = db.get<{ verifier: string }>(
        'SELECT verifier FROM hosted_wish WHERE state_hash = ? AND store_id = ? AND prefix = ? AND created_at > ?',
        hashToken(state),
        storeId,
        prefix,
        nowSeconds(platform) - wishSeconds,
      )
      db.run('DELETE FROM hosted_wish WHERE state_hash = ?', hashToken(state))
      if (!wish || iss !== market || code === undefined) return false
      return (
        (await form({
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          client_id: prefix,
          code_verifier: wish.verifier,
        })) !== undefined
      )
    },

    /** What the market lets us see; `cut` when it answers 401 and gives no other token either. */
    async look(): Promise<Connected | 'cut' | undefined> {
      const held = db.get<{ access: string; refresh: string }>(
        'SELECT access, refresh FROM hosted_token WHERE store_id = ? AND prefix = ?',
        storeId,
        prefix,
      )
      if (!held) return undefined
      let { access } = held
      let store = await call(access, 'store')
      if (store.status === 401) {
        const next = await form({
          grant_type: 'refresh_token',
          refresh_token: held.refresh,
          client_id: prefix,
        })
        if (next === undefined) {
          db.run('DELETE FROM hosted_token WHERE store_id = ? AND prefix = ?', storeId, prefix)
          return 'cut'
        }
        access = next
        store = await call(access, 'store')
      }
      const { name, domain } = seenStore.parse(JSON.parse(store.body.toString('utf8'))).data
      const languages = await call(access, 'languages')
      return {
        name,
        domain,
        languages: seenLanguages
          .parse(JSON.parse(languages.body.toString('utf8')))
          .data.map((one) => one.name),
      }
    },
  }
}
