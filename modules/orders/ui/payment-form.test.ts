import { describe, expect, it } from 'vitest'
import { addressInput, card } from '../contract.ts'
import { boxesIn } from '../legal-texts.ts'
import { readCard, readMeans } from './card-form.ts'
import {
  consentsFor,
  fieldOfInput,
  findMistakes,
  firstStep,
  keepable,
  NEW_ADDRESS,
  readAddress,
  readConsents,
} from './payment-form.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const CONSENTS = ['distance_sale', 'data_protection'] as const

const TURKISH = { permissions: false, boxes: boxesIn('TR') }

const PERSON = {
  address_id: NEW_ADDRESS,
  'address.invoice_type': 'individual',
  'address.firstname': 'Ayşe',
  'address.lastname': 'Işık',
  'address.email': 'ayse@shop.example',
  'address.phone': '0532 123 45 67',
  'address.country': 'TR',
  'address.province': 'Bursa',
  'address.district': 'Osmangazi',
  'address.zip_code': '16070',
  'address.address': 'Çekirge Mah. 1. Sok. No: 4',
  'card.number': '5528 7900 0000 0008',
  'card.name': 'AYŞE IŞIK',
  'card.expiry': '12 / 30',
  'card.cvc': '123',
  'card.secure_3d': '1',
  'consent.distance_sale': '2026-11-20',
  'consent.data_protection': '2026-11-20',
}
const COMPANY = {
  ...PERSON,
  'address.invoice_type': 'institutional',
  'address.company': 'Işık Seramik',
  'address.tax_office': 'Setbaşı',
  'address.tax_number': '123 456 78 90',
}

const formOf = (values: Record<string, string>, changes: Record<string, string | null> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...values, ...changes }))
    if (value !== null) form.append(name, value)
  return form
}
const codes = (form: FormData) =>
  Object.fromEntries(
    Object.entries(findMistakes(form, CONSENTS, NOW)).map(([name, one]) => [name, one.code]),
  )

describe('reading the checkout form', () => {
  it("returns a person's address for the operation", () => {
    const address = readAddress(formOf(PERSON))
    expect(addressInput.parse(address)).toMatchObject({
      name: 'Ayşe Işık',
      city: 'Bursa',
      district: 'Osmangazi',
      firstname: 'Ayşe',
    })
    expect(address).not.toHaveProperty('company')
  })

  it("returns a company's address without values of hidden fields", () => {
    const address = readAddress(formOf(COMPANY))
    expect(addressInput.parse(address)).toMatchObject({
      name: 'Işık Seramik',
      invoice_type: 'institutional',
      tax_number: '123 456 78 90',
    })
    expect(address).not.toHaveProperty('firstname')
  })

  it('reads a foreign city from its own field', () => {
    const address = readAddress(formOf(PERSON, { 'address.country': 'DE', 'address.city': 'Köln' }))
    expect(address).toMatchObject({ city: 'Köln', country: 'DE' })
    expect(address).not.toHaveProperty('district')
  })

  it("returns a card in the operation's form", () => {
    expect(card.parse(readCard(formOf(PERSON)))).toMatchObject({
      number: '5528790000000008',
      expiry_month: 12,
      expiry_year: 2030,
      secure_3d: true,
    })
    expect(readCard(formOf(PERSON, { 'card.secure_3d': null })).secure_3d).toBe(false)
  })

  it('S3.2 returns whether to save the card, its name, and the installments', () => {
    expect(readMeans(formOf(PERSON))).toMatchObject({
      card: { store_card: false },
      installments: 1,
    })
    const kept = formOf(PERSON, {
      'card.store_card': '1',
      'card.store_name': ' Şirket kartı ',
      installments: '6',
    })
    expect(readMeans(kept)).toMatchObject({
      card: { store_card: true, store_name: 'Şirket kartı' },
      installments: 6,
    })
    // A name without the wish is a field that is hidden.
    expect(readCard(formOf(PERSON, { 'card.store_name': 'Şirket kartı' }))).not.toHaveProperty(
      'store_name',
    )
  })

  it('S3.2 returns a saved card by its id, without the hidden fields', () => {
    const kept = formOf(PERSON, { card_id: 'scd_1', 'card.number': '', 'card.cvc': '' })
    expect(readMeans(kept)).toEqual({ saved_card_id: 'scd_1', installments: 1 })
    expect(codes(kept)).toEqual({})
    expect(Object.keys(codes(formOf(PERSON, { card_id: 'new', 'card.number': '' })))).toEqual([
      'card.number',
    ])
  })

  it("returns the version of each ticked consent's text", () => {
    expect(readConsents(formOf(PERSON, { 'consent.data_protection': null }), CONSENTS)).toEqual([
      { kind: 'distance_sale', version: '2026-11-20' },
    ])
  })

  it('returns the shown version of a text that has no box, and never one whose box is not ticked', () => {
    const form = formOf(PERSON, {
      'consent.distance_sale': null,
      'consent.data_protection': null,
      'shown.distance_sale': 'v1',
      'shown.data_protection': 'v2',
    })
    expect(readConsents(form, ['data_protection'])).toEqual([
      { kind: 'distance_sale', version: 'v1' },
    ])
  })

  it('never renders number, expiry or security code of a card again', () => {
    const kept = keepable(formOf(PERSON))
    expect(kept['card.name']).toBe('AYŞE IŞIK')
    expect(kept['address.address']).toBe(PERSON['address.address'])
    expect(JSON.stringify(kept)).not.toMatch(/5528|12 \/ 30|"123"/)
    const named = formOf(PERSON, {
      'card.store_card': '1',
      'card.store_name': '5528-7900 0000 0008',
    })
    expect(JSON.stringify(keepable(named))).not.toMatch(/5528/)
    expect(codes(named)).toEqual({ 'card.store_name': 'field.card_name' })
  })
})

describe('errors of the checkout form', () => {
  it('are none for a complete form', () => {
    expect(codes(formOf(PERSON))).toEqual({})
    expect(codes(formOf(COMPANY))).toEqual({})
    expect(codes(formOf(PERSON, { address_id: 'adr_1', 'address.email': '' }))).toEqual({})
  })

  it('S5.1 include a missing address', () => {
    expect(codes(formOf(PERSON, { address_id: null }))).toEqual({
      address_id: 'checkout.address_required',
    })
  })

  it('name every empty field of the chosen kind, in the order of the page', () => {
    const empty = formOf({
      address_id: NEW_ADDRESS,
      'address.country': 'TR',
      'address.invoice_type': 'institutional',
    })
    expect(Object.keys(codes(empty))).toEqual([
      'address_id',
      'address.company',
      'address.tax_office',
      'address.tax_number',
      'address.email',
      'address.phone',
      'address.province',
      'address.district',
      'address.zip_code',
      'address.address',
      'card.number',
      'card.name',
      'card.expiry',
      'card.cvc',
      'consent.distance_sale',
      'consent.data_protection',
    ])
  })

  it('are told by section while nothing of the address is typed', () => {
    const empty = formOf({ address_id: NEW_ADDRESS, 'address.country': 'TR' })
    expect(Object.keys(firstStep(findMistakes(empty, CONSENTS, NOW)))).toEqual([
      'address_id',
      'card.number',
      'consent.distance_sale',
      'consent.data_protection',
    ])
    const begun = formOf({
      address_id: NEW_ADDRESS,
      'address.country': 'TR',
      'address.zip_code': '16070',
    })
    expect(firstStep(findMistakes(begun, CONSENTS, NOW))).toEqual(
      findMistakes(begun, CONSENTS, NOW),
    )
  })

  it('count the missing digits of a tax number', () => {
    const found = findMistakes(
      formOf(COMPANY, { 'address.tax_number': '123 456 78' }),
      CONSENTS,
      NOW,
    )
    expect(found['address.tax_number']).toEqual({
      code: 'field.tax_number_missing',
      params: { count: 2 },
    })
    expect(codes(formOf(COMPANY, { 'address.tax_number': '10000000146' }))).toEqual({})
  })

  it('do not apply Turkish rules abroad', () => {
    const abroad = {
      'address.country': 'DE',
      'address.city': 'Köln',
      'address.province': null,
      'address.district': null,
      'address.zip_code': '50667',
      'address.tax_number': 'DE 12',
      'address.tax_office': null,
    }
    expect(codes(formOf(COMPANY, abroad))).toEqual({})
  })

  it('include an impossible identity number', () => {
    expect(codes(formOf(PERSON, { 'address.identity_number': '10000000146' }))).toEqual({})
    expect(codes(formOf(PERSON, { 'address.identity_number': '12345678901' }))).toEqual({
      'address.identity_number': 'field.identity_number',
    })
    expect(codes(formOf(PERSON, { 'address.identity_number': '•••••••••46' }))).toEqual({})
  })

  it('S5.2 are reported at each card field', () => {
    expect(
      codes(
        formOf(PERSON, {
          'card.number': '5528 7900 0000 0009',
          'card.expiry': '10 / 26',
          'card.cvc': '12',
        }),
      ),
    ).toEqual({
      'card.number': 'field.card_number',
      'card.expiry': 'field.expired',
      'card.cvc': 'field.cvc',
    })
    expect(
      codes(formOf(PERSON, { 'card.number': '3744 270000 00003', 'card.cvc': '123' })),
    ).toEqual({ 'card.cvc': 'field.cvc' })
    expect(codes(formOf(PERSON, { 'card.expiry': '13 / 30' }))).toEqual({
      'card.expiry': 'field.invalid',
    })
  })

  it('S5.4 include unapproved permissions', () => {
    const found = findMistakes(formOf(PERSON), [...CONSENTS, 'permissions'], NOW)
    expect(found).toEqual({ 'consent.permissions': { code: 'checkout.permissions_required' } })
  })

  it("are shown at the field that the server's refusal names", () => {
    expect(fieldOfInput('tax_number', 'address', 'TR')).toBe('address.tax_number')
    expect(fieldOfInput('city', 'address', 'TR')).toBe('address.province')
    expect(fieldOfInput('city', 'address', 'DE')).toBe('address.city')
    expect(fieldOfInput('card.expiry_year', 'payment', 'TR')).toBe('card.expiry')
    expect(fieldOfInput('card.cvc', 'payment', 'TR')).toBe('card.cvc')
    expect(fieldOfInput('consents.permissions', 'payment', 'TR')).toBe('consent.permissions')
  })
})

it('require immediate delivery of individuals, not of companies or for free orders', () => {
  const asked = (
    values: Record<string, string>,
    saved: { id: string; invoice_type: string }[] = [],
  ) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    return consentsFor(form, TURKISH, saved).includes('immediate_delivery')
  }
  expect(asked(PERSON)).toBe(true)
  expect(asked(COMPANY)).toBe(false)
  expect(asked({ ...PERSON, total: '0' })).toBe(false)
  const saved = [
    { id: 'adr_company', invoice_type: 'institutional' },
    { id: 'adr_person', invoice_type: 'individual' },
  ]
  expect([
    asked({ ...PERSON, address_id: 'adr_company' }, saved),
    asked({ ...COMPANY, address_id: 'adr_person' }, saved),
  ]).toEqual([false, true])
  expect(asked({ ...PERSON, address_id: 'adr_company', editing: 'adr_company' }, saved)).toBe(true)
})

it('asks for the permissions of each item of a bundle, and names the item in what is agreed to', () => {
  const asked = { ...TURKISH, permissions: ['item_1', 'item_2'] }
  const form = formOf({ ...COMPANY, 'consent.permissions.item_1': '1.1.0' })
  const boxes = consentsFor(form, asked, [])
  expect(boxes).toEqual(['permissions.item_1', 'permissions.item_2', 'data_protection'])
  expect(readConsents(form, boxes).filter(({ kind }) => kind === 'permissions')).toEqual([
    { kind: 'permissions', version: '1.1.0', item: 'item_1' },
  ])
  const mistakes = findMistakes(form, boxes, NOW)
  expect(mistakes['consent.permissions.item_1']).toBeUndefined()
  expect(mistakes['consent.permissions.item_2']).toEqual({ code: 'checkout.permissions_required' })
})

it.each([
  ['TR', PERSON, ['distance_sale', 'immediate_delivery', 'data_protection']],
  ['TR', COMPANY, ['data_protection']],
  ['DE', PERSON, ['immediate_delivery']],
  ['DE', COMPANY, []],
  ['SA', COMPANY, []],
  ['JP', COMPANY, ['distance_sale', 'data_protection']],
])('a buyer ticks what the law of the country asks for: %s', (country, buyer, boxes) => {
  const asked = { permissions: false, boxes: boxesIn(country) }
  expect(consentsFor(formOf(buyer), asked, [])).toEqual(boxes)
  expect(consentsFor(formOf(buyer), { ...asked, permissions: true }, [])[0]).toBe('permissions')
})
