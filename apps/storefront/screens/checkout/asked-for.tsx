import type { ReactNode } from 'react'
import type { Order } from '#contexts/checkout/contract.ts'
import { SummaryItem } from '#ui/order-summary.tsx'
import { isolated } from '../../item-card.tsx'
import { useWords } from '../../messages.tsx'

/** S3.4: what an app asks its owner to buy: the product, who asks, whether it stays, and where the way leads afterwards. */
export function AskedFor({ product, icon, app }: { product: NonNullable<Order['product']>; icon: ReactNode; app: string }) {
  const { t, locale } = useWords()
  const name = t('in_app.line', { product: isolated(product.name, locale), count: product.quantity })
  return (
    <>
      <SummaryItem icon={icon} name={name} note={t('in_app.asked_by', { app: isolated(app, locale) })} />
      <p className="type-sm mt-3.5 text-ink2">{t(`in_app.kind.${product.kind}`)}</p>
      <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">
        {t('in_app.back_after', { site: isolated(new URL(product.return_to).host, locale) })}
      </p>
    </>
  )
}
