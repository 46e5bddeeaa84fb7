import type { PlacementCode } from '#lib/market.ts'
import type { Ctx } from '#kernel/context.ts'
import { type Manifest, listPlaceholders } from '#modules/catalog/public.ts'
import type { PreviewPlace } from './contract.ts'
import { type PlannedChange, textOf } from './rules.ts'

/** The page of the shop that shows a placement, by its `data-page`; others are on every page. */
const PAGE_OF: Partial<Record<PlacementCode, string>> = {
  4: 'member-confirmation',
  5: 'member-confirmation',
  1003: 'list',
  1004: 'product',
  1054: 'cart',
  100100: 'order-address',
  100101: 'order-payment',
  100102: 'order-approve',
}

/** What a preview shows of the changes: a service user has no place on a page. */
export const shownChanges = (changes: readonly PlannedChange[]): PlannedChange[] =>
  changes.filter((change) => change.kind !== 'web_service_user')

/**
 * Where the pages of a preview change. `mark` is the id between the comments around a layer
 * (protocol, section 6); `pin` is the number of the row in the plan.
 */
export function placesOf(
  ctx: Ctx,
  manifest: Manifest,
  changes: readonly PlannedChange[],
): PreviewPlace[] {
  return shownChanges(changes).map((change, index) => ({
    pin: changes.indexOf(change) + 1,
    title: textOf(change.title, ctx.locale),
    page: (change.placement !== null && PAGE_OF[change.placement]) || null,
    mark: change.kind === 'theme' ? null : `preview-${index}`,
    inputs: inputsIn(manifest, change.key),
  }))
}

/** The answers that a part of the page is made of. */
function inputsIn(manifest: Manifest, key: string): string[] {
  if (manifest.kind === 'theme') return []
  const part =
    manifest.design_blocks.find((one) => key === `design_block:${one.id}`) ??
    manifest.tracking_codes.find((one) => key === `tracking_code:${one.id}`)
  const { known } = listPlaceholders(part?.html ?? '')
  return [...new Set(known.filter((one) => one.kind === 'setting').map((one) => one.name))]
}
