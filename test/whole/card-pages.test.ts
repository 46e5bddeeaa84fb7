import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEW_ADDRESS } from '#contexts/checkout/ui/payment-form.ts'
import { rawRequest } from '#test/support/naughty.ts'
import { startMarketplace, type Marketplace } from '#test/support/marketplace.ts'
import { signIn, type Owner } from '#test/support/owner.ts'

/** What the API's answers, logs and tables hold is looked through by tools/prove/money/card-hygiene.ts; here are the pages. */
const PAN = '4539578763621486'
const SPACED = '4539 5787 6362 1486'
const CODE = '7391'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace({ buildFolder: 'build' })
  owner = await signIn(market)
})
afterAll(() => market.stop())

const cookie = () => `apps-token=${owner.token}; store-token=${owner.storeToken}; hl=tr`

/** The form of the checkout as a browser without scripts sends it. */
const send = (fields: Record<string, string>) => rawRequest(market.origins.app, 'POST', '/checkout/delivery-day', {
  headers: { cookie: cookie(), origin: market.origins.app, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(fields).toString(),
})

const FORM = {
  address_id: NEW_ADDRESS, 'address.invoice_type': 'individual', 'address.firstname': 'Ayşe', 'address.lastname': 'Demir', 'address.country': 'TR', 'address.province': 'Bursa', 'address.district': 'Osmangazi',
  'address.zip_code': '16070', 'address.address': 'Sok. 4', 'address.phone': '0532 123 45 67', 'address.email': 'ayse@shop.example', 'address.name': 'Ev',
  'card.name': 'AYŞE DEMİR', 'card.expiry': '12/39', 'card.number': PAN, 'card.cvc': CODE, total: '249.9', order: 'AR0', key: 'k',
}

test('a page that is shown again holds nothing of the card, in whichever field its number was written (I12, PAYPAGE-4)', async () => {
  const { order_number: order } = (await owner.call('POST', '/checkout/delivery-day/app', { body: {} })).body.data
  const tries = [{}, ...Object.keys(FORM).flatMap(field => [{ [field]: PAN }, { [field]: SPACED }])]
  let shown = 0
  for (const change of tries) {
    const answer = await send({ ...FORM, order, ...change })
    if (answer?.status === 422 || answer?.status === 400) shown += 1
    const text = `${answer?.text ?? ''}${JSON.stringify(answer?.headers)}`
    expect(text.replace(/[ \u00a0-]/g, ''), JSON.stringify(change)).not.toContain(PAN)
    expect(text, JSON.stringify(change)).not.toMatch(new RegExp(`(?<![0-9A-Za-z])${CODE}(?![0-9A-Za-z])`))
  }
  // The pages were the checkout's, with the fields marked that were wrong.
  expect(shown).toBeGreaterThan(20)
})

test('a card number in a text field is refused with words beside it', async () => {
  const answer = await send({ ...FORM, 'address.address': SPACED })
  expect(answer?.text).toContain('Buraya kart numarası yazma')
})
