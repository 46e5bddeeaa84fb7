import { z } from 'zod'
import { emailField } from '#lib/field-schema.ts'
import { LOCALES } from '#lib/locale.ts'

/** D5. Absolute, from the exchange on (S9.1 gives the cookies the same hour). */
export const SESSION_SECONDS = 3600
export const LAUNCH_TOKEN_MAX_SECONDS = 120
/** How far a platform's clock may be off. */
export const CLOCK_TOLERANCE_SECONDS = 10
/** How long "Continue as …?" waits for its answer. */
export const ENTRY_SECONDS = 300

/**
 * D6: how long a code is good, how often it may be typed, and when another one may be asked for.
 */
export const CODE_SECONDS = 300
export const CODE_TRIES = 5
export const CODE_PAUSE_SECONDS = 60
/**
 * Past the limit of one mailbox: how often a mail goes out, and how long who waits for it may type
 * its code.
 */
export const SLOW_CODE_SECONDS = 3600
/** Codes that one browser may ask for before it begins anew. */
export const CODE_ROUNDS = 5

/** A launch token is a JWT; a session token is 43 characters of base64url without a dot. */
export const isLaunchToken = (token: string): boolean => token.split('.').length === 3
export const isSessionToken = (token: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(token)

const text = z.string().min(1).max(200)

export const launchClaims = z
  .object({
    iss: z.string().max(5),
    sub: text,
    domain: z
      .string()
      .min(1)
      .max(253)
      .regex(/^[a-z0-9.-]+(:\d{1,5})?$/),
    account: z.object({ id: text, name: text, email: emailField() }),
    is_os2: z.boolean(),
    hl: z.string().toLowerCase().pipe(z.enum(LOCALES)).catch('tr'),
    iat: z.number().int(),
    exp: z.number().int(),
    jti: text,
  })
  .refine(
    (claims) => claims.exp - claims.iat <= LAUNCH_TOKEN_MAX_SECONDS && claims.exp > claims.iat,
    'lives too long',
  )
export type LaunchClaims = z.output<typeof launchClaims>
