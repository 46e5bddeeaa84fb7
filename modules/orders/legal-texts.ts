import { canonicalJson } from '#lib/canonical-json.ts'
import { sha256Hex } from '#lib/ids.ts'
import type { Locale } from '#lib/locale.ts'
import { dataProtection } from './legal/data-protection.ts'
import { distanceContract } from './legal/distance-contract.ts'
import { immediateDelivery } from './legal/immediate-delivery.ts'
import type { LegalText } from './legal/legal-text.ts'
import { preInformation } from './legal/pre-information.ts'

export interface Agreement {
  version: string
  /** The documents behind one box, per language. */
  texts: Record<Locale, readonly LegalText[]>
}

const inEveryLanguage = (...documents: Record<Locale, LegalText>[]): Agreement['texts'] => ({
  tr: documents.map((document) => document.tr),
  en: documents.map((document) => document.en),
  ar: documents.map((document) => document.ar),
})

export const AGREEMENTS = {
  distance_sale: {
    version: '2026-11-21',
    texts: inEveryLanguage(preInformation, distanceContract),
  },
  /** Of individuals only: they are consumers. */
  immediate_delivery: { version: '2026-11-21', texts: inEveryLanguage(immediateDelivery) },
  data_protection: { version: '2026-11-20', texts: inEveryLanguage(dataProtection) },
} as const satisfies Record<string, Agreement>
export type AgreementKind = keyof typeof AGREEMENTS

/** Exactly what was shown: as it is kept, each once, and as it is hashed. */
export const shownAgreement = (
  kind: AgreementKind,
  locale: Locale,
  texts: readonly LegalText[] = AGREEMENTS[kind].texts[locale],
) => ({ kind, version: AGREEMENTS[kind].version, locale, texts })

/** SHA-256 (hex) of it: kept with the consent as its proof. */
export const agreementHash = (
  kind: AgreementKind,
  locale: Locale,
  texts?: readonly LegalText[],
): string => sha256Hex(canonicalJson(shownAgreement(kind, locale, texts)))
