import { describe, expect, test } from 'vitest'
import { findSecrets } from '#modules/catalog/rule-pack/sources.ts'
import { isPartnerToken, newPartnerToken } from './access-token.ts'

describe('partner tokens', () => {
  test('PKG-7 are recognized by prefix, length and checksum, and the rule pack finds them in a package', () => {
    const token = newPartnerToken()
    expect(token).toMatch(/^arasta_pat_[0-9A-Za-z]{46}$/)
    expect(isPartnerToken(token)).toBe(true)
    expect(findSecrets('own_token', `const key = '${token}'`)).toHaveLength(1)
  })

  test('are invalid with a changed, missing or added character', () => {
    const token = newPartnerToken()
    for (const place of [11, 30, 50, 56]) {
      const other = token[place] === 'a' ? 'b' : 'a'
      expect(isPartnerToken(token.slice(0, place) + other + token.slice(place + 1))).toBe(false)
    }
    expect(
      [token.slice(0, -1), `${token}a`, ` ${token}`, token.toUpperCase(), ''].map(isPartnerToken),
    ).toEqual(Array(5).fill(false))
  })

  test('are different each time', () => {
    expect(new Set(Array.from({ length: 200 }, newPartnerToken)).size).toBe(200)
  })
})
