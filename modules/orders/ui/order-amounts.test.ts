import { describe, expect, it } from 'vitest'
import { makeTranslate } from '#lib/locale.ts'
import type { MessageKey } from '#locales/keys.ts'
import { amountText, installmentLines, orderLines } from './order-amounts.ts'
import { readAllMessages } from '#locales/read.ts'

const messages = readAllMessages('tr')

const t = makeTranslate<MessageKey>(messages, 'tr')
const ORDER = {
  subtotal: 208.25,
  discount: 0,
  tax: 41.65,
  tax_rate: 20,
  tax_exemption: null,
  coupon_code: null,
  currency: 'TRY',
} as const

describe('S2.24 the order summary', () => {
  it('has subtotal, tax with rate and, for installments, the surcharge', () => {
    expect(orderLines(ORDER, t)).toEqual([
      { label: 'Ara toplam', amount: '₺208,25' },
      { label: 'KDV %20', amount: '₺41,65' },
    ])
    expect(installmentLines({ count: 6, surcharge: 11.25 }, 'TRY', t)).toEqual([
      { label: 'Vade farkı (6 taksit)', amount: '₺11,25' },
    ])
  })

  it('omits empty lines', () => {
    expect(installmentLines({ count: 3, surcharge: 0 }, 'TRY', t)).toEqual([])
    expect(installmentLines(null, 'TRY', t)).toEqual([])
  })

  it('name no rate of tax where items have different ones', () => {
    const lines = [{ tax_rate: ORDER.tax_rate }, { tax_rate: ORDER.tax_rate + 1 }]
    const labels = orderLines({ ...ORDER, lines }, t).map((line) => line.label)
    expect(labels.at(-1)).toBe(t('checkout.tax_of_several'))
  })

  it('names the coupon beside its discount, with a minus sign', () => {
    const [, coupon] = orderLines({ ...ORDER, discount: 20, coupon_code: 'BAHAR20' }, t)
    expect(coupon).toEqual({ label: 'Kupon BAHAR20', amount: '−₺20,00', discount: true })
  })

  it('adds up to the minor unit, although the API uses major units', () => {
    expect(amountText(249.9 + 11.25, 'TRY')).toBe('₺261,15')
    expect(amountText(0.1 + 0.2, 'TRY')).toBe('₺0,30')
  })
})
