import { randomUUID } from 'node:crypto'
import { SignJWT, importJWK } from 'jose'
import type { Locale } from '../catalogue/product.ts'
import type { Market } from '../config.ts'
import { nowSeconds } from '../platform.ts'
import type { Platform } from '../platform.ts'
import type { Store } from '../storage/stores.ts'
import { personOf } from './people.ts'
import type { PersonKey } from './people.ts'

/** Seconds that a launch token is good for; the protocol allows 120. */
const lifetime = 120

/** What the market gets to let the owner in (protocol, section 1). */
export interface Launch {
  apps_token: string
  store_token: string
}

export async function createLaunch(
  platform: Platform,
  store: Store,
  market: Market,
  locale: Locale,
  person: PersonKey,
): Promise<Launch> {
  const { config, db } = platform
  const now = nowSeconds(platform)
  const appsToken = await new SignJWT({
    domain: platform.hostOf(store.id),
    ...personOf(store, person),
    is_os2: store.isOs2,
    hl: locale,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: config.privateJwk.kid, typ: 'JWT' })
    .setIssuer('1')
    .setAudience(config.market[market])
    .setSubject(store.id)
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + lifetime)
    .setJti(randomUUID())
    .sign(await importJWK(config.privateJwk, 'EdDSA'))
  const row = db.get<{ store_token: string }>(
    'SELECT store_token FROM credential WHERE store_id = ?',
    store.id,
  )
  if (!row) throw new Error(`store ${store.id} has no credential`)
  return { apps_token: appsToken, store_token: row.store_token }
}

/**
 * The market's address for the frame or a new tab. `path` comes from the panel's own `?path=` and
 * is followed only inside the market's `/market` pages.
 */
export function launchAddress(
  origin: string,
  path: string | undefined,
  launch: Launch,
  locale: Locale,
): string {
  const wanted =
    path !== undefined && path.startsWith('/') && URL.canParse(path, origin)
      ? new URL(path, origin)
      : undefined
  const inside = wanted?.origin === origin && wanted.pathname.split('/')[1] === 'market'
  const target = inside && wanted ? wanted : new URL('/market', origin)
  target.searchParams.set('apps-token', launch.apps_token)
  target.searchParams.set('store-token', launch.store_token)
  target.searchParams.set('hl', locale.toUpperCase())
  target.hash = ''
  return target.href
}

/** Does anything answer there? Short, so that the page with clear words comes soon. */
export async function isMarketThere({ http }: Platform, origin: string): Promise<boolean> {
  try {
    const { status } = await http.request(`${origin}/`, { method: 'HEAD', timeoutMs: 3_000 })
    return status < 502 || status > 504
  } catch {
    return false
  }
}
