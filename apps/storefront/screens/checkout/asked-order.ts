import { getOrderStatus, type Order } from '#contexts/checkout/contract.ts'
import type { ScreenContext } from '../../screen-context.ts'

/** The order that an app asked for (S3.4) stands in the address; without one the page opens the item's own. */
export function askedOrder(url: URL): string | null {
  const asked = url.searchParams.get('order') ?? ''
  return /^[A-Z0-9]{4,40}$/.test(asked) ? asked : null
}

/** An app's order of this store for that item; anything else is not found. */
export async function requireAsked(screen: ScreenContext, slug: string, orderNumber: string): Promise<Order> {
  const { data: order } = await screen.call(getOrderStatus, { params: { order_number: orderNumber } })
  if (!order.product || order.item.slug !== slug) throw screen.refusal('not_found')
  return order
}
