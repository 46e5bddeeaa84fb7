/**
 * What the invoice addresses of a country have beyond the fields of every country (D9). Pages show
 * `extra` fields in that country only; what is `required` there is optional or absent elsewhere.
 */
export interface AddressForm {
  extra: readonly ExtraField[]
  required: { everybody: readonly string[]; companies: readonly string[] }
  /** Digits that a field must have, where their number is fixed. */
  digits?: Readonly<Record<string, number>>
}

export const EXTRA_FIELDS = [
  'tax_office',
  'identity_number',
  'registration_number',
  'building_number',
  'additional_number',
  'district',
] as const
export type ExtraField = (typeof EXTRA_FIELDS)[number]

const FORMS: Readonly<Record<string, AddressForm>> = {
  TR: {
    extra: ['tax_office', 'identity_number', 'district'],
    required: {
      everybody: ['district', 'zip_code'],
      companies: ['tax_office', 'tax_number'],
    },
  },
  // § 14 (4) UStG: the full address.
  DE: { extra: [], required: { everybody: ['zip_code'], companies: [] } },
  // The national address that ZATCA wants on tax invoices to companies.
  SA: {
    extra: ['registration_number', 'building_number', 'additional_number', 'district'],
    required: { everybody: [], companies: ['building_number', 'district', 'zip_code'] },
    digits: { registration_number: 10, building_number: 4, additional_number: 4 },
  },
}

const PLAIN: AddressForm = { extra: [], required: { everybody: [], companies: [] } }

export const addressFormOf = (country: string): AddressForm => FORMS[country] ?? PLAIN
