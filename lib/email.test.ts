import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ADDRESSES_WITHOUT_DNS_RECORD,
  NO_ADDRESSES,
  ODD_ADDRESSES,
  PLAIN_ADDRESSES,
} from './email-cases.support.ts'
import { isEmail } from './email.ts'
import { isOneAddress, looksLikeEmail } from './field-rules.ts'
import { emailField } from './field-schema.ts'

const ALL = [...PLAIN_ADDRESSES, ...ADDRESSES_WITHOUT_DNS_RECORD, ...ODD_ADDRESSES, ...NO_ADDRESSES]

describe('S5.7 an e-mail address', () => {
  test('is accepted when it is plain, in letters of every language', () => {
    for (const address of [
      ...PLAIN_ADDRESSES,
      'ayşe+etiket@örnek.com.tr',
      'متجر@مثال.إختبار',
      "o'neil@shop.example",
      'a@b.co',
    ])
      expect(isEmail(address), address).toBe(true)
  })

  test('is refused when invalid, or when it needs quotes, comments or an address literal', () => {
    expect([...ODD_ADDRESSES, ...NO_ADDRESSES].filter(isEmail)).toEqual([])
  })

  test('is refused by the library where a loose pattern would pass it', () => {
    const long = `${'a'.repeat(64)}@${'b'.repeat(63)}.com`
    expect([long, `a${long}`, `${'a'.repeat(64)}@b${'b'.repeat(63)}.com`].map(isEmail)).toEqual([
      true,
      false,
      false,
    ])
    for (const address of ['a@under_score.com', 'a@b.c', 'a@b!.com', 'ab@xn--.'])
      expect(isEmail(address), address).toBe(false)
  })

  test('that the server accepts is never refused by the page', () => {
    expect(ALL.filter((address) => isEmail(address) && !looksLikeEmail(address))).toEqual([])
    fc.assert(
      fc.property(fc.emailAddress(), (address) => looksLikeEmail(address) || !isEmail(address)),
    )
  })

  test('refused by the page is invalid; of the known cases the page misses few', () => {
    expect(PLAIN_ADDRESSES.filter((address) => !looksLikeEmail(address))).toEqual([])
    expect([...ODD_ADDRESSES, ...NO_ADDRESSES].filter(looksLikeEmail).length).toBeLessThan(10)
    for (const address of [
      'a@iana..com',
      '.a@iana.org',
      'a.@iana.org',
      'a@-iana.org',
      'a@iana-.org',
      'a@iana.org-',
      'a@255.255.255.255',
    ])
      expect(looksLikeEmail(address), address).toBe(false)
  })

  test('is limited in length before it is parsed', () => {
    for (const check of [isOneAddress, looksLikeEmail, isEmail])
      expect(check(`${'a.'.repeat(500_000)}@b.co`)).toBe(false)
  })

  test('is checked on the server by the schema of the field', () => {
    const found = (text: string) => emailField().safeParse(text).error?.issues[0]?.message
    expect([found('a@b.co'), found(''), found('a@under_score.com')]).toEqual([
      undefined,
      'field.required',
      'field.email',
    ])
  })
})
