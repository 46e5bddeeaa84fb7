import { describe, expect, it } from 'vitest'
import {
  type FieldErrors,
  fieldErrorsAfter,
  serverErrorsOf,
  withServerErrors,
} from './use-form-check.ts'

const REQUIRED = { code: 'field.required' }
const EMAIL = { code: 'field.email' }
const found: FieldErrors = { name: REQUIRED, email: EMAIL }
const formOf = (values: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}

describe('S5.8 when a form says what is wrong', () => {
  it('not on input: nothing is said, nothing is taken back, nothing is even looked at', () => {
    const look = () => {
      throw new Error('looked while somebody typed')
    }
    expect(fieldErrorsAfter('input', 'email', {}, look)).toEqual({})
    expect(fieldErrorsAfter('input', 'email', { email: EMAIL }, look)).toEqual({ email: EMAIL })
  })

  it('on blur and on change: of this field alone', () => {
    for (const happening of ['blur', 'change'] as const) {
      expect(fieldErrorsAfter(happening, 'email', {}, () => found)).toEqual({ email: EMAIL })
      expect(fieldErrorsAfter(happening, 'phone', {}, () => found)).toEqual({})
    }
  })

  it('takes back what is right now, also where another field was the cause', () => {
    expect(fieldErrorsAfter('change', 'email', { email: EMAIL }, () => ({}))).toEqual({})
    expect(
      fieldErrorsAfter('change', 'country', { name: REQUIRED, zip_code: REQUIRED }, () => ({
        name: REQUIRED,
        email: EMAIL,
      })),
    ).toEqual({ name: REQUIRED })
  })

  it('on model update: says nothing new, but what it says is true of the new values', () => {
    expect(
      fieldErrorsAfter('update', '', { name: REQUIRED }, () => ({
        name: { code: 'field.min', params: { n: 3 } },
        email: EMAIL,
      })),
    ).toEqual({ name: { code: 'field.min', params: { n: 3 } } })
  })

  it('on submit: everything, in the order of the page', () => {
    expect(Object.keys(fieldErrorsAfter('submit', '', {}, () => found))).toEqual(['name', 'email'])
  })

  it('keeps an error from the server until the value changes', () => {
    const phone = { code: 'field.phone' }
    const serverErrors = serverErrorsOf({ phone }, formOf({ phone: '+90 111' }))
    expect(withServerErrors({}, serverErrors, formOf({ phone: '+90 111' }))).toEqual({ phone })
    expect(withServerErrors({}, serverErrors, formOf({ phone: '+90 532 123 45 67' }))).toEqual({})
    expect(
      withServerErrors({ phone: REQUIRED }, serverErrors, formOf({ phone: '+90 111' })),
    ).toEqual({
      phone: REQUIRED,
    })
  })
})
