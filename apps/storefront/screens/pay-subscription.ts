import { getSubscription } from '#modules/billing/contract.ts'
import { goTo } from '../go-to.ts'
import { pathsFor, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { isRowId, validWhen } from '../validity.ts'
import type { Route } from './+types/pay-subscription.ts'

export const middleware = [validWhen(({ params }) => isRowId(params.id))]

/** Where mails lead: to the checkout of the open order, else to the subscription. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { data: one } = await screen.call(getSubscription, { params: { id: params.id ?? '' } })
  const paths = pathsFor(screen.framed)
  throw one.due === null
    ? goTo(paths.subscription(one.id))
    : goTo(withQuery(paths.checkout(one.item.slug), { order: one.due.order_number }), {
        document: !screen.framed,
      })
}

export { RedirectRoute as default } from '../go-to.ts'
