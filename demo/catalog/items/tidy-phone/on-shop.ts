import type { DemoLocale } from '../../demo-locales.ts'
import type { Page } from 'playwright-core'
import { PRODUCT, type OnShop } from '../../stage/on-shop.ts'

/** Somebody who is half-way through the address, with a number typed without a space. */
const address = (number: string) => async (page: Page, locale: DemoLocale) => {
  await page.locator('#add-to-cart button[type=submit]').click()
  await page.waitForURL(/\/cart/)
  await page.locator('main a[href="/order/address"]').click()
  for (const [field, value] of Object.entries(WRITTEN[locale]))
    await page.locator(`[name=${field}]`).fill(value)
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=phone]').pressSequentially(number)
}
const WRITTEN = {
  tr: { fullName: 'Ada Deniz', street: 'Çınar Sokak 5', district: 'Kadıköy', city: 'İstanbul' },
  en: { fullName: 'Ada Deniz', street: 'Çınar Sokak 5', district: 'Kadıköy', city: 'Istanbul' },
  ar: { fullName: 'آدا دنيز', street: 'شارع تشينار 5', district: 'قاضي كوي', city: 'إسطنبول' },
}

const rightNumber = address('05551234567')
const told = (mood: string) => `.arasta-tidy-phone[data-mood=${mood}]`

export const onShop: OnShop = {
  path: PRODUCT,
  works: async (page) => {
    await rightNumber(page, 'en')
    await page.locator(told('good'), { hasText: '+90 555 123 45 67' }).waitFor()
  },
  shots: [
    {
      role: 'cover',
      device: 'desktop',
      path: PRODUCT,
      wears: 'flatly',
      act: rightNumber,
      alt: {
        tr: 'Adres adımı: telefon gruplara ayrılmış, altında ülke koduyla numara ve “Türkiye”',
        en: 'The address step: the phone in groups, under it the number with its code and “Türkiye”',
        ar: 'خطوة العنوان: الهاتف في مجموعات وتحته الرقم مع رمزه و«تركيا»',
      },
    },
    {
      role: 'cover',
      device: 'phone',
      path: PRODUCT,
      wears: 'flatly',
      act: rightNumber,
      alt: {
        tr: 'Aynı adım telefonda',
        en: 'The same step on a phone',
        ar: 'الخطوة نفسها على الهاتف',
      },
    },
    {
      role: 'screenshot',
      device: 'desktop',
      path: PRODUCT,
      wears: 'minty',
      act: async (page, locale) => {
        await address('055512345')(page, locale)
        await page.locator('[name=street]').focus()
        await page.locator(told('doubt')).waitFor()
      },
      alt: {
        tr: 'Eksik bir numaranın altında uyarı satırı',
        en: 'A line of warning under a number that is too short',
        ar: 'سطر تنبيه تحت رقم ناقص',
      },
    },
    {
      role: 'screenshot',
      device: 'phone',
      path: PRODUCT,
      wears: 'minty',
      act: async (page, locale) => {
        await address('+966501234567')(page, locale)
        await page.locator(told('good')).waitFor()
      },
      alt: {
        tr: '+966 ile yazılmış bir numara: Suudi Arabistan',
        en: 'A number typed with +966: Saudi Arabia',
        ar: 'رقم كُتب مع ‎+966: السعودية',
      },
    },
  ],
}
