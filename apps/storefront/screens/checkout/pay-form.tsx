import { type ComponentType, type ReactNode, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { toMinor } from '#lib/money.ts'
import { FitNotice } from '#modules/installs/ui/fit-notice.tsx'
import type { Order } from '#modules/orders/contract.ts'
import { fillTexts } from '#modules/orders/fill-texts.ts'
import {
  AgreementDialog,
  agreementDialogId,
  ConsentBox,
  ShownText,
  TextButton,
} from '#modules/orders/ui/consent-box.tsx'
import { COUPON_FORM, CouponField } from '#modules/orders/ui/coupon-field.tsx'
import { amountText, installmentLines, orderLines } from '#modules/orders/ui/order-amounts.ts'
import type { BoxFor } from '#modules/orders/legal-texts.ts'
import {
  consentField,
  type ConsentKind,
  COUPON_FIELD,
  shownField,
} from '#modules/orders/ui/payment-form.ts'
import { WaitingForBank } from '#modules/orders/ui/waiting-for-bank.tsx'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import {
  OrderSummary,
  SummaryBar,
  SummaryItem,
  SummaryLines,
  SummaryPart,
} from '#ui/order-summary.tsx'
import { Columns, Sticky } from '#ui/page-grid.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { useDates } from '../../formats.ts'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'
import { RateNote } from '../../rate-note.tsx'
import { useShell } from '../../shell.tsx'
import { AddressSection, CardSection, PermissionSection } from './form-sections.tsx'
import type { CheckoutData } from './load-checkout.ts'
import { installsWhenPaid } from './plan-fields.ts'
import { PlanSection } from './plan-section.tsx'
import { type Checkout, useCheckout } from './use-checkout.ts'

interface PartProps {
  page: CheckoutData
  checkout: Checkout
}

/**
 * Address, card and permissions with the order beside them. While the bank decides, its message
 * replaces the form.
 */
export function PayForm({
  page,
  Items,
  Bought,
}: {
  page: CheckoutData
  /** Of several items, in place of the plan and the permissions of one. */
  Items?: ComponentType<PartProps>
  /** What is bought, in the summary. */
  Bought?: ComponentType<PartProps>
}) {
  const { t, locale } = useWords()
  const { store } = useShell()
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const checkout = useCheckout(page, form)
  const { order, waiting, parts } = checkout
  const amount = amountText(parts.charged, order.currency)
  const free = order.total === 0
  const words = free
    ? t('coupon.free')
    : t(installsWhenPaid(page) ? 'checkout.pay' : 'in_app.pay', {
        amount: isolated(amount, locale),
      })
  const button = checkout.busy ? t(free ? 'coupon.free_busy' : 'checkout.paying') : words
  const summary = checkout.list
  const message = checkout.message === 'changed' ? changedWords() : checkout.message
  const lines = (
    <SummaryLines
      lines={[...orderLines(order, t), ...installmentLines(parts.parts, order.currency, t)]}
      total={{ label: t('checkout.total'), amount, ...note() }}
    />
  )
  const bought = Bought ? (
    <Bought page={page} checkout={checkout} />
  ) : (
    <BoughtAlone page={page} checkout={checkout} />
  )

  function note() {
    const { parts: chosen } = parts
    return (
      chosen && {
        note: t('pay.parts.terms', {
          count: chosen.count,
          each: isolated(amountText(chosen.each, order.currency), locale),
        }),
      }
    )
  }

  function changedWords() {
    const seen = Number(checkout.given.order_total ?? page.order.total)
    const before = isolated(amountText(seen, page.order.currency), locale)
    return t('checkout.changed', {
      before,
      after: isolated(amountText(order.total, order.currency), locale),
    })
  }

  return (
    <>
      {waiting && (
        <WaitingForBank
          {...waiting}
          silent={checkout.poll.silent}
          again={checkout.poll.again}
          againHref={pathname + search}
          t={t}
        />
      )}
      <checkout.coupon.Form
        id={COUPON_FORM}
        method="post"
        preventScrollReset
        noValidate
        onSubmit={checkout.coupon.submit}
        hidden
      >
        <input type="hidden" name="intent" value="coupon" />
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="order" value={order.order_number} />
      </checkout.coupon.Form>
      <Form
        ref={form}
        method="post"
        noValidate
        preventScrollReset
        aria-label={t('checkout.title')}
        className="group/pay"
        hidden={Boolean(waiting)}
        onSubmit={checkout.submit}
      >
        <input type="hidden" name="store" value={store?.id ?? ''} />
        <input type="hidden" name="order" value={order.order_number} />
        <input type="hidden" name="order_total" value={order.total} />
        <input type="hidden" name="total" value={parts.charged} />
        <input type="hidden" name="key" value={checkout.key} />
        <input type="hidden" name={COUPON_FIELD} value={order.coupon_code ?? ''} />
        {(message || summary.length > 0) && (
          <ErrorSummary
            title={message ?? t('checkout.mistakes', { count: summary.length })}
            items={summary}
            round={checkout.round}
            className="mb-7"
          />
        )}
        <Columns kind="checkout">
          <div className="min-w-0">
            <FitNotice fit={page.fit} t={t} className="mb-8" />
            {Items ? (
              <Items page={page} checkout={checkout} />
            ) : (
              <>
                <PlanSection page={page} checkout={checkout} />
                <PermissionSection page={page} checkout={checkout} />
              </>
            )}
            <Payment page={page} checkout={checkout} />
          </div>
          <Sticky>
            <OrderColumn
              page={page}
              checkout={checkout}
              bought={bought}
              lines={lines}
              button={button}
            />
          </Sticky>
        </Columns>
        <SummaryBar
          id="summary"
          label={t('checkout.summary')}
          close={t('checkout.summary_close')}
          total={amount}
          className="mt-9"
          button={
            <Button type="submit" wide busy={checkout.busy}>
              {button}
            </Button>
          }
        >
          {bought}
          <RateNote day={order.rate_date} />
          <div className="mt-5">{lines}</div>
        </SummaryBar>
      </Form>
      <AgreementDialogs page={page} order={order} />
    </>
  )
}

/** Address and card; neither where nothing is to be paid. */
function Payment({ page, checkout }: PartProps) {
  const { t } = useWords()
  if (checkout.order.total === 0)
    return (
      <Notice tone="done" title={t('coupon.free_title')} className="mb-8">
        {t('coupon.free_text')}
      </Notice>
    )
  return (
    <>
      <AddressSection page={page} checkout={checkout} />
      <CardSection page={page} checkout={checkout} />
    </>
  )
}

/** An item, or what an app or a subscription asked for. */
function BoughtAlone({ page, checkout }: PartProps) {
  const { item } = page
  const { product, subscription } = checkout.order
  const icon =
    item.market === 'theme' ? (
      <ThemeIcon colour={item.swatches[0] ?? 'currentColor'} size={56} />
    ) : (
      <AppIcon src={item.icon} name={item.name} size={56} first />
    )
  if (product) return <RequestedProduct product={product} icon={icon} app={item.name} />
  if (subscription) return <RequestedPeriod page={page} lines={subscription.lines} icon={icon} />
  return <SummaryItem icon={icon} name={item.name} note={<Terms version={item.version} />} />
}

/**
 * The agreements with the seller and the current sums; outside the form, because closing them is a
 * form of its own.
 */
function AgreementDialogs({ page, order }: { page: CheckoutData; order: Order }) {
  const { t, locale } = useWords()
  const { product, item } = order
  const minor = (amount: number) => toMinor(amount, order.currency) ?? 0
  const facts = {
    operator: page.operator,
    order: {
      number: order.order_number,
      lines: product
        ? [
            {
              name: `${item.name}: ${product.name}${product.quantity > 1 ? ` × ${product.quantity}` : ''}`,
              taxRate: order.tax_rate,
            },
          ]
        : order.lines.map((line) => ({ name: line.item.name, taxRate: line.tax_rate })),
      subtotalMinor: minor(order.subtotal),
      discountMinor: minor(order.discount),
      taxMinor: minor(order.tax),
      totalMinor: minor(order.total),
      currency: order.currency,
    },
  }
  return page.agreements.flatMap(({ version, texts }) =>
    fillTexts(texts, locale, facts).map((text) => (
      <AgreementDialog
        key={text.id}
        text={text}
        version={version}
        close={t('checkout.text.close')}
      />
    )),
  )
}

/**
 * S3.4: an app's purchase request: product, app, whether it is permanent, and where the buyer
 * returns.
 */
function RequestedProduct({
  product,
  icon,
  app,
}: {
  product: NonNullable<Order['product']>
  icon: ReactNode
  app: string
}) {
  const { t, locale } = useWords()
  const name = t('in_app.line', {
    product: isolated(product.name, locale),
    count: product.quantity,
  })
  return (
    <>
      <SummaryItem
        icon={icon}
        name={name}
        note={t('in_app.asked_by', { app: isolated(app, locale) })}
      />
      <p className="type-sm mt-3.5 text-ink2">{t(`in_app.kind.${product.kind}`)}</p>
      <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">
        {t('in_app.back_after', { site: isolated(new URL(product.return_to).host, locale) })}
      </p>
    </>
  )
}

function Terms({ version }: { version: string | null }) {
  const { t } = useWords()
  return version ? t('checkout.terms_version', { version }) : t('checkout.terms')
}

/** What a subscription is charged for, what recurs, and that the card is saved for it. */
function RequestedPeriod({
  page: { item, recurs, order },
  lines,
  icon,
}: {
  page: CheckoutData
  lines: NonNullable<Order['subscription']>['lines']
  icon: ReactNode
}) {
  const { t, locale } = useWords()
  const dates = useDates()
  const money = (amount: number, currency = order.currency) =>
    isolated(amountText(amount, currency), locale)
  return (
    <>
      <SummaryItem
        icon={icon}
        name={item.name}
        note={lines.map((line) => (
          <span key={line.text} className="block">
            {line.text}
          </span>
        ))}
      />
      <p className="type-sm mt-3.5">
        {recurs
          ? t('checkout.subscription.next', {
              day: dates.day(recurs.renews),
              amount: money(recurs.amount, recurs.currency),
              period: t(`checkout.subscription.every.${recurs.plan.period}`),
            })
          : t('checkout.subscription.later')}
      </p>
      {recurs?.coupon_ends && (
        <p className="type-sm mt-1">
          {t('subscription.coming.coupon_ends', {
            day: dates.day(recurs.coupon_ends.day),
            amount: money(recurs.coupon_ends.plan, recurs.currency),
          })}
        </p>
      )}
      {recurs && recurs.cap > 0 && (
        <p className="type-sm mt-1 text-ink2">
          {t('checkout.subscription.cap', { amount: money(recurs.cap, recurs.currency) })}
        </p>
      )}
      <p className="type-sm mt-1 text-ink2">{t('checkout.subscription.card')}</p>
    </>
  )
}

// For an address that is being written, CSS decides by its kind, as for its fields.
const COMPANY_WRITTEN = {
  hides: 'group-has-[[value=institutional]:checked]/pay:hidden',
  shows: 'hidden group-has-[[value=institutional]:checked]/pay:block',
}
const NEW_COMPANY_WRITTEN = {
  hides:
    'group-has-[[name^=address][value=new]:checked]/pay:group-has-[[value=institutional]:checked]/pay:hidden',
  shows:
    'hidden group-has-[[name^=address][value=new]:checked]/pay:group-has-[[value=institutional]:checked]/pay:block',
}

/** The boxes that the law asks this buyer to tick, and what else the button agrees to. */
function Consents({ page, checkout }: { page: CheckoutData; checkout: Checkout }) {
  const { t } = useWords()
  const [sale, protection, delivery] = page.agreements
  const { boxes } = page.consents
  const isWriting = page.editing !== null || checkout.addresses.length === 0
  const isCompany =
    !isWriting &&
    checkout.addresses.find((one) => one.id === checkout.chosen)?.invoice_type === 'institutional'
  const written = isWriting ? COMPANY_WRITTEN : NEW_COMPANY_WRITTEN
  const asksPerson = (who: BoxFor) =>
    who === 'individuals' && checkout.order.total > 0 && !isCompany
  const box = (kind: ConsentKind) => ({
    name: consentField(kind),
    id: fieldId(consentField(kind)),
    error: checkout.errors[consentField(kind)],
    defaultChecked: consentField(kind) in checkout.given,
  })
  const contract = {
    pre_information: <Opens text="pre-information">{t('checkout.text.pre_information')}</Opens>,
    distance_contract: (
      <Opens text="distance-contract">{t('checkout.text.distance_contract')}</Opens>
    ),
  }
  const notice = {
    data_protection: <Opens text="data-protection">{t('checkout.text.data_protection')}</Opens>,
  }
  return (
    <>
      {(boxes.distance_sale === 'everybody' || asksPerson(boxes.distance_sale)) && (
        <ConsentBox
          {...box('distance_sale')}
          version={sale.version}
          {...(boxes.distance_sale === 'individuals' && { className: written.hides })}
          sentence={t('checkout.consent.distance_sale')}
          places={contract}
        />
      )}
      {asksPerson(boxes.immediate_delivery) && (
        <ConsentBox
          {...box('immediate_delivery')}
          version={delivery.version}
          className={classes('mt-2', written.hides)}
          sentence={t('checkout.consent.immediate_delivery')}
          places={{
            immediate_delivery: (
              <Opens text="immediate-delivery">{t('checkout.text.immediate_delivery')}</Opens>
            ),
          }}
        />
      )}
      {boxes.data_protection === 'everybody' && (
        <ConsentBox
          {...box('data_protection')}
          version={protection.version}
          className="mt-2"
          sentence={t('checkout.consent.data_protection')}
          places={notice}
        />
      )}
      {boxes.distance_sale !== 'everybody' && (
        <ShownText
          name={shownField('distance_sale')}
          version={sale.version}
          className={classes('mt-2', asksPerson(boxes.distance_sale) && written.shows)}
          sentence={t('checkout.by_paying.distance_sale')}
          places={contract}
        />
      )}
      {boxes.data_protection !== 'everybody' && (
        <ShownText
          name={shownField('data_protection')}
          version={protection.version}
          className="mt-2"
          sentence={t(
            page.consents.agreedBefore
              ? 'checkout.by_paying.agreed_before'
              : 'checkout.by_paying.data_protection',
          )}
          places={notice}
        />
      )}
    </>
  )
}

/** The order beside the form: total, agreements, and the button with the price. */
function OrderColumn({
  page,
  checkout,
  bought,
  lines,
  button,
}: {
  page: CheckoutData
  checkout: Checkout
  bought: ReactNode
  lines: ReactNode
  button: string
}) {
  const { t } = useWords()
  return (
    <OrderSummary label={t('checkout.summary_label')}>
      <SummaryPart>
        {bought}
        <RateNote day={checkout.order.rate_date} />
      </SummaryPart>
      {!checkout.order.product && !checkout.order.bundle && (
        <SummaryPart>
          <CouponField {...checkout.coupon.field} />
        </SummaryPart>
      )}
      <SummaryPart>{lines}</SummaryPart>
      <SummaryPart>
        <Consents page={page} checkout={checkout} />
        {/* Below 1000 px the bar has it. */}
        <Button type="submit" size="large" wide busy={checkout.busy} className="mt-5 max-lg:hidden">
          {button}
        </Button>
        <p className="type-sm mt-3 text-center text-balance text-ink2 wrap-anywhere-safe">
          {t(installsWhenPaid(page) ? 'checkout.order_note_install' : noteOf(checkout.order), {
            number: checkout.order.order_number,
            app: page.item.name,
          })}
        </p>
      </SummaryPart>
    </OrderSummary>
  )
}

/** Paid for something that is on the shop already, so nothing is installed afterwards. */
const isOnShop = ({ product, subscription }: Order): boolean =>
  product !== null || (subscription !== null && subscription.purpose !== 'start')

const noteOf = (order: Order) =>
  order.product
    ? ('in_app.order_note' as const)
    : isOnShop(order)
      ? ('checkout.order_number_note' as const)
      : ('checkout.order_note' as const)

const Opens = ({ text, children }: { text: string; children: ReactNode }) => (
  <TextButton opens={agreementDialogId({ id: text })}>{children}</TextButton>
)
