import type { Refusal } from '#lib/refusal.ts'
import { refuse } from './errors.ts'

type Code = Parameters<typeof refuse>[0]

/** What the library calls it → what we do. */
const OURS: Record<string, Code> = {
  INVALID_EMAIL_OR_PASSWORD: 'people.sign_in_failed',
  INVALID_EMAIL: 'people.sign_in_failed',
  INVALID_CODE: 'people.code_wrong',
  INVALID_BACKUP_CODE: 'people.code_wrong',
  INVALID_TWO_FACTOR_COOKIE: 'people.code_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'people.code_over',
  TOTP_ALREADY_ENABLED: 'people.app_code_there',
  TOTP_NOT_ENABLED: 'people.app_code_missing',
  TWO_FACTOR_NOT_ENABLED: 'people.app_code_missing',
  BACKUP_CODES_NOT_ENABLED: 'people.app_code_missing',
  INVALID_TOKEN: 'people.link_over',
  TOKEN_EXPIRED: 'people.link_over',
  USER_NOT_FOUND: 'people.link_over',
  INVALID_USER: 'people.link_over',
  USER_ALREADY_EXISTS: 'people.email_taken',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'people.email_taken',
  UNAUTHORIZED: 'session.required',
}

/** A "no" of the library as one of ours; null for what is a fault. */
export function asRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error.name !== 'APIError') return null
  const { body, statusCode } = error as Error & { body?: { code?: string }; statusCode?: number }
  const code = body?.code ?? ''
  if (code === 'INVALID_PASSWORD') return refuse('input.invalid', { fields: { password: { code: 'field.password_wrong' } } })
  if (code === 'ACCOUNT_TEMPORARILY_LOCKED') return refuse('rate.limited', { retryAfter: 900 })
  const ours = OURS[code]
  if (ours) return refuse(ours)
  return statusCode === 401 ? refuse('session.required') : null
}
