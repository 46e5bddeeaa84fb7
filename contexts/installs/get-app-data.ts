import { pickText, type Text } from '#lib/locale.ts'
import type { PermissionCode } from '#lib/market.ts'
import { toMajor, type Currency } from '#lib/money.ts'
import { implement, storeOf } from '../ctx.ts'
import { defaultAnswers, findInstalledRelease, findItem, type SettingValue } from '../catalog/public.ts'
import { listPurchases } from '../checkout/public.ts'
import { getAppData as contract } from './contract.ts'
import { findLiveInstallation } from './data.ts'
import { refuse } from './errors.ts'
import { inputsOf } from './install-form.ts'

/** S7.16, D19: what the signed-in store's copy of the app is. */
export const getAppData = implement(contract, async (ctx, { params }) => {
  const { storeId } = storeOf(ctx)
  const item = await findItem(ctx, { prefix: params.prefix }, ctx.locale)
  if (item?.market !== 'app') throw refuse('catalog.item_not_found')
  const row = await findLiveInstallation(ctx.db, storeId, item.id)
  if (row?.state !== 'installed' && row?.state !== 'updating') throw refuse('installs.not_installed')
  const [release, purchases] = await Promise.all([findInstalledRelease(ctx, row.release_id), listPurchases(ctx, storeId, item.id)])
  if (!release) throw refuse('installs.not_installed')
  const inputs = inputsOf(release.manifest)
  // Answers of other versions are kept beside; of this one are only those that it asks for.
  const kept = Object.entries(row.inputs as Record<string, SettingValue>).filter(([name]) => Object.hasOwn(inputs.properties, name))
  const linkTo = (name: string) => item.links[name] ?? null
  return { data: {
    prefix: item.prefix, version: release.version, latest_version: item.latest?.version ?? release.version, state: row.state as 'installed',
    settings: { ...defaultAnswers(inputs), ...Object.fromEntries(kept) }, permissions: row.granted as PermissionCode[],
    links: { go_to_app: linkTo('go_to_app'), connect: linkTo('connect'), support: linkTo('support'), document: linkTo('document') },
    purchases: purchases.map(one => ({
      order_number: one.number, plan: pickText(one.name as Text, ctx.locale), kind: one.kind as 'one_time', total: toMajor(one.total_minor),
      refunded: toMajor(one.refunded_minor), currency: one.currency as Currency, paid_at: one.paid_at?.toISOString() ?? null,
    })),
    installed_at: row.installed_at?.toISOString() ?? null,
  } }
})
