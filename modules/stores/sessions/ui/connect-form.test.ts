import { expect, test } from 'vitest'
import { findCodeErrors, findShopAddressErrors } from './connect-form.ts'

const formOf = (name: string, value: string) => {
  const form = new FormData()
  form.set(name, value)
  return form
}

test('S5.7 S2.20 the address of a shop is asked for, and must be able to be one', () => {
  expect(findShopAddressErrors(new FormData())).toEqual({ address: { code: 'field.required' } })
  expect(findShopAddressErrors(formOf('address', '  '))).toEqual({
    address: { code: 'field.required' },
  })
  for (const wrong of ['10.0.0.1', 'shop', 'me@shop.example', 'ftp://shop.example'])
    expect(findShopAddressErrors(formOf('address', wrong)), wrong).toEqual({
      address: { code: 'field.shop_address' },
    })
  for (const right of ['shop.example', 'HTTPS://www.Mağazam.com/ürünler?x=1'])
    expect(findShopAddressErrors(formOf('address', right)), right).toEqual({})
})

test('S5.7 S2.21 a code has six digits, of any keyboard, with or without a space', () => {
  expect(findCodeErrors(formOf('code', ' '))).toEqual({ code: { code: 'field.required' } })
  for (const wrong of ['12345', '1234567', 'abcdef'])
    expect(findCodeErrors(formOf('code', wrong)), wrong).toEqual({ code: { code: 'field.code' } })
  for (const right of ['402913', '402 913', '٤٠٢٩١٣'])
    expect(findCodeErrors(formOf('code', right)), right).toEqual({})
})
