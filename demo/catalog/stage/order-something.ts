import type { Page } from 'playwright-core'

/** From a filled cart to the page that says "approved", in whatever language the shop speaks. */
export async function orderSomething(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/order/address`)
  const address = {
    fullName: 'Ada Deniz',
    email: 'ada@example.com',
    phone: '+90 555 000 00 00',
    street: 'Çınar Sokak 5',
    district: 'Kadıköy',
    city: 'İstanbul',
  }
  for (const [field, value] of Object.entries(address)) await page.fill(`[name=${field}]`, value)
  await page.locator('main form[method=post] button').click()
  await page.locator('[name=terms]').check()
  await page.locator('main form[method=post] button').click()
  await page.locator('[data-role=order-approved]').waitFor()
}
