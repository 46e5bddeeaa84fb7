import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCardNumber, isCardNumber, maskCards, passesLuhn } from './field-rules.ts'

const CARDS = [
  '5528790000000008',
  '4111111111111129',
  '374427000000003',
  '9792030000000000',
  '6501700194147183',
  '4900000100000002',
  '5890040000000016',
  '30569309025904',
  '2223000048400011',
]

describe('card numbers where they do not belong (I12)', () => {
  test('are found in any notation', () => {
    for (const card of CARDS) {
      const spaced = card.replace(/(.{4})(?=.)/g, '$1 ')
      for (const text of [
        card,
        spaced,
        spaced.replaceAll(' ', '-'),
        spaced.replaceAll(' ', '\u00a0'),
        `kart: ${spaced}, teşekkürler`,
        `${spaced} 12 30`,
        `x${card}y`,
        card.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
      ])
        expect(hasCardNumber(text), text).toBe(true)
    }
  })

  test('are not found in IBANs, phone, tax and identity numbers, order numbers and other long numbers', () => {
    for (const text of [
      'TR33 0006 1005 1978 6457 8413 26',
      'TR330006100519786457841326',
      'DE89 3704 0044 0532 0130 00',
      '+90 532 123 45 67',
      '0532 123 45 67',
      '10000000146',
      '1234567890',
      'AR7K2M0QX4V8N1ZC3D',
      '5528790000000009',
      '1763715600000',
      'Çekirge Mah. 1. Sok. No: 4',
      '2026-11-21 09:20:56',
      '16070',
    ])
      expect(hasCardNumber(text), text).toBe(false)
  })

  test('with any digit changed are not found', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CARDS),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (card, place, more) => {
          const at = place % card.length
          expect(
            passesLuhn(
              card.slice(0, at) + String((Number(card[at]) + more) % 10) + card.slice(at + 1),
            ),
          ).toBe(false)
        },
      ),
    )
  })

  test('are masked to the first six and last four digits, at any position of a line', () => {
    for (const card of CARDS) {
      const short = `${card.slice(0, 6)}…${card.slice(-4)}`
      expect(maskCards(card)).toBe(short)
      expect(maskCards(`{"name":"${card}"}`)).toBe(`{"name":"${short}"}`)
      expect(maskCards(`/checkout/${card.slice(0, 4)}%20${card.slice(4)}?x`)).toBe(
        `/checkout/${short}?x`,
      )
      expect(maskCards(`id 77${card} 12/30`)).not.toContain(card)
    }
    expect(maskCards('5528 7900 0000 0008 and 4111-1111-1111-1129')).toBe(
      '552879…0008 and 411111…1129',
    )
  })

  test('are masked in any surroundings', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CARDS),
        fc.string({ maxLength: 20 }),
        fc.string({ maxLength: 20 }),
        fc.constantFrom('', ' ', '-', '.', '\u00a0'),
        (card, before, after, between) => {
          const written = card.replace(/(.{4})(?=.)/g, `$1${between}`)
          const digits = maskCards(before + written + after).replace(/\D/g, '')
          expect(digits.includes(card)).toBe(false)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('security codes are masked under all their names', () => {
    for (const text of [
      'cvc=123',
      '"cvc":"123"',
      'CVV2: 1234',
      '\\"cvv\\":\\"123\\"',
      'güvenlik kodu 123',
      'security_code: 123',
    ])
      expect(maskCards(text), text).not.toMatch(/123/)
    expect(maskCards('status 404 after 123 ms')).toBe('status 404 after 123 ms')
  })

  test('lengths depend on the brand', () => {
    expect(isCardNumber('3744270000000030')).toBe(false)
    expect(isCardNumber('0000000000000000')).toBe(false)
  })
})
