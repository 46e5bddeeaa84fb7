import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BEHAVIOURS, brandOf, KNOWN_CARDS, ownNumber, passesLuhn, planOf, STEPS } from './cards.ts'

describe('test cards', () => {
  it('every number passes Luhn, stands once, and has a brand', () => {
    const numbers = KNOWN_CARDS.map((card) => card.number)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (const number of numbers) {
      expect(passesLuhn(number), number).toBe(true)
      expect(brandOf(number), number).not.toBe('unknown')
    }
    expect(new Set(numbers.map(brandOf))).toEqual(new Set(['visa', 'mastercard', 'troy', 'amex']))
  })

  it('every behaviour has a number of its own at every step where it can happen', () => {
    const numbers = new Set<string>()
    for (const [code, { fault }] of Object.entries(BEHAVIOURS)) {
      for (const at of STEPS) {
        const possible =
          at === 'charge' || (fault !== undefined && !/^(notice|return)_/.test(fault))
        if (!possible) {
          expect(() => ownNumber(code, at), `${code} ${at}`).toThrow(/no such behaviour/)
          continue
        }
        for (const everyTime of [false, true]) {
          const number = ownNumber(code, at, { everyTime })
          expect(passesLuhn(number)).toBe(true)
          expect(planOf(number)?.fault).toEqual(fault && { kind: fault, at, everyTime })
          numbers.add(number)
        }
      }
    }
    expect(numbers.size).toBeGreaterThan(100)
  })

  it('stand in the protocol page, every one', () => {
    const text = readFileSync(
      join(import.meta.dirname, '../../docs/protocols/sandbox-bank.md'),
      'utf8',
    )
    const own = Object.keys(BEHAVIOURS)
      .filter((code) => code !== '00')
      .map((code) => ownNumber(code))
    own.push(ownNumber('00', 'charge', { noChallengeInAuto: true }))
    for (const number of [...KNOWN_CARDS.map((card) => card.number), ...own]) {
      expect(text, number).toContain(`\`${number}\``)
    }
  })

  it('a number that is in no table has no plan: real cards are never taken', () => {
    const others = ['4242424242424242', '5555555555554444', '378282246310005', '4111111111111111']
    for (const number of [...others, '4900000000000004', '4900009900000001', '']) {
      expect(planOf(number), number).toBeNull()
    }
  })
})
