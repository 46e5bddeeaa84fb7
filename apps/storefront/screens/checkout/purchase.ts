import { getItem } from '#modules/catalog/contract.ts'
import { getOrderStatus, type Order } from '#modules/orders/contract.ts'
import { ORDER_STEPS_FIELD, readInputs } from '#modules/installs/ui/read-inputs.ts'
import { text } from '#modules/orders/ui/card-form.ts'
import type { AskedConsents, readConsents } from '#modules/orders/ui/payment-form.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { PERMISSIONS } from '#lib/market.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { pathsFor, resultPath } from '../../paths.ts'
import type { ScreenContext } from '../../screen-context.ts'
import { readDraft } from '../install/draft-choice.tsx'
import {
  bareName,
  findBundleMistakes,
  orderStepsField,
  planField,
  refusedIn,
  withOwnNames,
} from './bundle-fields.ts'
import { findBundleItems, openBundleOrder } from './load-bundle.ts'
import { openOrder, requireAsked } from './load-checkout.ts'
import { findPlanMistakes, orderStepsOf, PLAN_FIELD, readPermissions } from './plan-fields.ts'
import { findAgreedPlan, planWithPayment } from './plan-with-payment.ts'

/** What a form pays for: an item, an order that asked for it, or the items of a bundle. */
export interface Purchase {
  /** Named in messages. */
  name: string
  bought: Pick<Order, 'product' | 'subscription'>
  permissions: AskedConsents['permissions']
  /** Of the plans that the page showed. */
  mistakes: FieldErrors
  /** Has what was agreed to installed when the order is paid; returns what must be mended first. */
  plan(
    consents: ReturnType<typeof readConsents>,
  ): Promise<{ error: ErrorFacts; fieldErrors: FieldErrors } | null>
  reopen(): Promise<Order>
  /** Where an order leads that cost nothing. */
  freePath: string
}

/** Nothing but the items is bought. */
const ITEM_ITSELF = { product: null, subscription: null }

export async function findItemPurchase(
  screen: ScreenContext,
  slug: string,
  form: FormData,
  asked: string | null,
): Promise<Purchase> {
  const { data: item } = await screen.call(getItem, { query: { slug } })
  const bought = asked === null ? ITEM_ITSELF : await requireAsked(screen, slug, asked)
  const plan = await findAgreedPlan(screen, item.id, text(form, PLAN_FIELD))
  return {
    name: item.name,
    bought,
    permissions: item.permissions.length > 0,
    mistakes: plan ? findPlanMistakes(form, plan, orderStepsOf(form, plan)) : {},
    plan: async (consents) =>
      plan &&
      planWithPayment(screen, item.id, form, {
        plan,
        consents,
        allowed: readPermissions(form).allowed,
        orderSteps: form.has(ORDER_STEPS_FIELD),
        inputs: readInputs(form, plan.inputs),
        draft: readDraft(form),
      }),
    reopen: () => (asked === null ? openOrder(screen, slug) : requireAsked(screen, slug, asked)),
    freePath: pathsFor(screen.framed).install(slug),
  }
}

export async function findBundlePurchase(
  screen: ScreenContext,
  slug: string,
  form: FormData,
  without: readonly string[],
): Promise<Purchase> {
  const { data: order } = await screen.call(getOrderStatus, {
    params: { order_number: text(form, 'order') },
  })
  // What the form does not know of is not installed with the payment.
  const items = await Promise.all(
    (await findBundleItems(screen, order, true)).map(async (item) => {
      const plan = await findAgreedPlan(screen, item.id, text(form, planField(item.id)))
      return { ...item, plan: plan && withOwnNames(item.id, plan) }
    }),
  )
  return {
    name: order.bundle?.name ?? order.item.name,
    bought: ITEM_ITSELF,
    permissions: items.filter((item) => item.permissions.length > 0).map(({ id }) => id),
    mistakes: findBundleMistakes(form, items),
    plan: async (consents) => {
      for (const item of items) {
        const planned = await planBundleItem(screen, form, item, consents)
        if (planned) return planned
      }
      return null
    },
    reopen: () => openBundleOrder(screen, slug, without),
    freePath: resultPath(screen.framed, 'success', order.order_number),
  }
}

/** Errors by the names that the item's fields have in the form of the bundle. */
async function planBundleItem(
  screen: ScreenContext,
  form: FormData,
  { id, plan }: Awaited<ReturnType<typeof findBundleItems>>[number],
  consents: ReturnType<typeof readConsents>,
) {
  if (plan === null) return null
  const refused = refusedIn(form, id)
  const planned = await planWithPayment(screen, id, form, {
    plan,
    consents,
    allowed: PERMISSIONS.filter((code) => !refused.includes(code)),
    orderSteps: form.has(orderStepsField(id)),
    inputs: Object.fromEntries(
      Object.entries(readInputs(form, plan.inputs)).map(([name, value]) => [
        bareName(id, name),
        value,
      ]),
    ),
    draft: plan.draft === 'draft',
  })
  return (
    planned && {
      ...planned,
      fieldErrors: Object.fromEntries(
        Object.entries(planned.fieldErrors).map(([name, message]) => [
          name === ORDER_STEPS_FIELD
            ? orderStepsField(id)
            : `inputs.${id}.${name.slice('inputs.'.length)}`,
          message,
        ]),
      ),
    }
  )
}
