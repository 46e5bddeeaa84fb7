import { EU_COUNTRIES } from '#lib/countries.ts'
import { canonicalJson, sha256Hex } from '#lib/ids.ts'
import { type ByLocale, type Locale, forEachLocale, inLanguage } from '#lib/locale.ts'
import type { LegalText } from './fill-texts.ts'
import { clausesIn, withClauses } from './legal/clauses.ts'
import * as general from './legal/general.ts'
import * as turkish from './legal/turkish.ts'

export interface Agreement {
  version: string
  /** The documents behind one checkbox, per language. */
  texts: Record<Locale, readonly LegalText[]>
}

const inEveryLanguage = (...documents: ByLocale<LegalText>[]): Agreement['texts'] =>
  forEachLocale((locale) => documents.map((document) => inLanguage(document, locale)))

/** Of an operator in Türkiye. */
export const AGREEMENTS = {
  distance_sale: {
    version: '2026-11-21',
    texts: inEveryLanguage(turkish.preInformation, turkish.distanceContract),
  },
  /** Only for individuals, who are consumers. */
  immediate_delivery: { version: '2026-11-21', texts: inEveryLanguage(turkish.immediateDelivery) },
  data_protection: { version: '2026-11-20', texts: inEveryLanguage(turkish.dataProtection) },
} as const satisfies Record<string, Agreement>
export type AgreementKind = keyof typeof AGREEMENTS
export type Agreements = Readonly<Record<AgreementKind, Agreement>>

const GENERAL_VERSION = '2026-11-26'

/** The general texts with the clauses of a country. */
function generalAgreements(country: string): Agreements {
  const agreement = (...documents: ByLocale<LegalText>[]): Agreement => ({
    version: `${GENERAL_VERSION} ${country}`,
    texts: forEachLocale((locale) =>
      documents.map((document) => {
        const { parts, ...text } = inLanguage(document, locale)
        const clauses = clausesIn(country, locale)
        return {
          ...text,
          parts: parts.map((part) => ({ ...part, text: withClauses(part.text, clauses) })),
        }
      }),
    ),
  })
  return {
    distance_sale: agreement(general.preInformation, general.salesContract),
    immediate_delivery: agreement(general.immediateDelivery),
    data_protection: agreement(general.dataProtection),
  }
}

const byCountry = new Map<string, Agreements>([['TR', AGREEMENTS]])

/** The agreements of a market whose operator is in a country (ISO 3166-1 alpha-2). */
export function agreementsIn(country: string): Agreements {
  let agreements = byCountry.get(country)
  if (!agreements) {
    agreements = generalAgreements(country)
    byCountry.set(country, agreements)
  }
  return agreements
}

/**
 * Whom the law of the seller's country has tick a box of their own; the others agree by paying, or
 * are only informed (docs/decisions/0069-boxes-by-country.md).
 */
export type BoxFor = 'everybody' | 'individuals' | 'nobody'
export type Boxes = Readonly<Record<AgreementKind, BoxFor>>

const CONSUMERS_AT_ONCE: Boxes = {
  distance_sale: 'nobody',
  immediate_delivery: 'individuals',
  data_protection: 'nobody',
}
const BOXES_BY_COUNTRY: Readonly<Record<string, Boxes>> = {
  TR: {
    distance_sale: 'individuals',
    immediate_delivery: 'individuals',
    data_protection: 'everybody',
  },
  SA: CONSUMERS_AT_ONCE,
}
/** Where the law was not looked up, all are asked for. */
const ALL_BOXES: Boxes = {
  distance_sale: 'everybody',
  immediate_delivery: 'individuals',
  data_protection: 'everybody',
}

export const boxesIn = (country: string): Boxes =>
  BOXES_BY_COUNTRY[country] ?? (EU_COUNTRIES.includes(country) ? CONSUMERS_AT_ONCE : ALL_BOXES)

/** An agreement as it is shown, stored and hashed. */
export const shownAgreement = (
  kind: AgreementKind,
  locale: Locale,
  { version, texts }: Agreement,
  shown: readonly LegalText[] = texts[locale],
) => ({ kind, version, locale, texts: shown })

/** SHA-256 (hex), stored with the consent as its proof. */
export const agreementHash = (
  kind: AgreementKind,
  locale: Locale,
  agreement: Agreement = AGREEMENTS[kind],
): string => sha256Hex(canonicalJson(shownAgreement(kind, locale, agreement)))
