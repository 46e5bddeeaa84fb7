import { createHash, createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'
import { readTarget } from '#lib/targets.ts'
import type { PurchaseState } from './contract.ts'

/** How far an app's clock may be off. */
export const CLOCK_SECONDS = 300
/** How long a receipt is good: what is paid back meanwhile shows in the next one. */
export const RECEIPT_SECONDS = 24 * 3600
/** Signed calls of one installation in a minute. */
export const MAX_CALLS_PER_MINUTE = 600
/** Requests to buy of one installation in an hour: each may leave an order behind. */
export const MAX_REQUESTS_PER_HOUR = 500

export const RECEIPT_TYPE = 'arasta-purchase+jwt'

export interface SignedRequest {
  method: string
  /** With its query, exactly as it was sent. */
  path: string
  keyId: string
  timestamp: string
  nonce: string
  signature: string
  body: string
}

/**
 * The same string as a platform's connector is called with: method and path are in it, so that no
 * signature fits another call.
 */
const signedText = ({
  method,
  path,
  timestamp,
  nonce,
  body,
}: Omit<SignedRequest, 'keyId' | 'signature'>) =>
  ['v1', method, path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n')

export const signRequest = (
  secret: string,
  request: Omit<SignedRequest, 'keyId' | 'signature'>,
): string => `v1=${createHmac('sha256', secret).update(signedText(request)).digest('base64url')}`

/** Is it signed with this secret, now? Whether its nonce is new is for the caller to say. */
export function isSigned(secret: string, request: SignedRequest, now: Date): boolean {
  if (!/^\d{1,12}$/.test(request.timestamp) || !/^[\w-]{16,100}$/.test(request.nonce)) return false
  if (Math.abs(Number(request.timestamp) * 1000 - now.getTime()) > CLOCK_SECONDS * 1000)
    return false
  return sameText(request.signature, signRequest(secret, request))
}

/**
 * S4.3: back to the app or to the shop and nowhere else; null for everything else. With the
 * purchase's id and nothing more.
 */
export function returnTo(
  url: string,
  origins: readonly string[],
  purchaseId: string,
): string | null {
  const target = readTarget(url)
  if (!target?.outside) return null
  const parsed = new URL(target.href)
  if (!origins.includes(parsed.origin)) return null
  parsed.searchParams.set('arasta_purchase', purchaseId)
  return parsed.href
}

/** An order's state in the words of whoever waits for it. */
export const stateOf = (order: string): PurchaseState =>
  order === 'draft' || order === 'awaiting_payment' ? 'open' : (order as PurchaseState)
