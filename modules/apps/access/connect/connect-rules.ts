import { createHash } from 'node:crypto'
import type { ConnectScope } from '#lib/market.ts'

/** RFC 6749, OAuth 2.1: how long a code, an access token and a refresh token are good. */
export const CODE_SECONDS = 60
export const ACCESS_SECONDS = 3600
export const REFRESH_SECONDS = 30 * 86_400

export interface ConnectWish {
  response_type?: string | undefined
  scope?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}

export type ReadWish =
  | { scopes: ConnectScope[]; challenge: string }
  | { fault: 'unsupported_response_type' | 'invalid_request' | 'invalid_scope' }

/** What is asked for, of what the manifest names; PKCE by S256 always. */
export function readWish(wish: ConnectWish, may: readonly ConnectScope[]): ReadWish {
  if (wish.response_type !== 'code') return { fault: 'unsupported_response_type' }
  if (wish.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(wish.code_challenge ?? ''))
    return { fault: 'invalid_request' }
  const asked =
    wish.scope === undefined || wish.scope.trim() === '' ? may : wish.scope.trim().split(/ +/)
  const scopes = may.filter((scope) => asked.includes(scope))
  if (scopes.length === 0 || asked.some((scope) => !scopes.includes(scope as ConnectScope)))
    return { fault: 'invalid_scope' }
  return { scopes, challenge: wish.code_challenge as string }
}

/** RFC 7636: does the verifier belong to the challenge? */
export const fitsChallenge = (verifier: string, challenge: string): boolean =>
  /^[\w.~-]{43,128}$/.test(verifier) &&
  createHash('sha256').update(verifier).digest('base64url') === challenge

/** Back to the app; `iss` says who answers (RFC 9207). */
export function backTo(
  redirectUri: string,
  issuer: string,
  answer: Record<string, string | undefined>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries({ ...answer, iss: issuer }))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
