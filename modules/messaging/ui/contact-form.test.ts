import { describe, expect, it } from 'vitest'
import { sendContact } from '../contract.ts'
import {
  findContactErrors,
  isTooFast,
  isHoneypotFilled,
  keptContact,
  OPENED_FIELD,
  readContact,
  HONEYPOT_FIELD,
} from './contact-form.ts'

const formOf = (values: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}
const GIVEN = {
  fullname: 'Ayşe Işık',
  email: 'ayse@shop.example',
  phone: '',
  subject: 'Soru',
  message: 'Merhaba, bir sorum var.',
}

describe('S2.26 the contact form', () => {
  it("matches the operation's input; an empty phone is omitted", () => {
    expect(sendContact.body?.parse(readContact(formOf(GIVEN)))).toEqual({
      fullname: 'Ayşe Işık',
      email: 'ayse@shop.example',
      subject: 'Soru',
      message: 'Merhaba, bir sorum var.',
    })
    expect(readContact(formOf({ ...GIVEN, phone: '0532 123 45 67' })).phone).toBe('0532 123 45 67')
  })

  it('S5.7 names the errors, field by field in page order', () => {
    expect(
      Object.entries(findContactErrors(formOf({ email: 'nobody', message: 'kısa' }))).map(
        ([name, { code }]) => [name, code],
      ),
    ).toEqual([
      ['fullname', 'field.required'],
      ['email', 'field.email'],
      ['subject', 'field.required'],
      ['message', 'field.min'],
    ])
    expect(findContactErrors(formOf({ ...GIVEN, phone: '٠٥٣٢ ١٢٣ ٤٥ ٦٧' }))).toEqual({})
  })

  it('detects a robot by the honeypot, and by an answer faster than reading', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    expect(isHoneypotFilled(formOf({ ...GIVEN, [HONEYPOT_FIELD]: 'http://spam.example' }))).toBe(
      true,
    )
    expect(isHoneypotFilled(formOf({ ...GIVEN, [HONEYPOT_FIELD]: '' }))).toBe(false)
    expect(isTooFast(formOf({ [OPENED_FIELD]: String(now.getTime() - 900) }), now)).toBe(true)
    expect(isTooFast(formOf({ [OPENED_FIELD]: String(now.getTime() - 9000) }), now)).toBe(false)
    for (const nonsense of ['', 'soon', '-1', '0'])
      expect(isTooFast(formOf({ [OPENED_FIELD]: nonsense }), now)).toBe(false)
  })

  it('keeps the typed values only', () => {
    expect(keptContact(formOf({ ...GIVEN, evil: 'x' }))).toEqual(GIVEN)
  })
})
