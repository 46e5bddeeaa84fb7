import { implement } from '../ctx.ts'
import { findRelease, requireItem } from '../catalog/public.ts'
import { getInstallForm as contract } from './contract.ts'
import { refuse } from './errors.ts'
import { requireRelease } from './get-installation.ts'
import { buildForm, inputsOf } from './install-form.ts'

export const getInstallForm = implement(contract, async (ctx, { query }) => {
  const item = await requireItem(ctx, ctx.market, query.prefix ? { prefix: query.prefix } : { id: query.item_id ?? '' }, ctx.locale)
  const release = query.release ? await findRelease(ctx, { itemId: item.id, version: query.release }) : requireRelease(item)
  if (!release) throw refuse('catalog.item_not_found')
  return { data: { version: release.version, schema: inputsOf(release.manifest) as unknown as Record<string, unknown>, fields: await buildForm(ctx, release.manifest) } }
})
