import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS } from '#test/support/checkout.ts'
import { type Marketplace, startMarketplace } from '#test/support/marketplace.ts'
import { type Owner, signIn } from '#test/support/owner.ts'
import { MAX_ADDRESSES } from './rules.ts'

let market: Marketplace
let owner: Owner
beforeAll(async () => {
  market = await startMarketplace({ catalogue: false })
  owner = await signIn(market)
})
afterAll(() => market.stop())

const COMPANY = {
  ...ADDRESS,
  name: 'Şirket',
  invoice_type: 'institutional',
  company: 'Işık Seramik A.Ş.',
  tax_office: 'Setbaşı',
  tax_number: '1234567890',
  firstname: undefined,
  lastname: undefined,
}
const add = async (body: object, hl = 'TR') =>
  owner.call('POST', '/domain/address', { body, query: { hl } })
const list = async () =>
  (await owner.call('GET', '/domain/address')).body.data as {
    id: string
    name: string
    is_default: boolean
  }[]
const fieldsOf = async (body: object) =>
  (await add(body)).body.fields as Record<string, string> | undefined

describe('S3.1 an address has fourteen fields and the district', () => {
  test('company: returns everything as given, with normalized numbers and names (S7.20)', async () => {
    const saved = (
      await add({
        ...COMPANY,
        tax_number: '123 456 78-90',
        city: 'ISTANBUL',
        district: 'uskudar',
        zip_code: '٣٤٦٧٢',
        phone: '0216 555 44 33',
      })
    ).body.data
    expect(saved).toMatchObject({
      name: 'Şirket',
      invoice_type: 'institutional',
      tax_office: 'Setbaşı',
      tax_number: '1234567890',
      address: ADDRESS.address,
      city: 'İstanbul',
      district: 'Üsküdar',
      country: 'TR',
      zip_code: '34672',
      company: 'Işık Seramik A.Ş.',
      phone: '+902165554433',
      email: 'ayse@shop.example',
    })
    expect([saved.firstname, saved.lastname, saved.identity_number]).toEqual([null, null, null])
  })

  test('person: masks the identity number, and keeps it when the masked one is sent back (S7.21, D23)', async () => {
    const saved = (await add({ ...ADDRESS, identity_number: '100 000 001 46' })).body.data
    expect(saved).toMatchObject({
      invoice_type: 'individual',
      firstname: 'Ayşe',
      lastname: 'Demir',
      identity_number: '•••••••••46',
    })
    const changed = await owner.call('PUT', `/domain/address/${saved.id}`, {
      body: { ...saved, id: undefined, lastname: 'Yılmaz' },
    })
    expect(changed.body.data).toMatchObject({ lastname: 'Yılmaz', identity_number: '•••••••••46' })
  })

  test("accepts a sole trader's eleven-digit tax number", async () => {
    expect((await add({ ...COMPANY, tax_number: '10000000146' })).status).toBe(200)
    expect(await fieldsOf({ ...COMPANY, tax_number: '10000000147' })).toEqual({
      tax_number: 'Vergi numarası 10 hanelidir ya da 11 haneli T.C. kimlik numarasıdır',
    })
  })
})

describe('S5.1 required address fields', () => {
  test('depend on the country: Türkiye needs province, district and a matching postcode', async () => {
    expect(await fieldsOf({ ...ADDRESS, city: 'Bursaa' })).toEqual({ city: 'Listeden bir il seç' })
    expect(await fieldsOf({ ...ADDRESS, zip_code: '34710' })).toEqual({
      zip_code: 'Bursa için posta kodu 16 ile başlar',
    })
    expect(await fieldsOf({ ...ADDRESS, zip_code: '1607', district: '' })).toEqual({
      district: 'Bu alan zorunlu',
      zip_code: 'Posta kodu 5 hanelidir',
    })
    const abroad = await add({
      ...COMPANY,
      country: 'DE',
      city: 'Köln',
      district: undefined,
      zip_code: '50667',
      tax_office: undefined,
      tax_number: 'DE136695976',
      phone: '0221 123456',
    })
    expect(abroad.body.data).toMatchObject({
      country: 'DE',
      city: 'Köln',
      tax_number: 'DE136695976',
      phone: '+49221123456',
    })
  })

  test('normalizes phones of any country and reports invalid ones at the field in three languages', async () => {
    for (const [country, phone, kept] of [
      ['TR', '0(532) 123-45-67', '+905321234567'],
      ['TR', '+1 202 555 0143', '+12025550143'],
      ['SA', '0501234567', '+966501234567'],
      ['GB', '020 7946 0958', '+442079460958'],
      ['TR', '٠٥٣٢١٢٣٤٥٦٧', '+905321234567'],
    ] as const) {
      const rest = country === 'TR' ? {} : { district: undefined, zip_code: undefined }
      expect(
        (await add({ ...ADDRESS, country, phone, ...rest })).body.data?.phone,
        `${country} ${phone}`,
      ).toBe(kept)
    }
    const said = await Promise.all(
      ['TR', 'EN', 'AR'].map(
        async (hl) => (await add({ ...ADDRESS, phone: '+90 111 111 11 11' }, hl)).body.fields.phone,
      ),
    )
    expect(new Set(said).size).toBe(3)
  })
})

describe('S3.1 S5.7 a foreign address', () => {
  const ABROAD = {
    ...COMPANY,
    country: 'DE',
    city: 'Köln',
    district: undefined,
    zip_code: '50667',
    tax_office: undefined,
    tax_number: 'DE136695976',
    phone: '+49 221 123456',
  }

  test('needs a known country; other codes are field errors in three languages, also with a phone number', async () => {
    for (const country of ['XX', 'ZZ', 'tr', 'XK'])
      expect(await fieldsOf({ ...ABROAD, country }), country).toEqual({
        country: 'Listeden bir ülke seç',
      })
    expect(await fieldsOf({ ...ABROAD, country: '' })).toEqual({ country: 'Bu alan zorunlu' })
    expect(
      new Set(
        await Promise.all(
          ['TR', 'EN', 'AR'].map(
            async (hl) => (await add({ ...ABROAD, country: 'XX' }, hl)).body.fields.country,
          ),
        ),
      ).size,
    ).toBe(3)
  })

  test('has a VAT number with a valid check digit and a valid postal code, or none', async () => {
    expect(
      Object.keys(
        (await fieldsOf({ ...ABROAD, tax_number: 'DE123456789', zip_code: '5066' }))!,
      ).sort(),
    ).toEqual(['tax_number', 'zip_code'])
    expect(
      Object.keys(
        (await fieldsOf({
          ...ABROAD,
          country: 'SA',
          district: 'Al Olaya',
          building_number: '8091',
          phone: '+966501234567',
          tax_number: '310122393500004',
          zip_code: 'X1',
        }))!,
      ).sort(),
    ).toEqual(['tax_number', 'zip_code'])
    expect((await add({ ...ABROAD, tax_number: undefined, zip_code: undefined })).status).toBe(200)
    expect(
      (
        await add({
          ...ABROAD,
          country: 'SA',
          district: 'Al Olaya',
          building_number: '8091',
          phone: '+966501234567',
          tax_number: '310122393500003',
          zip_code: '12345-6789',
        })
      ).status,
    ).toBe(200)
  })

  test('needs a valid e-mail address', async () => {
    for (const email of [
      'a@iana..com',
      '.a@iana.org',
      'a@-iana.org',
      'a@255.255.255.255',
      'a@under_score.com',
    ])
      expect(Object.keys((await fieldsOf({ ...ABROAD, email })) ?? {}), email).toEqual(['email'])
  })
})

describe("S7.20 S7.21 a store's addresses", () => {
  test('S7.20 are listed with their count and all fields; null fields can be sent back', async () => {
    const saved = (await add(COMPANY)).body.data
    const { body } = await owner.call('GET', '/domain/address')
    expect(body.meta).toEqual({ total: body.data.length, page: 1, per_page: body.data.length })
    expect(body.data.find((one: { id: string }) => one.id === saved.id)).toEqual(saved)
    expect(saved).toMatchObject({ firstname: null, lastname: null, identity_number: null })
    const again = await owner.call('PUT', `/domain/address/${saved.id}`, { body: saved })
    expect([again.status, again.body.data]).toEqual([200, saved])
  })

  test('have one default: the first, then the chosen one; deleting it makes another the default', async () => {
    for (const { id } of await list()) await owner.call('DELETE', `/domain/address/${id}`)
    expect(await list()).toEqual([])
    const [one, two, three] = [
      (await add(ADDRESS)).body.data,
      (await add({ ...COMPANY, is_default: true })).body.data,
      (await add({ ...ADDRESS, name: 'Depo' })).body.data,
    ]
    expect([one.is_default, two.is_default, three.is_default]).toEqual([true, true, false])
    expect(
      (await list()).filter((address) => address.is_default).map((address) => address.id),
    ).toEqual([two.id])
    await owner.call('PUT', `/domain/address/${three.id}`, {
      body: { ...ADDRESS, name: 'Depo', is_default: true },
    })
    expect((await list()).map((address) => [address.name, address.is_default])).toEqual([
      ['Depo', true],
      expect.anything(),
      expect.anything(),
    ])
    expect((await list()).filter((address) => address.is_default)).toHaveLength(1)
    await owner.call('DELETE', `/domain/address/${three.id}`)
    expect((await list()).filter((address) => address.is_default)).toHaveLength(1)
    expect((await owner.call('DELETE', `/domain/address/${three.id}`)).status).toBe(404)
  })

  test('have one default after concurrent choices, and a maximum number', async () => {
    const all = await list()
    const answers = await Promise.all(
      all.flatMap(({ id }) =>
        [1, 2, 3].map(() =>
          owner.call('PUT', `/domain/address/${id}`, { body: { ...ADDRESS, is_default: true } }),
        ),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect((await list()).filter((address) => address.is_default)).toHaveLength(1)
    for (let n = all.length; n < MAX_ADDRESSES; n += 1) await add(ADDRESS)
    expect((await add(ADDRESS)).body.code).toBe('checkout.too_many_addresses')
  })
})

describe('an address that the platform knows', () => {
  test('is proposed, may be sent as it is, and is stored only then', async () => {
    const known = await signIn(market, 'store-2')
    const { data } = (await known.call('GET', '/domain/address/suggested')).body
    expect(data).toMatchObject({ invoice_type: 'institutional', country: 'TR', city: 'Bursa' })
    expect((await known.call('GET', '/domain/address')).body.data).toEqual([])
    const filled = Object.fromEntries(
      Object.entries(data as object).filter(([, value]) => value !== null),
    )
    expect((await known.call('POST', '/domain/address', { body: filled })).status).toBe(200)
  })

  test('is null where the platform has none', async () => {
    expect((await owner.call('GET', '/domain/address/suggested')).body).toEqual({ data: null })
  })
})
