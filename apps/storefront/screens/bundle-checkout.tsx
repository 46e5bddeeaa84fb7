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
import { askedOrder } from './checkout/load-checkout.ts'
import { payCheckout } from './checkout/pay-checkout.ts'
import { PayForm } from './checkout/pay-form.tsx'
import { installsWhenPaid, LATER_PARAM } from './checkout/plan-fields.ts'
import { findBundlePurchase } from './checkout/purchase.ts'
import type { Route } from './+types/bundle-checkout.ts'

export { clientAction, shouldRevalidate } from './checkout/lost-answer.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export const loader = ({ context, params, url }: Route.LoaderArgs) =>
  loadBundleCheckout(context.get(screenContext), params.slug ?? '', {
    edit: url.searchParams.get('edit'),
    asked: askedOrder(url),
    without: readWithout(url),
    isLater: url.searchParams.has(LATER_PARAM),
  })

export const action = async ({ context, params, request, url }: Route.ActionArgs) => {
  const screen = context.get(screenContext)
  const form = await request.formData()
  return payCheckout(screen, form, () =>
    findBundlePurchase(screen, params.slug ?? '', form, readWithout(url)),
  )
}

/** Checkout of several items in one order (docs/decisions/0067). */
export default function BundleCheckout({ loaderData: page, params }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const title = t(installsWhenPaid(page) ? 'checkout.title_install' : 'checkout.title')
  return (
    <Page className="pt-6 pb-4 md:pt-7 lg:pb-16">
      <PageHead title={title} indexed={false} />
      <BackLink href={paths.bundle(params.slug ?? '')}>{page.item.name}</BackLink>
      <h1 className="type-title mb-7 md:mb-8">{title}</h1>
      <PayForm
        key={page.order.order_number}
        page={page}
        Items={BundleItems}
        Bought={BundleSummary}
      />
    </Page>
  )
}
