import { Notice } from '#ui/notice.tsx'
import type { Address } from '../contract.ts'
import type { T } from './order-amounts.ts'

/** Why VAT is included although the buyer is a company of another member state. */
export function VatNote({
  address,
  t,
  className,
}: {
  address: Pick<Address, 'vat_status' | 'tax_number'> | null | undefined
  t: T
  className?: string
}) {
  const status = address?.vat_status
  if (!address || (status !== 'waiting' && status !== 'refused')) return null
  return (
    <Notice tone={status === 'refused' ? 'attention' : 'note'} className={className}>
      {t(`checkout.vat_status.${status}`, { id: address.tax_number ?? '' })}
    </Notice>
  )
}
