import type { Services, OpenIdProvider } from '#kernel/context.ts'
import { librarySecrets, openOpenIdDoor, openSignInEngine } from '#modules/identity/public.ts'
import { createHttp, type HttpClient } from '#lib/http.ts'
import type { Config } from '../config.ts'
import type { GuestGate } from '../guest-gate.ts'
import type { ConsoleSite } from './context.ts'

type Settings = Pick<
  Config,
  | 'consoleOrigin'
  | 'trustedHops'
  | 'openIdIssuer'
  | 'openIdClientId'
  | 'openIdClientSecret'
  | 'openIdName'
>

/** The console of these settings. */
export const openConsole = (
  services: Services,
  config: Settings,
  gate?: GuestGate,
): ConsoleSite => ({
  gate,
  origin: config.consoleOrigin,
  trustedHops: config.trustedHops,
  engine: openSignInEngine({
    db: services.db,
    origin: config.consoleOrigin,
    marketName: 'Arasta',
    ...librarySecrets(services.sealing),
  }),
  openId: openIdOf(services, config),
})

/**
 * The issuer that settings name may lie in a private network; the other addresses that it gives for
 * its keys and tokens may not (D7).
 */
function openIdOf(
  { clock, http }: Services,
  {
    consoleOrigin,
    openIdIssuer: issuer,
    openIdClientId: clientId,
    openIdClientSecret: clientSecret,
    openIdName: name,
  }: Settings,
): OpenIdProvider | null {
  if (!issuer || !clientId || !clientSecret) return null
  const { origin } = new URL(issuer)
  const issuerHttp = createHttp({ allowOrigins: [origin] })
  const either: HttpClient = {
    request: (url, options) =>
      (URL.parse(url)?.origin === origin ? issuerHttp : http).request(url, options),
  }
  return openOpenIdDoor(
    { issuer, clientId, clientSecret, name },
    { clock, http: either, door: `${consoleOrigin}/sign-in/openid` },
  )
}
