import { BackLink } from '#ui/breadcrumb.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { isSlug, validWhen } from '../validity.ts'
import { readWithout } from './checkout/bundle-fields.ts'
import { BundleItems, BundleSummary } from './checkout/bundle-parts.tsx'
import { loadBundleCheckout } from './checkout/load-bundle.ts'
import { askedOrder, loadCheckout } from './checkout/load-checkout.ts'
import { installsWhenPaid, LATER_PARAM } from './checkout/plan-fields.ts'
import { payCheckout } from './checkout/pay-checkout.ts'
import { PayForm } from './checkout/pay-form.tsx'
import { findBundlePurchase, findItemPurchase } from './checkout/purchase.ts'
import type { Route } from './+types/checkout.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug ?? params.bundle))]

export const loader = ({ context, params, url }: Route.LoaderArgs) => {
  const screen = context.get(screenContext)
  const asked = {
    edit: url.searchParams.get('edit'),
    asked: askedOrder(url),
    isLater: url.searchParams.has(LATER_PARAM),
  }
  return params.bundle === undefined
    ? loadCheckout(screen, params.slug ?? '', asked)
    : loadBundleCheckout(screen, params.bundle, { ...asked, without: readWithout(url) })
}

export const action = async ({ context, params, request, url }: Route.ActionArgs) => {
  const screen = context.get(screenContext)
  const form = await request.formData()
  return payCheckout(screen, form, () =>
    params.bundle === undefined
      ? findItemPurchase(screen, params.slug ?? '', form, askedOrder(url))
      : findBundlePurchase(screen, params.bundle, form, readWithout(url)),
  )
}

export { clientAction, shouldRevalidate } from './checkout/lost-answer.ts'

export default function Checkout({ loaderData: page }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { item, bundle } = page
  const { product, subscription } = page.order
  const title = t(installsWhenPaid(page) ? 'checkout.title_install' : 'checkout.title')
  const back = subscription
    ? subscription.id === null
      ? paths.subscribe(item.slug)
      : paths.subscription(subscription.id)
    : bundle
      ? paths.bundle(bundle.slug)
      : paths.item(item.slug)
  return (
    <Page className="pt-6 pb-4 md:pt-7 lg:pb-16">
      <PageHead title={title} indexed={false} />
      <BackLink href={product?.return_to ?? back}>{item.name}</BackLink>
      <h1 className="type-title mb-7 md:mb-8">{title}</h1>
      <PayForm
        key={page.order.order_number}
        page={page}
        {...(bundle && { Items: BundleItems, Bought: BundleSummary })}
      />
    </Page>
  )
}
