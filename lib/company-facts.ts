import { EU_COUNTRIES } from './countries.ts'

/**
 * What legal texts and invoices say of a company beside its name, address and mail. `register`: its
 * entry, with the court or chamber that keeps it. `directors`: who represents it. `mersis`, `kep`:
 * number in Türkiye's register and registered e-mail address.
 */
export const COMPANY_FACTS = [
  'taxOffice',
  'taxNumber',
  'vatId',
  'register',
  'directors',
  'mersis',
  'kep',
  'phone',
] as const
export type CompanyFact = (typeof COMPANY_FACTS)[number]
export type CompanyFacts = { [Fact in CompanyFact]?: string }

/** Who runs the market. `country`: ISO 3166-1 alpha-2, decides which facts and legal texts it has. */
export interface Operator extends CompanyFacts {
  name: string
  address: string
  mail: string
  country: string
}

const BY_COUNTRY: Readonly<Record<string, readonly CompanyFact[]>> = {
  TR: ['taxOffice', 'taxNumber', 'mersis', 'kep', 'phone'],
  // § 5 DDG, § 14 UStG
  DE: ['register', 'directors', 'vatId', 'taxNumber', 'phone'],
  SA: ['register', 'vatId', 'phone'],
}
const IN_THE_EU: readonly CompanyFact[] = ['register', 'directors', 'vatId', 'phone']
const ELSEWHERE: readonly CompanyFact[] = ['register', 'taxNumber', 'phone']

/** The facts of companies in a country (ISO 3166-1 alpha-2), in the order of the form. */
export const companyFactsIn = (country: string): readonly CompanyFact[] =>
  BY_COUNTRY[country] ?? (EU_COUNTRIES.includes(country) ? IN_THE_EU : ELSEWHERE)

/** How a fact is written in a country, where that is fixed; VAT ids are checked with `isVatNumber`. */
const FORMS: Readonly<Record<string, { [Fact in CompanyFact]?: RegExp }>> = {
  TR: { taxNumber: /^[0-9A-Z-]{5,20}$/, mersis: /^\d{16}$/ },
  DE: { taxNumber: /^(?:\d{2,3}[ /]\d{3,4}[ /]\d{4,5}|\d{10,13})$/ },
  SA: { register: /^\d{10}$/ },
}

/** Whether a text can be a fact of companies in a country. Empty texts are. */
export const isCompanyFact = (country: string, fact: CompanyFact, text: string): boolean =>
  text === '' || (FORMS[country]?.[fact]?.test(text) ?? true)
