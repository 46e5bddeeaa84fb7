import { Segmented } from '#ui/choice.tsx'
import { type Choice, SelectField, TextField } from '#ui/field.tsx'
import { ListedField } from '#ui/listed-field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { maskField } from '#ui/mask.ts'
import { maskIdentityNumber, maskPostalCode, maskTaxNumber } from './address-masks.ts'
import { addressField, type AddressPart } from './payment-form.ts'
import { PROVINCES } from './provinces.ts'
import type { FieldErrors, T } from './words.ts'

// Kind of invoice and country decide by style alone which fields are there; `readAddress` reads
// only those.
const PERSON = 'group-has-[[value=institutional]:checked]/address:hidden'
const COMPANY = 'hidden group-has-[[value=institutional]:checked]/address:block'
const AT_HOME = 'hidden group-has-[option[value=TR]:checked]/address:block'
const COMPANY_AT_HOME =
  'hidden group-has-[[value=institutional]:checked]/address:group-has-[option[value=TR]:checked]/address:block'
const PERSON_AT_HOME =
  'hidden group-has-[[value=individual]:checked]/address:group-has-[option[value=TR]:checked]/address:block'
const ABROAD = 'group-has-[option[value=TR]:checked]/address:hidden'

/** Half a row on wide screens, a whole one on phones. */
const WIDE = 'col-span-2 md:col-span-1'

const PROVINCE_CHOICES: readonly Choice[] = PROVINCES.map((name) => ({ value: name, label: name }))

/**
 * S2.22, S3.1: the form of an invoice address, to add one or to change one. `given` is what stands
 * in it at first.
 */
export function AddressFields({
  given,
  countries,
  errors,
  t,
}: {
  given: Readonly<Record<string, string>>
  countries: readonly Choice[]
  errors: FieldErrors
  t: T
}) {
  const field = (part: AddressPart) => {
    const name = addressField(part)
    return {
      name,
      id: fieldId(name),
      label: t(`checkout.address.${part}`),
      defaultValue: given[name] ?? '',
      error: errors[name],
    }
  }
  const optional = t('checkout.optional')
  const latin = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <div className="group/address grid grid-cols-2 gap-x-4 gap-y-5">
      <Segmented
        label={t('checkout.address.invoice_type')}
        name={addressField('invoice_type')}
        className="col-span-2 justify-self-start"
        defaultValue={
          given[addressField('invoice_type')] === 'institutional' ? 'institutional' : 'individual'
        }
        segments={(['individual', 'institutional'] as const).map((value) => ({
          value,
          label: t(`checkout.invoice_type.${value}`),
        }))}
      />
      <TextField
        {...field('company')}
        autoComplete="billing organization"
        maxLength={160}
        className={`${COMPANY} col-span-2`}
      />
      <TextField
        {...field('firstname')}
        autoComplete="billing given-name"
        maxLength={80}
        className={PERSON}
      />
      <TextField
        {...field('lastname')}
        autoComplete="billing family-name"
        maxLength={80}
        className={PERSON}
      />
      <TextField
        {...field('tax_office')}
        autoComplete="off"
        maxLength={80}
        className={COMPANY_AT_HOME}
      />
      <TextField
        {...field('tax_number')}
        autoComplete="off"
        maxLength={32}
        dir="ltr"
        className={COMPANY}
        onInput={(event) =>
          maskField(event, (text) => maskTaxNumber(countryOf(event.currentTarget), text))
        }
      />
      <TextField
        {...field('identity_number')}
        note={optional}
        hint={t('checkout.address.identity_number_hint')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={14}
        dir="ltr"
        className={`${PERSON_AT_HOME} col-span-2`}
        onInput={(event) => maskField(event, maskIdentityNumber)}
      />
      <TextField
        {...field('email')}
        {...latin}
        type="email"
        autoComplete="billing email"
        maxLength={160}
        className={WIDE}
        hint={t('checkout.address.email_hint')}
      />
      <TextField
        {...field('phone')}
        {...latin}
        type="tel"
        autoComplete="billing tel"
        maxLength={32}
        className={WIDE}
        hint={<bdi dir="ltr">+90 5xx xxx xx xx</bdi>}
      />
      <SelectField
        {...field('country')}
        defaultValue={given[addressField('country')] || 'TR'}
        choices={countries}
        autoComplete="billing country"
      />
      <SelectField
        {...field('province')}
        choices={PROVINCE_CHOICES}
        empty={t('checkout.address.province_choose')}
        autoComplete="billing address-level1"
        className={AT_HOME}
      />
      <TextField
        {...field('city')}
        autoComplete="billing address-level2"
        maxLength={80}
        className={ABROAD}
      />
      <ListedField
        {...field('district')}
        autoComplete="off"
        maxLength={80}
        className={AT_HOME}
        hint={t('checkout.address.district_hint')}
        load={async () => (await import('./district-list.ts')).districtList}
        listLabel={t('checkout.address.district_list')}
        countWords={(count) => t('checkout.address.districts', { count })}
      />
      <TextField
        {...field('zip_code')}
        autoComplete="billing postal-code"
        maxLength={16}
        dir="ltr"
        onInput={(event) =>
          maskField(event, (text) => maskPostalCode(countryOf(event.currentTarget), text))
        }
      />
      <TextField
        {...field('address')}
        autoComplete="billing street-address"
        maxLength={400}
        className="col-span-2"
      />
      <TextField
        {...field('name')}
        note={optional}
        hint={t('checkout.address.name_hint')}
        autoComplete="off"
        maxLength={80}
        className="col-span-2"
      />
    </div>
  )
}

const countryOf = (input: HTMLInputElement): string => {
  const country = input.form?.elements.namedItem(addressField('country'))
  return country instanceof HTMLSelectElement ? country.value : ''
}
