import { Badge } from '#ui/badge.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { FieldError } from '#ui/field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { TextLink } from '#ui/link.tsx'
import type { Address } from '../contract.ts'
import { NEW_ADDRESS } from './payment-form.ts'
import type { FieldErrors, T } from './words.ts'

/**
 * Saved invoice addresses as cards, and a new one. The fields of the new one open by style alone,
 * so also without a script.
 */
export function AddressChoice({
  addresses,
  chosen,
  onChoose,
  countryNames,
  editHref,
  errors,
  t,
}: {
  addresses: readonly Address[]
  chosen: string
  onChoose: (id: string) => void
  countryNames: ReadonlyMap<string, string>
  editHref: (id: string) => string
  errors: FieldErrors
  t: T
}) {
  if (addresses.length === 0) {
    return (
      <>
        <input type="hidden" name="address_id" value={NEW_ADDRESS} />
        {errors.address_id && (
          <div className="mb-4">
            <FieldError id={fieldId('address_id')}>{errors.address_id}</FieldError>
          </div>
        )}
      </>
    )
  }
  const chosenAddress = addresses.find((one) => one.id === chosen)
  return (
    <>
      <ChoiceGroup
        label={t('checkout.address.choose')}
        hidden
        className="grid gap-3 md:grid-cols-2"
      >
        {addresses.map((one, n) => (
          <RadioCard
            key={one.id}
            id={n === 0 ? fieldId('address_id') : undefined}
            name="address_id"
            value={one.id}
            checked={chosen === one.id}
            onChange={() => onChoose(one.id)}
            title={one.name}
            badge={<Badge>{t(`checkout.invoice_type.${one.invoice_type}`)}</Badge>}
          >
            <span className="line-clamp-2">
              <bdi>{one.address}</bdi>
            </span>
            <bdi>
              {[
                [one.zip_code, one.district].filter(Boolean).join(' '),
                one.city,
                countryNames.get(one.country) ?? one.country,
              ]
                .filter(Boolean)
                .join(', ')}
            </bdi>
          </RadioCard>
        ))}
        <RadioCard
          name="address_id"
          value={NEW_ADDRESS}
          checked={chosen === NEW_ADDRESS}
          onChange={() => onChoose(NEW_ADDRESS)}
          title={t('checkout.address.new')}
        >
          {t('checkout.address.new_note')}
        </RadioCard>
      </ChoiceGroup>
      {errors.address_id && <FieldError>{errors.address_id}</FieldError>}
      {chosenAddress && (
        <p className="type-sm mt-2">
          <TextLink href={editHref(chosenAddress.id)} className="inline-flex min-h-9 items-center">
            {t('checkout.address.edit', { name: chosenAddress.name })}
          </TextLink>
        </p>
      )}
    </>
  )
}
