import type { AnswerOf } from '#kernel/operation.ts'
import type { getInstallation } from '#modules/installs/contract.ts'
import type { listAgreements, Order, startBundleOrder } from '#modules/orders/contract.ts'

type Installing = AnswerOf<typeof getInstallation>['data']
type Agreement = AnswerOf<typeof listAgreements>['data'][number]
type Sold = Order['lines'][number]['item']

/** An item of a bundle's order, with its permissions and what the payment would install. */
export interface BundleItem extends Pick<Sold, 'id' | 'slug' | 'name' | 'icon'> {
  /** Whose permissions these are. */
  version: Agreement['version'] | Sold['version']
  permissions: NonNullable<Agreement['permissions']>
  fit: Installing['fit'] | null
  plan: Installing['plan'] | null
}

/** What the page of a bundle has besides that of one item. */
export interface BundlePart {
  slug: string
  items: BundleItem[]
  leftOut: AnswerOf<typeof startBundleOrder>['data']['left_out']
}
