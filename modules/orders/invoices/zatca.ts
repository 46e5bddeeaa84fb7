import { createHash, randomUUID } from 'node:crypto'
import { canonicalJson } from '#lib/ids.ts'
import type { InvoiceContent, ZatcaFacts } from './provider.ts'

/**
 * Fields of electronic invoices in Saudi Arabia, by ZATCA's "Security Features Implementation
 * Standards": a UUID, a chain of hashes and a QR code. Not the UBL document, its signature and the
 * report to FATOORA, which an integrator behind the port has to make.
 */

/** Before the first document: the SHA-256 of "0" in hexadecimal, in Base64. */
export const FIRST_HASH = Buffer.from(createHash('sha256').update('0').digest('hex')).toString(
  'base64',
)

const MAX_BYTES = 255

/** Tag, length in bytes and UTF-8 value; longer values are cut at a letter. */
function tlv(tag: number, value: string): Buffer {
  let text = value
  while (Buffer.byteLength(text) > MAX_BYTES) text = [...text].slice(0, -1).join('')
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes])
}

const decimal = (minor: number): string => (minor / 100).toFixed(2)

/** Tags 1 to 5: seller, VAT number, time, total with VAT, and VAT. */
export const qrText = (
  content: Pick<InvoiceContent, 'seller' | 'totalMinor' | 'taxMinor'>,
  issuedAt: Date,
): string =>
  Buffer.concat([
    tlv(1, content.seller.name),
    tlv(2, content.seller.facts?.vatId ?? ''),
    tlv(3, `${issuedAt.toISOString().slice(0, 19)}Z`),
    tlv(4, decimal(content.totalMinor)),
    tlv(5, decimal(content.taxMinor)),
  ]).toString('base64')

/** The next link of the chain. */
export function nextLink(
  content: InvoiceContent,
  { number, issuedAt, previousHash }: { number: string; issuedAt: Date; previousHash: string },
): Omit<ZatcaFacts, 'qr'> {
  const uuid = randomUUID()
  const hash = createHash('sha256')
    .update(canonicalJson({ content, number, issuedAt, uuid, previousHash }))
    .digest('base64')
  return { uuid, previousHash, hash }
}
