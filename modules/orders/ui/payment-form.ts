import { checkFields, hasCardNumber } from '#lib/field-rules.ts'
import { digitsOf, latinDigits } from '#lib/text.ts'
import type { FieldErrors } from '#ui/use-form-check.ts'
import { addressFormOf, type ExtraField } from '../address-forms.ts'
import type { Boxes } from '../legal-texts.ts'
import { ADDRESS_RULES, checkAddress, holdsCardNumber } from '../rules.ts'
import { CARD_ID, cardField, chosenCard, findCardErrors, text } from './card-form.ts'

/** Field name → its error text. */
export type ErrorTexts = Readonly<Record<string, string>>

/**
 * The checkout form: field names, conversion to the operations' inputs, and validation. Page and
 * server use the same functions, so that both give the same errors (S5.8).
 */
export const NEW_ADDRESS = 'new'
// In the order of the page.
const ADDRESS_PARTS = [
  'invoice_type',
  'company',
  'firstname',
  'lastname',
  'tax_office',
  'tax_number',
  'identity_number',
  'registration_number',
  'email',
  'phone',
  'country',
  'province',
  'city',
  'district',
  'quarter',
  'zip_code',
  'building_number',
  'additional_number',
  'address',
  'name',
] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]
export const addressField = (part: AddressPart): string => `address.${part}`

export type ConsentKind = 'distance_sale' | 'immediate_delivery' | 'data_protection' | 'permissions'
/** A box of the form: of a bundle's items, each has its own for its permissions. */
export type ConsentBoxKind = ConsentKind | `permissions.${string}`
export const consentField = (kind: ConsentBoxKind): string => `consent.${kind}`

/** In the payment form the applied coupon, in the coupon form the typed one. */
export const COUPON_FIELD = 'coupon_code'
/** A coupon made the order free: only consents are needed. */
export const isFreeForm = (form: FormData): boolean => form.get('total') === '0'

interface AddressGiven {
  name: string
  invoice_type: 'individual' | 'institutional'
  tax_office?: string
  tax_number?: string
  address: string
  city: string
  district?: string
  country: string
  zip_code?: string
  firstname?: string
  lastname?: string
  phone: string
  company?: string
  identity_number?: string
  registration_number?: string
  building_number?: string
  additional_number?: string
  email: string
}

/** A saved address: the same fields, null where empty (S3.1). */
type AddressSaved = {
  [Field in keyof AddressGiven]:
    | Exclude<AddressGiven[Field], undefined>
    | (undefined extends AddressGiven[Field] ? null : never)
}

/** Türkiye has lists of provinces and districts; elsewhere both are typed. */
const listedPart = (part: AddressPart, country: string): AddressPart =>
  part === 'city' && country === 'TR'
    ? 'province'
    : part === 'district' && country !== 'TR'
      ? 'quarter'
      : part

/**
 * Only the fields of the chosen invoice type and country; the page hides the others without
 * emptying them.
 */
export function readAddress(form: FormData): AddressGiven {
  const part = (name: AddressPart) => text(form, addressField(name))
  const country = part('country')
  const { extra } = addressFormOf(country)
  const only = (...names: ExtraField[]) =>
    Object.fromEntries(
      names.flatMap((name) =>
        extra.includes(name) ? [[name, part(listedPart(name, country))]] : [],
      ),
    ) as Partial<Record<ExtraField, string>>
  const person = [part('firstname'), part('lastname')].filter(Boolean).join(' ')
  const shared = {
    address: part('address'),
    country,
    zip_code: part('zip_code'),
    phone: part('phone'),
    email: part('email'),
    city: part(listedPart('city', country)),
    ...only('district', 'building_number', 'additional_number'),
  }
  if (part('invoice_type') === 'institutional') {
    return {
      ...shared,
      invoice_type: 'institutional',
      name: part('name') || part('company'),
      company: part('company'),
      tax_number: part('tax_number'),
      ...only('tax_office', 'registration_number'),
    }
  }
  return {
    ...shared,
    invoice_type: 'individual',
    name: part('name') || person,
    firstname: part('firstname'),
    lastname: part('lastname'),
    ...only('identity_number'),
  }
}

/** The version that the page shows of a text that is agreed to by paying, without a box. */
export const shownField = (kind: ConsentKind): string => `shown.${kind}`

/**
 * The ticked consents with the versions of their texts, and those agreed to by paying: what `boxes`
 * (`consentsFor`) does not ask for.
 */
export function readConsents(
  form: FormData,
  boxes: readonly ConsentBoxKind[],
): { kind: ConsentKind; version: string; item?: string }[] {
  const ofItems = boxes.flatMap((box) => {
    const item = itemOfBox(box)
    const version = text(form, consentField(box))
    return item === null || version === '' ? [] : [{ kind: 'permissions' as const, version, item }]
  })
  const others = (
    ['distance_sale', 'immediate_delivery', 'data_protection', 'permissions'] as const
  ).flatMap((kind) => {
    const ticked = text(form, consentField(kind))
    const version = ticked === '' && !boxes.includes(kind) ? text(form, shownField(kind)) : ticked
    return version === '' ? [] : [{ kind, version }]
  })
  return [...others, ...ofItems]
}

/** The item whose permissions a box of a bundle asks for. */
export const itemOfBox = (box: string): string | null =>
  /^permissions\.(.+)$/.exec(box)?.[1] ?? null

/** The card fields that contain no card data. */
const PLAIN: readonly string[] = (['name', 'secure_3d', 'store_card', 'store_name'] as const).map(
  cardField,
)

/**
 * The boxes that must be ticked. `saved`: addresses to choose from; an order that costs nothing has
 * no address, and is no sale to a consumer.
 */
export function consentsFor(
  form: FormData,
  { permissions, boxes }: AskedConsents,
  saved: readonly { id: string; invoice_type: string }[],
): ConsentBoxKind[] {
  const chosen = saved.find((one) => one.id === text(form, 'address_id'))
  const kind =
    text(form, 'editing') !== '' || !chosen
      ? text(form, addressField('invoice_type'))
      : chosen.invoice_type
  const isPerson = !isFreeForm(form) && kind !== 'institutional'
  return [
    ...permissionBoxes(permissions),
    ...(['distance_sale', 'immediate_delivery', 'data_protection'] as const).filter(
      (one) => boxes[one] === 'everybody' || (boxes[one] === 'individuals' && isPerson),
    ),
  ]
}

const permissionBoxes = (permissions: AskedConsents['permissions']): ConsentBoxKind[] =>
  typeof permissions === 'boolean'
    ? permissions
      ? ['permissions']
      : []
    : permissions.map((item) => `permissions.${item}` as const)

export interface AskedConsents {
  /** Of a bundle: the ids of the items that ask for some. */
  permissions: boolean | readonly string[]
  boxes: Boxes
}

/**
 * Values that may be rendered again: everything but card data, and no card number from any field.
 */
export function keepable(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [name, value] of form) {
    const secret = name.startsWith('card.') && !PLAIN.includes(name)
    if (
      typeof value === 'string' &&
      !secret &&
      !hasCardNumber(value) &&
      !(name === cardField('store_name') && holdsCardNumber(value))
    )
      values[name] = value.slice(0, 500)
  }
  return values
}

/** Maps inputs named by refusals (`tax_number`, `card.expiry_year`) to fields of the page. */
export function fieldOfInput(
  path: string,
  operation: 'address' | 'payment',
  country: string,
): string {
  if (operation === 'address') return addressField(listedPart(path as AddressPart, country))
  if (path.startsWith('card.expiry')) return cardField('expiry')
  if (path === 'saved_card_id') return CARD_ID
  const consent = /^consents\.?(\w*)/.exec(path)
  return consent ? consentField((consent[1] || 'distance_sale') as ConsentKind) : path
}

/** Nothing was typed into a new address yet; some fields are prefilled (S5.1). */
const isUnwritten = (form: FormData): boolean => {
  const { address, city, zip_code: zip } = readAddress(form)
  return [address, city, zip].every((part) => !part)
}

/** All errors of the form in the order of the page, without side effects. */
export function findMistakes(
  form: FormData,
  consents: readonly ConsentBoxKind[],
  now: Date,
): FieldErrors {
  const free = isFreeForm(form)
  const writesAddress = text(form, 'address_id') === NEW_ADDRESS || text(form, 'editing') !== ''
  return {
    ...(!free &&
      (text(form, 'address_id') === '' || (writesAddress && isUnwritten(form))) && {
        address_id: { code: 'checkout.address_required' },
      }),
    ...(!free && writesAddress && findAddressErrors(form)),
    ...(!free && chosenCard(form) === null && findCardErrors(form, now)),
    ...Object.fromEntries(
      consents
        .filter((kind) => text(form, consentField(kind)) === '')
        .map((kind) => [
          consentField(kind),
          {
            code:
              kind === 'permissions' || itemOfBox(kind) !== null
                ? 'checkout.permissions_required'
                : 'checkout.consent_required',
          },
        ]),
    ),
  }
}

/**
 * What is told when the form is sent: of an address of which nothing is typed, and of the card
 * then, only where to begin. A list of every empty field helps nobody.
 */
export const firstStep = (found: FieldErrors): FieldErrors =>
  found.address_id === undefined
    ? found
    : Object.fromEntries(
        Object.entries(found).filter(
          ([name]) =>
            !name.startsWith('address.') &&
            (!name.startsWith('card.') || name === cardField('number')),
        ),
      )

const NOTHING = {
  tax_office: undefined,
  registration_number: undefined,
  building_number: undefined,
  additional_number: undefined,
  district: undefined,
  firstname: undefined,
  lastname: undefined,
  company: undefined,
}

export function findAddressErrors(form: FormData): FieldErrors {
  const given = readAddress(form)
  const bare = (value: string | undefined) => latinDigits(value ?? '').replace(/[\s-]/g, '')
  // A masked identity number keeps the stored one.
  const identity = given.identity_number?.includes('•') ? '' : bare(given.identity_number)
  // An address without a name is named after its person or company.
  const named: AddressGiven = { ...given, name: given.name || '-' }
  const found = {
    ...checkAddress({
      ...NOTHING,
      ...given,
      tax_number: bare(given.tax_number),
      identity_number: identity,
      zip_code: bare(given.zip_code),
      registration_number: bare(given.registration_number),
      building_number: bare(given.building_number),
      additional_number: bare(given.additional_number),
    }),
    ...checkFields(ADDRESS_RULES, (part) => named[part as keyof AddressGiven] ?? ''),
  }
  return inPageOrder(
    Object.fromEntries(
      Object.entries(found).map(([path, message]) => [
        fieldOfInput(path, 'address', given.country),
        message,
      ]),
    ),
  )
}

const inPageOrder = (fieldErrors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    ADDRESS_PARTS.map(addressField).flatMap((name) =>
      fieldErrors[name] ? [[name, fieldErrors[name]]] : [],
    ),
  )

/** A saved address as form values. */
export function givenOf(
  address: Partial<AddressSaved> & Pick<AddressSaved, 'country' | 'city'>,
): Record<string, string> {
  const home = address.country === 'TR'
  const values: Partial<Record<AddressPart, string | null>> = {
    ...address,
    province: home ? address.city : '',
    city: home ? '' : address.city,
    district: home ? (address.district ?? '') : '',
    quarter: home ? '' : (address.district ?? ''),
  }
  return Object.fromEntries(ADDRESS_PARTS.map((part) => [addressField(part), values[part] ?? '']))
}

/** Prevents saving the same address twice when a form is sent twice. */
export function isSameAddress(saved: AddressSaved, given: AddressGiven): boolean {
  const plain = (value: string | null | undefined) => (value ?? '').trim()
  const bare = (value: string | null | undefined) => latinDigits(value ?? '').replace(/[\s-]/g, '')
  return (
    (
      [
        'invoice_type',
        'name',
        'firstname',
        'lastname',
        'company',
        'tax_office',
        'email',
        'country',
        'city',
        'district',
        'zip_code',
        'address',
        'registration_number',
        'building_number',
        'additional_number',
      ] as const
    ).every((part) => plain(saved[part]) === plain(given[part])) &&
    bare(saved.tax_number) === bare(given.tax_number) &&
    bare(saved.identity_number).slice(-2) === bare(given.identity_number).slice(-2) &&
    digitsOf(saved.phone).slice(-7) === digitsOf(given.phone).slice(-7)
  )
}
