import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoConsoleMessages, newVisitor } from '#test/support/browser.ts'
import { ADDRESS } from '#test/support/checkout.ts'
import { useOwnMarket } from '#test/support/own-market.ts'
import { ownerWithCards } from '#test/support/subscription-journey.ts'

/**
 * What buying asks of an owner on a phone: taps, and fields that are typed into. The bank's page is
 * not counted: its code is typed where the cursor stands, and sent by the keyboard.
 */
const own = useOwnMarket()

/** The panel of a store on a phone, and what its owner has to touch. */
async function openPanel(store: 1 | 2) {
  const { shop } = own.market
  const visitor = await newVisitor(own.browser, { width: 390, touch: true })
  const { page, context } = visitor
  await page.goto(`${shop.origin('panel')}/sign-in?hl=tr`)
  await page
    .getByRole('button', { name: /Mağaza sahibi/ })
    .nth(store - 1)
    .click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  const touches = { taps: 0, fields: 0 }
  const tap = async (place: Locator): Promise<void> => {
    await place.tap()
    touches.taps += 1
  }
  return {
    visitor,
    page,
    frame: page.frameLocator('iframe'),
    touches,
    tap,
    /** Types into the field with the focus; the keyboard's own key leads to the next one. */
    async type(text: string): Promise<void> {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
      touches.fields += 1
    },
    async payAtBank(button: Locator): Promise<void> {
      const [bank] = await Promise.all([context.waitForEvent('page'), tap(button)])
      await bank.keyboard.type(await bank.locator('strong').first().innerText())
      await bank.keyboard.press('Enter')
    },
  }
}

const COMPANY = {
  ...ADDRESS,
  invoice_type: 'institutional',
  company: 'Demir Ticaret A.Ş.',
  tax_office: 'Setbaşı',
  tax_number: '1234567890',
}

test('a newcomer on a phone, whose platform knows the company, buys an app in 8 taps and 4 fields: need, item, paid and on the shop (S1.4, S5.1)', async () => {
  const { visitor, page, frame, touches, tap, type, payAtBank } = await openPanel(2)
  await tap(page.getByRole('link', { name: 'Uygulamalara bak' }))
  await tap(frame.getByRole('link', { name: 'Teslimat', exact: true }).first())
  await tap(
    frame
      .getByRole('main')
      .getByRole('link', { name: /Teslimat Günü/ })
      .first(),
  )
  await tap(frame.getByRole('link', { name: /Satın al/ }).first())
  await tap(frame.getByRole('checkbox', { name: /izni onaylıyorum/ }))
  await tap(frame.getByLabel('Kart numarası', { exact: true }))
  for (const text of ['5528790000000008', 'DEMO MAĞAZA', '1230', '123']) await type(text)
  await tap(frame.getByRole('checkbox', { name: /^Veri koruma/ }))
  await payAtBank(frame.getByRole('button', { name: /öde ve kur$/ }).last())
  await frame.getByRole('heading', { name: /Teslimat Günü mağazanda/ }).waitFor()
  console.log(`a first purchase on a phone: ${touches.taps} taps, ${touches.fields} fields`)
  expect(touches).toEqual({ taps: 8, fields: 4 })
  await page.goto(`${own.market.shop.origin('store-2')}/products`)
  await page.locator('a[href="/products/tulip-vase"]').first().click()
  await page.locator('.flatpickr-calendar').first().waitFor()
  expectNoConsoleMessages(visitor)
  await visitor.close()
})

test('a returning owner buys in two taps: Buy and Pay, with the card, the address and the agreement of before', async () => {
  const owner = await ownerWithCards(own.market, 'store-1', {
    'delivery-day': '5528790000000008',
  })
  for (const { id } of (await owner.call('GET', '/domain/address')).body.data)
    await owner.call('PUT', `/domain/address/${id}`, { body: COMPANY })
  const { visitor, page, frame, touches, tap, payAtBank } = await openPanel(1)
  await page.goto(`${own.market.shop.origin('panel')}/store-1/themes?path=/market/lumen&hl=tr`)
  await tap(frame.getByRole('link', { name: /Satın al/ }).first())
  await payAtBank(frame.getByRole('button', { name: /öde ve kur$/ }).last())
  await frame.getByRole('heading', { name: /Lumen mağazanda/ }).waitFor()
  console.log(`a further purchase on a phone: ${touches.taps} taps, ${touches.fields} fields`)
  expect(touches).toEqual({ taps: 2, fields: 0 })
  expectNoConsoleMessages(visitor)
  await visitor.close()
})
