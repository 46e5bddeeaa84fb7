import type { ReactNode } from 'react'
import { ConsentBox, TextButton, agreementDialogId } from '#modules/orders/ui/consent-box.tsx'
import { CouponField } from '#modules/orders/ui/coupon-field.tsx'
import { consentField, type ConsentKind } from '#modules/orders/ui/payment-form.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { fieldId } from '#ui/form-check.ts'
import { OrderSummary, SummaryPart } from '#ui/order-summary.tsx'
import { useWords } from '../../messages.tsx'
import type { CheckoutData } from './load-checkout.ts'
import type { Checkout } from './use-checkout.ts'

const COMPANY_WRITTEN = 'group-has-[[value=institutional]:checked]/pay:hidden'
const NEW_COMPANY_WRITTEN =
  'group-has-[[name^=address][value=new]:checked]/pay:group-has-[[value=institutional]:checked]/pay:hidden'

/**
 * The order beside the form: what, how much, the texts to agree to, and the button that says the
 * price.
 */
export function OrderColumn({
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
  const [sale, protection, delivery] = page.agreements
  // A company is no consumer. Of an address that is being written, what kind it is decides by style
  // alone, as its fields do.
  const isWriting = page.editing !== null || checkout.addresses.length === 0
  const asksDelivery =
    checkout.order.total > 0 &&
    (isWriting ||
      checkout.addresses.find((one) => one.id === checkout.chosen)?.invoice_type !==
        'institutional')
  const box = (kind: ConsentKind) => ({
    name: consentField(kind),
    id: fieldId(consentField(kind)),
    error: checkout.errors[consentField(kind)],
    defaultChecked: consentField(kind) in checkout.given,
  })
  return (
    <OrderSummary label={t('checkout.summary_label')}>
      <SummaryPart>{bought}</SummaryPart>
      {!checkout.order.product && (
        <SummaryPart>
          <CouponField {...checkout.coupon.field} />
        </SummaryPart>
      )}
      <SummaryPart>{lines}</SummaryPart>
      <SummaryPart>
        <ConsentBox
          {...box('distance_sale')}
          version={sale.version}
          sentence={t('checkout.consent.distance_sale')}
          places={{
            pre_information: (
              <Opens text="pre-information">{t('checkout.text.pre_information')}</Opens>
            ),
            distance_contract: (
              <Opens text="distance-contract">{t('checkout.text.distance_contract')}</Opens>
            ),
          }}
        />
        {asksDelivery && (
          <ConsentBox
            {...box('immediate_delivery')}
            version={delivery.version}
            className={classes('mt-2', isWriting ? COMPANY_WRITTEN : NEW_COMPANY_WRITTEN)}
            sentence={t('checkout.consent.immediate_delivery')}
            places={{
              immediate_delivery: (
                <Opens text="immediate-delivery">{t('checkout.text.immediate_delivery')}</Opens>
              ),
            }}
          />
        )}
        <ConsentBox
          {...box('data_protection')}
          version={protection.version}
          className="mt-2"
          sentence={t('checkout.consent.data_protection')}
          places={{
            data_protection: (
              <Opens text="data-protection">{t('checkout.text.data_protection')}</Opens>
            ),
          }}
        />
        <Button type="submit" size="large" wide busy={checkout.busy} className="mt-5">
          {button}
        </Button>
        <p className="type-sm mt-3 text-center text-balance text-ink2 wrap-anywhere-safe">
          {t(checkout.order.product ? 'in_app.order_note' : 'checkout.order_note', {
            number: checkout.order.order_number,
            app: page.item.name,
          })}
        </p>
      </SummaryPart>
    </OrderSummary>
  )
}

const Opens = ({ text, children }: { text: string; children: ReactNode }) => (
  <TextButton opens={agreementDialogId({ id: text })}>{children}</TextButton>
)
