import { newId } from '#lib/ids.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  ADDRESS,
  cardWith,
  CARDS,
  pay,
  passChallenge,
  prepareKnownOrder,
} from '#test/support/checkout.ts'
import { type ConsoleBrowser, firstOperator } from '#test/support/console.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { agreementsIn } from './legal-texts.ts'
import { checkVatId, findDueVatChecks, issueLateDocuments, renewVatCheck } from './public.ts'

let market: Marketplace
let owner: Owner
let admin: ConsoleBrowser

/** A market of Germany, without its other settings. */
beforeAll(async () => {
  market = await startMarketplace()
  admin = await firstOperator(market)
  Object.assign(market.services.operator, { country: 'DE', vatId: 'DE136695976' })
  for (const [country, rate] of [
    ['DE', 1900],
    ['AT', 2000],
  ] as const)
    await market.services.db
      .insertInto('tax_rates')
      .values({
        id: newId('txr'),
        country,
        kind: 'standard',
        valid_from: new Date('2020-01-01'),
        rate_bp: rate,
      })
      .execute()
  owner = await signIn(market)
})
afterAll(() => market.stop())
beforeEach(() => {
  market.vat.answers.clear()
  market.vat.asked.length = 0
})

const VIENNA = {
  name: 'Wien',
  invoice_type: 'institutional',
  company: 'Wiener Laden GmbH',
  tax_number: 'ATU13585627',
  address: 'Graben 3',
  city: 'Wien',
  country: 'AT',
  zip_code: '1010',
  phone: '+43 1 5131234',
  email: 'laden@shop.example',
}
const save = async (body: object) =>
  (await owner.call('POST', '/domain/address', { body })).body.data as {
    id: string
    vat_status: string | null
  }
const priceFor = async (id: string) => {
  const started = (await owner.call('POST', '/checkout/delivery-day/app', { body: {} })).body.data
  return (
    await owner.call('POST', `/checkout/calculate/${started.order_number}`, {
      body: { address_id: id },
    })
  ).body.data
}
const readAddress = async (id: string) =>
  (await owner.call('GET', '/domain/address')).body.data.find(
    (one: { id: string }) => one.id === id,
  )
/** What the job does, until nothing is due. */
const runJob = async () => {
  for (const id of await findDueVatChecks(market.services)) await checkVatId(market.services, id)
}

describe('reverse charge needs a VAT id that the tax authority confirmed (D9)', () => {
  test('a confirmed one pays no VAT', async () => {
    const saved = await save(VIENNA)
    expect(saved.vat_status).toBe('confirmed')
    expect(await priceFor(saved.id)).toMatchObject({
      tax_rate: 0,
      tax: 0,
      tax_exemption: 'reverse_charge',
    })
  })

  test('one of a valid form that the authority does not know pays VAT', async () => {
    const saved = await save({ ...VIENNA, tax_number: 'ATU33333336' })
    expect(saved.vat_status).toBe('refused')
    expect(await priceFor(saved.id)).toMatchObject({ tax_rate: 20, tax_exemption: null })
  })

  test('while the authority does not answer, VAT is charged; a job asks again, later each time', async () => {
    market.vat.answers.set('ATU13585627', 'unavailable')
    const { id, vat_status: status } = await save({ ...VIENNA, name: 'Später' })
    expect(status).toBe('waiting')
    expect(await priceFor(id)).toMatchObject({ tax_rate: 20, tax_exemption: null })
    await runJob()
    expect(market.vat.asked).toHaveLength(1)
    market.clock.moveSeconds(301)
    await runJob()
    market.clock.moveSeconds(301)
    await runJob()
    expect(market.vat.asked).toHaveLength(2)
    market.vat.answers.clear()
    market.clock.moveSeconds(600)
    await runJob()
    expect((await readAddress(id)).vat_status).toBe('confirmed')
    expect(await priceFor(id)).toMatchObject({ tax_rate: 0, tax_exemption: 'reverse_charge' })
    expect(await findDueVatChecks(market.services)).toEqual([])
  })

  test('another VAT id or country in the same address is asked about anew', async () => {
    const { id } = await save({ ...VIENNA, name: 'Neu' })
    const changed = await owner.call('PUT', `/domain/address/${id}`, {
      body: { ...VIENNA, name: 'Neu', tax_number: 'ATU33333336' },
    })
    expect(changed.body.data.vat_status).toBe('refused')
    const { body } = await owner.call('PUT', `/domain/address/${id}`, {
      body: { ...VIENNA, name: 'Umbenannt' },
    })
    expect(body.data.vat_status).toBe('confirmed')
    market.vat.asked.length = 0
    await owner.call('PUT', `/domain/address/${id}`, { body: { ...VIENNA, name: 'Noch einmal' } })
    expect(market.vat.asked).toEqual([])
  })

  test('nobody asks about consumers, companies at home and outside of the Union', async () => {
    for (const body of [
      { ...VIENNA, name: 'Mensch', invoice_type: 'individual', firstname: 'A', lastname: 'B' },
      {
        ...VIENNA,
        name: 'Berlin',
        country: 'DE',
        city: 'Berlin',
        zip_code: '10119',
        tax_number: 'DE811569869',
      },
      {
        ...VIENNA,
        name: 'Bern',
        country: 'CH',
        city: 'Bern',
        zip_code: '3011',
        tax_number: 'CHE-123.456.788',
      },
      {
        ...VIENNA,
        name: 'London',
        country: 'GB',
        city: 'London',
        zip_code: 'SW1A 1AA',
        tax_number: 'GB980780684',
      },
      ADDRESS,
    ])
      expect((await save(body)).vat_status, body.name).toBeNull()
    expect(market.vat.asked).toEqual([])
  })

  test('the tax report has the consultation number of each invoice without VAT', async () => {
    const { id } = await save({ ...VIENNA, name: 'Beleg' })
    const priced = await priceFor(id)
    const order = await prepareKnownOrder(owner, priced, id)
    const agreements = agreementsIn('DE')
    const consents = order.consents.map((one) => ({
      ...one,
      version:
        one.kind in agreements ? agreements[one.kind as 'distance_sale'].version : one.version,
    }))
    const paid = await pay(owner, { ...order, consents }, { body: { card: cardWith(CARDS.good) } })
    expect(paid.status, JSON.stringify(paid.body)).toBe(200)
    if (paid.body.state === 'challenge') await passChallenge(market, paid.body.challenge.url)
    market.clock.moveSeconds(600)
    await issueLateDocuments(market.services)
    const { body } = await admin.ask('GET', '/operator/tax-report')
    expect(body.reverse_charge).toEqual([
      expect.objectContaining({
        country: 'AT',
        vat_id: 'ATU13585627',
        consultation: expect.stringMatching(/^WAPI/) as string,
        confirmed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        currency: 'TRY',
      }),
    ])
  })

  test('before a renewal an answer of more than 30 days ago is asked for again, and the last one goes on without an answer', async () => {
    const { id } = await save({ ...VIENNA, name: 'Alt' })
    market.vat.asked.length = 0
    market.clock.moveSeconds(29 * 86_400)
    owner = await signIn(market)
    await renewVatCheck(market.services, id)
    expect(market.vat.asked).toEqual([])
    market.clock.moveSeconds(2 * 86_400)
    owner = await signIn(market)
    market.vat.answers.set('ATU13585627', 'unavailable')
    await renewVatCheck(market.services, id)
    expect(market.vat.asked).toEqual(['ATU13585627'])
    expect((await readAddress(id)).vat_status).toBe('confirmed')
    market.vat.answers.set('ATU13585627', 'invalid')
    market.clock.moveSeconds(3_600)
    owner = await signIn(market)
    await renewVatCheck(market.services, id)
    expect((await readAddress(id)).vat_status).toBe('refused')
  })
})
