import { Badge } from '#ui/badge.tsx'
import { ChoiceGroup, RadioCard, Segmented } from '#ui/choice.tsx'
import { type Choice, SelectField, TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { TextLink } from '#ui/link.tsx'
import { Icon } from '#ui/icon.tsx'
import { ListedField } from '#ui/listed-field.tsx'
import { applyMask, maskField } from '#ui/mask.ts'
import { fieldId } from '#ui/use-form-check.ts'
import type { Address } from '../contract.ts'
import type { T } from './order-amounts.ts'
import { addressField, type AddressPart, type ErrorTexts, NEW_ADDRESS } from './payment-form.ts'
import { PROVINCES } from './provinces.ts'

// CSS alone shows the fields that fit invoice type and country (`address-forms.ts`); `readAddress`
// reads only those.
const PERSON = 'group-has-[[value=institutional]:checked]/address:hidden'
const COMPANY = 'hidden group-has-[[value=institutional]:checked]/address:block'
const AT_HOME = 'hidden group-has-[option[value=TR]:checked]/address:block'
const COMPANY_AT_HOME =
  'hidden group-has-[[value=institutional]:checked]/address:group-has-[option[value=TR]:checked]/address:block'
const PERSON_AT_HOME =
  'hidden group-has-[[value=individual]:checked]/address:group-has-[option[value=TR]:checked]/address:block'
const SAUDI = 'hidden group-has-[option[value=SA]:checked]/address:block'
const COMPANY_SAUDI =
  'hidden group-has-[[value=institutional]:checked]/address:group-has-[option[value=SA]:checked]/address:block'
const ABROAD = 'group-has-[option[value=TR]:checked]/address:hidden'

/** Half a row on wide screens, a full one on phones. */
const WIDE = 'col-span-2 md:col-span-1'

const PROVINCE_CHOICES: readonly Choice[] = PROVINCES.map((name) => ({ value: name, label: name }))

/** The fields of an invoice address (S2.22, S3.1), initially filled with `given`. */
export function AddressFields({
  given,
  home,
  countries,
  errors,
  t,
}: {
  given: Readonly<Record<string, string>>
  /** The country that a new address has at first. */
  home: string
  countries: readonly Choice[]
  errors: ErrorTexts
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
        {...field('registration_number')}
        note={optional}
        autoComplete="off"
        inputMode="numeric"
        maxLength={32}
        dir="ltr"
        className={COMPANY_SAUDI}
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
        {...(home === 'TR' && { hint: <bdi dir="ltr">+90 5xx xxx xx xx</bdi> })}
      />
      <SelectField
        {...field('country')}
        defaultValue={given[addressField('country')] || home}
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
        {...field('quarter')}
        autoComplete="billing address-level3"
        maxLength={80}
        className={SAUDI}
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
        {...field('building_number')}
        autoComplete="off"
        inputMode="numeric"
        maxLength={16}
        dir="ltr"
        className={SAUDI}
      />
      <TextField
        {...field('additional_number')}
        note={optional}
        autoComplete="off"
        inputMode="numeric"
        maxLength={16}
        dir="ltr"
        className={SAUDI}
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

/** Of the saved addresses; a phone would scroll past more to reach the card. */
const MOST_OPEN = 3

/**
 * Saved addresses as cards, and a new one whose fields open by CSS alone, so also without
 * JavaScript.
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
  errors: ErrorTexts
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
  const folded = addresses.length > MOST_OPEN + 1 ? addresses.slice(MOST_OPEN) : []
  const card = (one: Address, n: number) => (
    <AddressCard
      key={one.id}
      address={one}
      id={n === 0 ? fieldId('address_id') : undefined}
      isChosen={chosen === one.id}
      onChoose={onChoose}
      country={countryNames.get(one.country) ?? one.country}
      t={t}
    />
  )
  return (
    <>
      <ChoiceGroup
        label={t('checkout.address.choose')}
        hidden
        className="grid gap-3 md:grid-cols-2"
      >
        {addresses.slice(0, addresses.length - folded.length).map(card)}
        {folded.length > 0 && (
          <details open={folded.some((one) => one.id === chosen)} className="md:col-span-full">
            <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 type-sm strong text-link">
              {t('checkout.address.more', { count: folded.length })}
              <Icon name="chevron-down" size={16} />
            </summary>
            <div className="mt-2 grid gap-3 md:grid-cols-2">
              {folded.map((one, n) => card(one, MOST_OPEN + n))}
            </div>
          </details>
        )}
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

/**
 * Postal codes with one fixed format, by country (S5.6). Others are typed freely and checked by the
 * server.
 */
const POSTAL: Readonly<Record<string, string>> = {
  BR: '#####-###',
  CA: '@#@ #@#',
  CZ: '### ##',
  GR: '### ##',
  IE: '*** ****',
  IN: '### ###',
  JP: '###-####',
  MT: '@@@ ####',
  NL: '#### @@',
  PL: '##-###',
  PT: '####-###',
  SA: '#####-####',
  SE: '### ##',
  SK: '### ##',
  TR: '#####',
  US: '#####-####',
}

export function maskPostalCode(country: string, text: string): string {
  const mask = POSTAL[country]
  return mask === undefined ? text : applyMask(mask, text).toUpperCase()
}

/** Eleven digits. A saved number is masked and stays so until another one is typed. */
export const maskIdentityNumber = (text: string): string =>
  text.includes('•') ? text : applyMask('### ### ### ##', text)

/** Ten digits for companies, eleven for sole traders. Foreign numbers are not formatted. */
export const maskTaxNumber = (country: string, text: string): string =>
  country === 'TR' ? applyMask('### ### ### ##', text) : text

const AddressCard = ({
  address,
  id,
  isChosen,
  onChoose,
  country,
  t,
}: {
  address: Address
  id: string | undefined
  isChosen: boolean
  onChoose: (id: string) => void
  /** Its name. */
  country: string
  t: T
}) => (
  <RadioCard
    id={id}
    name="address_id"
    value={address.id}
    checked={isChosen}
    onChange={() => onChoose(address.id)}
    title={address.name}
    badge={<Badge>{t(`checkout.invoice_type.${address.invoice_type}`)}</Badge>}
  >
    <span className="line-clamp-2">
      <bdi>{address.address}</bdi>
    </span>
    <bdi>
      {[[address.zip_code, address.district].filter(Boolean).join(' '), address.city, country]
        .filter(Boolean)
        .join(', ')}
    </bdi>
  </RadioCard>
)
