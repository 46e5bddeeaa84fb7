import type { FieldMessage } from '#lib/refusal.ts'
import { CODE_DIGITS, readCode, SHARED_CODE_DIGITS } from '../one-time-code.ts'
import { isShopAddress } from '#lib/shop-address.ts'

const CODE = new RegExp(`^(?:\\d{${CODE_DIGITS}}|\\d{${SHARED_CODE_DIGITS}})$`)

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * S5.8, S2.20: whether there can be such a shop; whether there is one is told to nobody here (D6).
 */
export function findShopAddressErrors(form: FormData): Record<string, FieldMessage> {
  const address = textOf(form, 'address')
  if (address.trim() === '') return { address: { code: 'field.required' } }
  return isShopAddress(address) ? {} : { address: { code: 'field.shop_address' } }
}

/** S5.8, S2.21. */
export function findCodeErrors(form: FormData): Record<string, FieldMessage> {
  const code = readCode(textOf(form, 'code'))
  if (code === '') return { code: { code: 'field.required' } }
  return CODE.test(code) ? {} : { code: { code: 'field.code' } }
}
