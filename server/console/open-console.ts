import { hkdfSync } from 'node:crypto'
import type { Services } from '#contexts/ctx.ts'
import { openSignInEngine } from '#contexts/people/public.ts'
import type { Config } from '../config.ts'
import type { ConsoleSite } from './context.ts'

/** The console of these settings. */
export const openConsole = (services: Services, config: Pick<Config, 'consoleOrigin' | 'trustProxy' | 'sealingKey'>): ConsoleSite => ({
  origin: config.consoleOrigin, trustProxy: config.trustProxy,
  engine: openSignInEngine({
    db: services.db, origin: config.consoleOrigin, marketName: 'Arasta',
    secret: Buffer.from(hkdfSync('sha256', config.sealingKey, Buffer.alloc(0), 'arasta:console', 32)).toString('base64url'),
  }),
})
