import { Form, useNavigation } from 'react-router'
import type { listDrafts } from '#contexts/checkout/contract.ts'
import { amountText } from '#contexts/checkout/ui/order-amounts.ts'
import type { AnswerOf } from '#lib/operation.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'
import { useCheckoutOf } from './order-row.tsx'

type Draft = AnswerOf<typeof listDrafts>['data'][number]

/** D30: checkouts that were opened and not paid. No orders: they can be gone on with or removed, and end by themselves. */
export function Drafts({ drafts, className }: { drafts: readonly Draft[]; className?: string }) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const checkoutOf = useCheckoutOf()
  const busy = useNavigation().state !== 'idle'
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts-heading" className={className}>
      <h2 id="drafts-heading" className="type-d3">{t('drafts.title')}</h2>
      <p className="type-body mt-1 mb-4 max-w-[62ch] text-ink2">{t('drafts.note')}</p>
      <ul className="rounded-panel border border-line bg-card">
        {drafts.map(draft => {
          const name = draft.product?.name ?? draft.item.name
          return (
            <li key={draft.order_number} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line p-4 not-first:border-t md:px-5">
              <div className="min-w-0 flex-1 basis-56">
                <h3 className="type-label wrap-anywhere-safe"><bdi>{name}</bdi></h3>
                <p className="type-sm text-ink2">
                  <Amount text={amountText(draft.total, draft.currency)} />
                  {' · '}
                  {t('drafts.ends', { day: dates.day(draft.expires_at) })}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {draft.available && (
                  <LinkButton href={checkoutOf(draft)} kind="secondary" size="small" aria-label={t('orders.pay_of', { item: name })}>
                    {t('orders.pay')}
                  </LinkButton>
                )}
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="store" value={store?.id ?? ''} />
                  <Button type="submit" name="remove" value={draft.order_number} kind="danger-quiet" size="small" icon="trash" disabled={busy} aria-label={t('drafts.remove_of', { item: name })}>
                    {t('drafts.remove')}
                  </Button>
                </Form>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
