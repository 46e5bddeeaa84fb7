import { createHmac } from 'node:crypto'
import { sameText } from '#lib/same-text.ts'

const proofOf = (secret: string, attemptId: string) =>
  createHmac('sha256', secret).update(`return:${attemptId}`).digest('base64url')

/**
 * A return address that names its attempt, for gateways that sign no returns: nobody else can have
 * made it.
 */
export function ownReturnUrl(returnUrl: string, secret: string, attemptId: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('attempt', attemptId)
  url.searchParams.set('proof', proofOf(secret, attemptId))
  return url.href
}

/** The attempt that such an address names; null when it is not one of ours. */
export function readOwnReturn(
  { attempt, proof }: Record<string, string>,
  secret: string,
): string | null {
  return attempt !== undefined && attempt !== '' && sameText(proof, proofOf(secret, attempt))
    ? attempt
    : null
}
