import { expect, test } from 'vitest'
import { FIRST_HASH, qrText } from './zatca.ts'

const invoice = {
  seller: {
    name: 'Bobs Records',
    address: ['Riyadh'],
    mail: 'b@example.com',
    web: 'https://apps.example',
    facts: { vatId: '310122393500003' },
  },
  totalMinor: 100_000,
  taxMinor: 15_000,
}

/** Reads the fields back as a scanner does. */
function fieldsOf(text: string): [number, string][] {
  const bytes = Buffer.from(text, 'base64')
  const fields: [number, string][] = []
  for (let at = 0; at < bytes.length;) {
    const [tag, length] = [bytes[at] as number, bytes[at + 1] as number]
    fields.push([tag, bytes.subarray(at + 2, at + 2 + length).toString()])
    at += 2 + length
  }
  return fields
}

test("the QR code is the one of ZATCA's published example", () => {
  // Developer portal manual: "Bobs Records", 310122393500003, 2022-04-25T15:30:00Z, 1000.00, 150.00.
  expect(qrText(invoice, new Date('2022-04-25T15:30:00Z'))).toBe(
    'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==',
  )
})

test('counts bytes of Arabic names and cuts long ones at a letter', () => {
  const name = 'سوق'.repeat(100)
  const [seller] = fieldsOf(
    qrText({ ...invoice, seller: { ...invoice.seller, name } }, new Date('2026-11-26T12:00:00Z')),
  )
  expect(seller?.[0]).toBe(1)
  expect(name.startsWith(seller?.[1] ?? '-')).toBe(true)
  expect(Buffer.byteLength(seller?.[1] ?? '')).toBe(254)
})

test('the chain begins with the hash that ZATCA publishes', () => {
  expect(FIRST_HASH).toBe(
    'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==',
  )
})
