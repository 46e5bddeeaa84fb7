import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatAmount } from '#lib/money.ts'
import { Amount } from './amount.tsx'

const shown = (text: string) =>
  renderToStaticMarkup(createElement(Amount, { text })).replace(/ class="[^"]*"/, '')

test('an amount in riyal keeps its figure left to right and its letters outside', () => {
  expect(shown(formatAmount(9900, 'SAR'))).toBe('<span><bdi dir="ltr">99.00</bdi> ر.س</span>')
  expect(shown('−9.90 ر.س')).toBe('<span><bdi dir="ltr">−9.90</bdi> ر.س</span>')
})

test('a sign before or after the figure is isolated with it', () => {
  expect(shown(formatAmount(124990, 'TRY'))).toBe('<span><bdi dir="ltr">₺1.249,90</bdi></span>')
  expect(shown(formatAmount(2450, 'EUR'))).toBe('<span><bdi dir="ltr">24,50 €</bdi></span>')
  expect(shown('−₺24,99')).toBe('<span><bdi dir="ltr">−₺24,99</bdi></span>')
})

test('words for a price are left as they are', () => {
  expect(shown('Ücretsiz')).toBe('<span>Ücretsiz</span>')
})
