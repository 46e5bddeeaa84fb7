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
  it('is what the operation takes; an empty phone is none', () => {
    expect(sendContact.body?.parse(readContact(formOf(GIVEN)))).toEqual({
      fullname: 'Ayşe Işık',
      email: 'ayse@shop.example',
      subject: 'Soru',
      message: 'Merhaba, bir sorum var.',
    })
    expect(readContact(formOf({ ...GIVEN, phone: '0532 123 45 67' })).phone).toBe('0532 123 45 67')
  })

  it('S5.7 names what is wrong, field by field in the order of the page', () => {
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

  it('knows a robot by the field that nobody sees, and a page that was answered before it could be read', () => {
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

  it('keeps what was typed, and nothing else that was sent', () => {
    expect(keptContact(formOf({ ...GIVEN, evil: 'x' }))).toEqual(GIVEN)
  })
})
