import { amountText } from '#modules/orders/ui/order-amounts.ts'
import { Amount } from '#ui/amount.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import type { IconName } from '#ui/icons.gen.ts'
import { HangingSection } from '#ui/page-grid.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { ReceiptLink } from '../../receipt-link.tsx'
import type { Subscription } from './usage-section.tsx'

type Invoice = Subscription['invoices'][number]

const LOOKS: Record<Invoice['state'], { tone: Tone; icon: IconName }> = {
  paid: { tone: 'green', icon: 'check' },
  open: { tone: 'neutral', icon: 'clock' },
  failed: { tone: 'neutral', icon: 'warning' },
  refunded: { tone: 'neutral', icon: 'undo' },
  cancelled: { tone: 'neutral', icon: 'close' },
}

/** Every order of the subscription, the newest first, with its document. */
export function InvoiceSection({ subscription: one }: { subscription: Subscription }) {
  const { t } = useWords()
  const dates = useDates()
  if (one.invoices.length === 0) return null
  return (
    <HangingSection heading={t('subscription.invoices')}>
      <ul className="-my-3">
        {one.invoices.map((invoice) => (
          <li
            key={invoice.order_number}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1.5 border-line py-3.5 not-first:border-t md:grid-cols-[minmax(0,1fr)_7rem_9.5rem_4.5rem]"
          >
            <div className="min-w-0">
              <p className="type-body strong">{dates.day(invoice.day)}</p>
              {invoice.lines.map((line) => (
                <p key={line} className="type-sm text-ink2 wrap-anywhere-safe">
                  {line}
                </p>
              ))}
              <p className="type-xs text-ink2">
                <bdi dir="ltr">{invoice.order_number}</bdi>
              </p>
            </div>
            <p className="type-body figures self-start text-end md:self-auto">
              <Amount text={amountText(invoice.total, invoice.currency)} />
              {invoice.refunded > 0 && (
                <span className="type-sm block text-green">
                  <span className="sr-only">{t('subscription.invoice.back')} </span>
                  <Amount text={amountText(-invoice.refunded, invoice.currency)} />
                </span>
              )}
            </p>
            <p>
              <Badge {...LOOKS[invoice.state]}>{t(`subscription.invoice.${invoice.state}`)}</Badge>
            </p>
            <p className="type-sm text-end">
              {invoice.receipt && (
                <ReceiptLink orderNumber={invoice.order_number}>
                  <span aria-hidden="true">PDF</span>
                  <span className="sr-only">
                    {t('subscription.invoice.pdf', { day: dates.day(invoice.day) })}
                  </span>
                </ReceiptLink>
              )}
            </p>
          </li>
        ))}
      </ul>
    </HangingSection>
  )
}
