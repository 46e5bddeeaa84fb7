import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { FitNotice } from '#modules/installs/ui/fit-notice.tsx'
import { InputFields } from '#modules/installs/ui/input-fields.tsx'
import { changesMade } from '#modules/installs/ui/plan-facts.ts'
import { whereOf } from '#modules/installs/ui/plan-rows.tsx'
import { ConsentBox } from '#modules/orders/ui/consent-box.tsx'
import { amountText, orderLines } from '#modules/orders/ui/order-amounts.ts'
import type { Order } from '#modules/orders/contract.ts'
import { consentField } from '#modules/orders/ui/payment-form.ts'
import { PERMISSIONS } from '#lib/market.ts'
import { Amount } from '#ui/amount.tsx'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Switch } from '#ui/choice.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { useWords } from '../../messages.tsx'
import { withChangedQuery } from '../../paths.ts'
import { OrderStepsBox } from '../install/order-steps-box.tsx'
import { usePlanChoices } from '../install/plan-choices.ts'
import {
  CHOOSE_ITEMS,
  orderStepsField,
  permissionField,
  planField,
  WITHOUT_PARAM,
  withoutQuery,
} from './bundle-fields.ts'
import { approvalOf, PermissionRows, Section } from './form-sections.tsx'
import type { BundlePart } from './bundle-part.ts'
import type { CheckoutData } from './load-checkout.ts'
import { installsWhenPaid, LATER_PARAM } from './plan-fields.ts'
import type { Checkout } from './use-checkout.ts'

type Item = BundlePart['items'][number]

/** With fewer than two items there is no bundle. */
const LEAST_ITEMS = 2

/** Each item with its permissions, what it changes, and a way to leave it out. */
export function BundleItems({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t } = useWords()
  const location = useLocation()
  const { bundle } = page
  const isChosenAgain = checkout.answer?.kind === 'items'
  // The button that was pressed is gone.
  useEffect(() => {
    if (isChosenAgain) document.getElementById(LIST)?.focus({ preventScroll: true })
  }, [isChosenAgain])
  if (bundle === null) return null
  const chosen = bundle.leftOut.flatMap(({ item, reason }) =>
    reason === 'chosen' ? [item.slug] : [],
  )
  const without = (slugs: readonly string[]) =>
    withChangedQuery(location, { [WITHOUT_PARAM]: withoutQuery(slugs) })
  return (
    <Section id="bundle-heading" title={t('bundle.permissions')}>
      {/* The first button is the one that Enter in a field presses. */}
      <button type="submit" hidden>
        {t('checkout.title')}
      </button>
      <div id={LIST} tabIndex={-1} className="focus:outline-none">
        <ul className="grid">
          {bundle.items.map((item) => (
            <li key={item.id} className="border-line py-6 first:pt-0 not-first:border-t">
              <BundleItem
                item={item}
                market={page.item.market}
                checkout={checkout}
                leaveOut={
                  bundle.items.length > LEAST_ITEMS ? without([...chosen, item.slug]) : null
                }
              />
            </li>
          ))}
        </ul>
        {bundle.leftOut.length > 0 && (
          <ul aria-label={t('bundle.left_out')} className="border-t border-line pt-5 grid gap-3">
            {bundle.leftOut.map(({ item, reason }) => (
              <li key={item.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere-safe">
                  <span className="type-label block">
                    <bdi>{item.name}</bdi>
                  </span>
                  <span className="type-sm block text-ink2">{t(`bundle.left_out.${reason}`)}</span>
                </span>
                {reason === 'chosen' && (
                  <ChooseButton
                    at={without(chosen.filter((slug) => slug !== item.slug))}
                    item={item}
                    what={t('bundle.add')}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {installsWhenPaid(page) && (
          <p className="type-sm mt-4">
            <Link
              to={withChangedQuery(location, { [LATER_PARAM]: '1' })}
              preventScrollReset
              replace
              className="link inline-flex min-h-9 items-center"
            >
              {t('checkout.buy_only')}
            </Link>
          </p>
        )}
      </div>
    </Section>
  )
}

const LIST = fieldId(consentField('permissions'))

/** Sends the form to the page with the other choice, which keeps what has been typed. */
function ChooseButton({ at, item, what }: { at: string; item: Pick<Item, 'name'>; what: string }) {
  const { t } = useWords()
  return (
    <button
      type="submit"
      name="intent"
      value={CHOOSE_ITEMS}
      formAction={at}
      aria-label={t('bundle.of_item', { item: item.name, what })}
      className="link type-sm inline-flex min-h-11 shrink-0 items-center"
    >
      {what}
    </button>
  )
}

const iconOf = (
  market: Order['item']['market'],
  item: Pick<Item, 'icon' | 'name'>,
  size: 28 | 48,
) =>
  market === 'theme' ? (
    <ThemeIcon colour="currentColor" size={size} className="text-turquoise" />
  ) : (
    <AppIcon src={item.icon} name={item.name} size={size} />
  )

function BundleItem({
  item,
  market,
  checkout,
  leaveOut,
}: {
  item: Item
  market: Order['item']['market']
  checkout: Checkout
  leaveOut: string | null
}) {
  const { t, locale } = useWords()
  const { id, plan, permissions } = item
  const box = consentField(`permissions.${id}`)
  const { given } = checkout
  // An item that was just put back was not in the form.
  const isAnswered = planField(id) in given
  const refusedBefore = PERMISSIONS.filter((code) => !(permissionField(id, code) in given))
  const { optional, refused, refuse, orderSteps } = usePlanChoices(
    plan?.changes ?? [],
    isAnswered ? { refused: refusedBefore } : undefined,
  )
  return (
    <>
      <div className="flex items-center gap-3">
        {iconOf(market, item, 48)}
        <h3 className="type-d4 min-w-0 flex-1 wrap-anywhere-safe">
          <bdi>{item.name}</bdi>
        </h3>
        {leaveOut !== null && (
          <ChooseButton at={leaveOut} item={item} what={t('bundle.leave_out')} />
        )}
      </div>
      <FitNotice fit={item.fit} t={t} className="mt-4" />
      {permissions.length > 0 && (
        <PermissionRows
          permissions={permissions}
          className="mt-4"
          end={(one) =>
            plan !== null &&
            optional.has(one.code) && (
              <Switch
                label={t(`checkout.permission.${one.code}`)}
                name={permissionField(id, one.code)}
                value="1"
                checked={!refused.has(one.code)}
                onChange={(event) => refuse(one.code, !event.currentTarget.checked)}
              />
            )
          }
        />
      )}
      {plan && <PlanOfItem id={id} plan={plan} changes={changesMade(plan.changes, refused)} />}
      {orderSteps.length > 0 && (
        <OrderStepsBox
          name={orderStepsField(id)}
          parts={orderSteps}
          error={checkout.errors[orderStepsField(id)]}
          given={given}
          t={t}
          className="mt-4"
        />
      )}
      {plan && plan.inputs.length > 0 && (
        <div className="mt-5">
          <InputFields
            fields={plan.inputs}
            given={isAnswered ? given : null}
            errors={checkout.errors}
            t={t}
          />
        </div>
      )}
      {permissions.length > 0 && (
        <ConsentBox
          name={box}
          id={fieldId(box)}
          version={item.version ?? ''}
          className="mt-4"
          sentence={approvalOf({ plan, permissions }, t, locale)}
          error={checkout.errors[box]}
          defaultChecked={box in given}
        />
      )}
    </>
  )
}

/** The changes in a list that opens: of several items they would hide the form. */
function PlanOfItem({
  id,
  plan,
  changes,
}: {
  id: string
  plan: NonNullable<Item['plan']>
  changes: NonNullable<Item['plan']>['changes']
}) {
  const { t } = useWords()
  return (
    <>
      <input type="hidden" name={planField(id)} value={plan.version} />
      <details className="mt-4">
        <summary className="link type-sm inline-flex min-h-9 items-center">
          {t('installs.plan', { count: changes.length })}
        </summary>
        <ul className="type-sm mt-2 grid gap-1.5">
          {changes.map((change) => (
            <li key={change.key} className="wrap-anywhere-safe">
              <span className="strong">{change.title}</span>
              <span className="block text-ink2">{whereOf(change, t)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

/** Every item with its part of the price. */
export function BundleSummary({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t } = useWords()
  const { order } = checkout
  return (
    <>
      <p className="type-d4 wrap-anywhere-safe">
        <bdi>{page.item.name}</bdi>
      </p>
      <p className="type-sm text-ink2">{t('checkout.terms')}</p>
      <ul className="mt-4 grid gap-3.5">
        {order.lines.map((line) => (
          <li key={line.place} className="flex items-start gap-3">
            {iconOf(line.item.market, line.item, 28)}
            <span className="min-w-0 flex-1">
              <span className="type-label block wrap-anywhere-safe">
                <bdi>{line.item.name}</bdi>
              </span>
              {line.subtotal > 0 && (
                <span className="type-sm block text-ink2">
                  {orderLines({ ...order, ...line, lines: [], coupon_code: null }, t)
                    .slice(1)
                    .map((part) => (
                      <span key={part.label} className="block">
                        {part.label} <Amount text={part.amount} />
                      </span>
                    ))}
                </span>
              )}
            </span>
            <span className="type-label shrink-0">
              {line.subtotal > 0 ? (
                <Amount text={amountText(line.subtotal, order.currency)} />
              ) : (
                t('price.free')
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
