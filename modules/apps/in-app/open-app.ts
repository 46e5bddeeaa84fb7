import { storeOf } from '#kernel/actor.ts'
import { defineOperation } from '#kernel/define-operation.ts'
import { addressOn, findInstalledRelease, findItem } from '#modules/catalog/public.ts'
import { findWorking, signLaunch } from '#modules/installs/public.ts'
import { refuse } from '../errors.ts'
import { openApp as contract } from './contract.ts'

/** D19: where the installed release is opened, with a token that says which store it is on. */
export const openApp = defineOperation({
  ...contract,
  run: async (ctx, { params }) => {
    const store = storeOf(ctx)
    const item = await findItem(
      ctx,
      params.id.startsWith('itm_') ? { id: params.id } : { slug: params.id },
      ctx.locale,
    )
    if (item?.market !== 'app') throw refuse('catalog.item_not_found')
    const installed = await findWorking(ctx, store.storeId, item.id)
    const release = installed && (await findInstalledRelease(ctx, installed.release_id))
    if (!release) throw refuse('installs.not_installed')
    const address = release.manifest.kind === 'app' ? release.manifest.links.go_to_app : undefined
    if (!address) throw refuse('in_app.no_address')
    const { token, expiresAt } = await signLaunch(ctx, {
      installationId: installed.id,
      storeId: store.storeId,
      domain: store.domain,
      prefix: item.prefix,
      locale: ctx.locale,
    })
    const url = new URL(addressOn(address, store.storeUrl))
    url.searchParams.set('arasta-token', token)
    return { data: { url: url.href, expires_at: expiresAt.toISOString() } }
  },
})
