import { importJWK, SignJWT } from 'jose'
import { secondsAfter } from '#lib/clock.ts'
import { newSecret } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import type { Services } from '#kernel/context.ts'

/** Lifetime of the token that an app is opened with. */
export const LAUNCH_SECONDS = 120
export const LAUNCH_TYPE = 'arasta-launch+jwt'

export interface Launch {
  installationId: string
  storeId: string
  domain: string
  prefix: string
  locale: Locale | null
}

/**
 * D19: a token in the form of a platform's launch token (D5), signed with our key for the app. It
 * identifies the store and no person.
 */
export async function signLaunch(
  { clock, signingKey, origins }: Pick<Services, 'clock' | 'signingKey' | 'origins'>,
  launch: Launch,
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now()
  const expiresAt = secondsAfter(now, LAUNCH_SECONDS)
  const token = await new SignJWT({
    installation: launch.installationId,
    domain: launch.domain,
    ...(launch.locale && { hl: launch.locale }),
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: signingKey.kid, typ: LAUNCH_TYPE })
    .setIssuer(origins.app)
    .setAudience(launch.prefix)
    .setSubject(launch.storeId)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(expiresAt)
    .setJti(newSecret())
    .sign(await importJWK({ ...signingKey }, 'EdDSA'))
  return { token, expiresAt }
}
