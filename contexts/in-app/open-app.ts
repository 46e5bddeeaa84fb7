import { importJWK, SignJWT } from 'jose'
import { secondsAfter } from '#lib/clock.ts'
import { newSecret } from '#lib/ids.ts'
import { implement, storeOf } from '../ctx.ts'
import { addressOn, findInstalledRelease, findItem } from '../catalog/public.ts'
import { findWorking } from '../installs/public.ts'
import { openApp as contract } from './contract.ts'
import { refuse } from './errors.ts'
import { LAUNCH_SECONDS, LAUNCH_TYPE } from './rules.ts'

/** D19: the same form as a platform's launch token (D5), by our key and for the app. It says which store, and of nobody in it anything. */
export const openApp = implement(contract, async (ctx, { params }) => {
  const store = storeOf(ctx)
  const item = await findItem(ctx, params.id.startsWith('itm_') ? { id: params.id } : { slug: params.id }, ctx.locale)
  if (item?.market !== 'app') throw refuse('catalog.item_not_found')
  const installed = await findWorking(ctx, store.storeId, item.id)
  const release = installed && await findInstalledRelease(ctx, installed.release_id)
  if (!release) throw refuse('installs.not_installed')
  const address = release.manifest.kind === 'app' ? release.manifest.links.go_to_app : undefined
  if (!address) throw refuse('in_app.no_address')
  const now = ctx.clock.now()
  const expiresAt = secondsAfter(now, LAUNCH_SECONDS)
  const token = await new SignJWT({ installation: installed.id, domain: store.domain, hl: ctx.locale })
    .setProtectedHeader({ alg: 'EdDSA', kid: ctx.signingKey.kid, typ: LAUNCH_TYPE }).setIssuer(ctx.origins.app).setAudience(item.prefix).setSubject(store.storeId)
    .setIssuedAt(now).setNotBefore(now).setExpirationTime(expiresAt).setJti(newSecret())
    .sign(await importJWK({ ...ctx.signingKey }, 'EdDSA'))
  const url = new URL(addressOn(address, store.storeUrl))
  url.searchParams.set('arasta-token', token)
  return { data: { url: url.href, expires_at: expiresAt.toISOString() } }
})
