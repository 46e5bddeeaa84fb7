import { describe, expect, it } from 'vitest'
import { LOCALES, type Locale } from '#lib/locale.ts'
import { agreementHash, type AgreementKind, AGREEMENTS } from './legal-texts.ts'

const KINDS = Object.keys(AGREEMENTS) as AgreementKind[]

describe('legal texts', () => {
  it('have the same parts in every language', () => {
    for (const kind of KINDS) {
      const shape = (locale: Locale) =>
        AGREEMENTS[kind].texts[locale].map((text) => [text.id, text.parts.length])
      for (const locale of LOCALES) expect(shape(locale)).toEqual(shape('tr'))
    }
  })

  it('have a stable hash per text and language', () => {
    const hashes = KINDS.flatMap((kind) => LOCALES.map((locale) => agreementHash(kind, locale)))
    expect(new Set(hashes).size).toBe(KINDS.length * LOCALES.length)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(agreementHash('distance_sale', 'tr')).toBe(agreementHash('distance_sale', 'tr'))
  })

  it('keep the words of their version', () => {
    expect(
      Object.fromEntries(
        KINDS.map((kind) => [
          `${kind} ${AGREEMENTS[kind].version}`,
          agreementHash(kind, 'tr').slice(0, 16),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      {
        "data_protection 2026-11-20": "6223d2105d3f83a7",
        "distance_sale 2026-11-21": "ee62808221075dc4",
        "immediate_delivery 2026-11-21": "f611035eec8161c6",
      }
    `)
  })
})
