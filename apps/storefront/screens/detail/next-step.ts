import type { ItemDetail } from '#modules/catalog/contract.ts'

/** The one thing that the page's button does. */
export type NextStep =
  /** A visitor comes in with the shop first. */
  | 'enter'
  | 'buy'
  | 'install'
  | 'installed'
  /** S4.7: an older version is on the shop. */
  | 'update'
  /** Listed without a package (D9). */
  | 'not-yet'
  /** Not made for the platform of this storefront. */
  | 'not-here'
  /** Not made for the storefront of this shop (D19). */
  | 'not-this-storefront'
  /**
   * Recurring and usage plans are shown, but cannot be bought until billing of them exists (D9).
   */
  | 'not-for-sale'

type Facts = Pick<
  ItemDetail,
  'price_kind' | 'installable' | 'works_here' | 'fits_storefront' | 'installed' | 'plans'
>

export function nextStep(item: Facts, signedIn: boolean): NextStep {
  if (item.installed && item.installed.state !== 'none')
    return item.installed.state === 'old' ? 'update' : 'installed'
  if (!item.installable) return 'not-yet'
  if (!item.works_here) return 'not-here'
  if (!item.fits_storefront) return 'not-this-storefront'
  const owned = item.installed?.owned ?? false
  const free = item.price_kind === 'free'
  if (!free && !owned && !item.plans.some((plan) => plan.buyable)) return 'not-for-sale'
  if (!signedIn) return 'enter'
  return free || owned ? 'install' : 'buy'
}
