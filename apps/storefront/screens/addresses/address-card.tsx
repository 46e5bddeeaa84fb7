import { ButtonForm } from '../../button-form.tsx'
import type { Address } from '#modules/orders/contract.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { useWords } from '../../messages.tsx'

/**
 * A saved address: whom, where, and what can be done with it. Removing asks once more, without a
 * script too.
 */
export function AddressCard({
  address: one,
  country,
  editHref,
}: {
  address: Address
  country: string
  editHref: string
}) {
  const { t } = useWords()
  const names = { name: one.name }
  const place = [[one.zip_code, one.district].filter(Boolean).join(' '), one.city, country]
    .filter(Boolean)
    .join(', ')
  const whom =
    one.invoice_type === 'institutional'
      ? one.company
      : [one.firstname, one.lastname].filter(Boolean).join(' ')
  return (
    <li className="flex min-w-0 flex-col rounded-panel border border-line bg-card p-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="type-d4 wrap-anywhere-safe">{one.name}</h2>
        <Badge>{t(`checkout.invoice_type.${one.invoice_type}`)}</Badge>
        {one.is_default && (
          <Badge tone="green" icon="check">
            {t('addresses.default')}
          </Badge>
        )}
      </div>
      <div className="type-body mt-2 text-ink2 wrap-anywhere-safe">
        {whom && whom !== one.name && <bdi className="block">{whom}</bdi>}
        <bdi className="block">{one.address}</bdi>
        <bdi className="block">{place}</bdi>
        <bdi className="block" dir="ltr">
          {one.email}
        </bdi>
        <bdi className="block" dir="ltr">
          {one.phone}
        </bdi>
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-4">
        <LinkButton
          href={editHref}
          kind="secondary"
          size="small"
          icon="pencil"
          aria-label={t('addresses.change_of', names)}
        >
          {t('addresses.change')}
        </LinkButton>
        {!one.is_default && (
          <ButtonForm
            fields={{ intent: 'default', address: one.id }}
            label={t('addresses.make_default_of', names)}
            kind="quiet"
            size="small"
          >
            {t('addresses.make_default')}
          </ButtonForm>
        )}
        <details className="group/remove">
          <summary
            className="inline-flex min-h-9 cursor-pointer list-none items-center rounded-control px-3 type-sm strong text-coral-text hover:bg-coral-tint"
            aria-label={t('addresses.remove_of', names)}
          >
            {t('addresses.remove')}
          </summary>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <span className="type-sm">{t('addresses.remove_sure')}</span>
            <ButtonForm
              fields={{ intent: 'delete', address: one.id }}
              label={t('addresses.remove_yes_of', names)}
              kind="danger"
              size="small"
            >
              {t('addresses.remove_yes')}
            </ButtonForm>
          </div>
        </details>
      </div>
    </li>
  )
}
