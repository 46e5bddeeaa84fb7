import { hkdfSync } from 'node:crypto'
import type { OpenIdDoor } from '#contexts/console.ts'
import type { Services } from '#contexts/ctx.ts'
import { openOpenIdDoor, openSignInEngine } from '#contexts/people/public.ts'
import { createHttp } from '#lib/http.ts'
import type { Config } from '../config.ts'
import type { ConsoleSite } from './context.ts'

type Settings = Pick<Config, 'consoleOrigin' | 'trustedHops' | 'sealingKey' | 'openIdIssuer' | 'openIdClientId' | 'openIdClientSecret' | 'openIdName'>

/** The console of these settings. */
export const openConsole = (services: Services, config: Settings): ConsoleSite => ({
  origin: config.consoleOrigin, trustedHops: config.trustedHops,
  engine: openSignInEngine({
    db: services.db, origin: config.consoleOrigin, marketName: 'Arasta',
    secret: Buffer.from(hkdfSync('sha256', config.sealingKey, Buffer.alloc(0), 'arasta:console', 32)).toString('base64url'),
  }),
  openId: openIdOf(services, config),
})

/** The provider may lie in a private network; nothing else that the market calls may therefore (D7), so it has a client of its own. */
function openIdOf({ clock }: Services, { consoleOrigin, openIdIssuer: issuer, openIdClientId: clientId, openIdClientSecret: clientSecret, openIdName: name }: Settings): OpenIdDoor | null {
  if (!issuer || !clientId || !clientSecret) return null
  return openOpenIdDoor({ issuer, clientId, clientSecret, name }, { clock, http: createHttp({ allowOrigins: [new URL(issuer).origin] }), door: `${consoleOrigin}/sign-in/openid` })
}
