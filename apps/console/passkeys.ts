import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ask } from '#lib/ask.ts'

/**
 * `given_up`: the person has closed the browser's own window. Else the words of the refusal, or
 * none.
 */
export type PasskeyOutcome = 'done' | 'given_up' | { message: string | null }

export const hasPasskeys = (): boolean => browserSupportsWebAuthn()

const wordsOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'message' in error && 'statusCode' in error
    ? String(error.message)
    : null

export async function signInWithPasskey(): Promise<PasskeyOutcome> {
  const options = await ask<PublicKeyCredentialRequestOptionsJSON>('/api/sign-in/passkey')
  if (!options.ok) return { message: wordsOf(options.error) }
  const credential = await startAuthentication({ optionsJSON: options.answer }).catch(() => null)
  if (!credential) return 'given_up'
  const answer = await ask('/api/sign-in/passkey', { method: 'POST', body: { credential } })
  return answer.ok ? 'done' : { message: wordsOf(answer.error) }
}

export async function addPasskey(name: string): Promise<PasskeyOutcome> {
  const options = await ask<PublicKeyCredentialCreationOptionsJSON>('/api/account/passkeys/new')
  if (!options.ok) return { message: wordsOf(options.error) }
  const credential = await startRegistration({ optionsJSON: options.answer }).catch(() => null)
  if (!credential) return 'given_up'
  const answer = await ask('/api/account/passkeys', {
    method: 'POST',
    body: { credential, ...(name.trim() && { name: name.trim() }) },
  })
  return answer.ok ? 'done' : { message: wordsOf(answer.error) }
}
