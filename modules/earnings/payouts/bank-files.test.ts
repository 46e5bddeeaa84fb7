import { expect, test } from 'vitest'
import { type BankOrder, sepaFile, tryFile } from './bank-files.ts'
import { bankText, isBankName, readinessOf } from './rules.ts'

const order: BankOrder = {
  number: 'P2026-000001',
  currency: 'EUR',
  day: '2026-12-01',
  createdAt: new Date('2026-11-30T10:00:00Z'),
  sender: { name: 'Basar & Söhne GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  lines: [
    {
      id: 'pol_00000000000000000001',
      holder: 'Łukasz <Kod> Ç.',
      iban: 'FR1420041010050500013M02606',
      bic: null,
      amountMinor: 12_345,
    },
    {
      id: 'pol_00000000000000000002',
      holder: 'Ada',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFF',
      amountMinor: 10,
    },
  ],
}

test('a SEPA file has count and sum of its lines, and only characters that every bank takes', () => {
  const file = sepaFile(order)
  expect(file).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
  expect(file.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>123.55<\/CtrlSum>/g)).toHaveLength(2)
  expect(file).toContain('<InstdAmt Ccy="EUR">123.45</InstdAmt>')
  expect(file).toContain('<Nm>Lukasz Kod C.</Nm>')
  expect(file).toContain('<Nm>Basar + Sohne GmbH</Nm>')
  expect(file).toContain('<ReqdExctnDt><Dt>2026-12-01</Dt></ReqdExctnDt>')
  expect(file.match(/<CdtrAgt>/g)).toHaveLength(1)
  expect(file).toMatch(/^[\x20-\x7e\n]*$/)
})

test('a file for Turkish banks has a line for each payout', () => {
  expect(
    tryFile({ ...order, currency: 'TRY' })
      .split('\r\n')
      .slice(1, 3),
  ).toEqual([
    'FR1420041010050500013M02606,Lukasz Kod C.,123.45,P2026-000001 00000001',
    'DE89370400440532013000,Ada,0.10,P2026-000001 00000002',
  ])
})

test('a name keeps its letters in the bank’s alphabet, and another script is refused', () => {
  expect(bankText('Işık Yazılım & Şükrü ßøæ')).toBe('Isik Yazilim + Sukru ssoae')
  expect([isBankName('Işık A.Ş.'), isBankName('Пример'), isBankName('متجر')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a partner is paid when identity, account and amount allow it', () => {
  const now = new Date('2026-12-01T00:00:00Z')
  const payee = {
    identity: 'confirmed' as const,
    settlesAt: now,
    ibanCountry: 'TR',
    payableMinor: 500,
  }
  const terms = { minimumMinor: 500, now, takes: (country: string) => country === 'TR' }
  const later = new Date('2026-12-02T00:00:00Z')
  expect(
    [
      payee,
      { ...payee, identity: 'submitted' as const },
      { ...payee, settlesAt: later },
      { ...payee, ibanCountry: 'DE' },
      { ...payee, payableMinor: 499 },
    ].map((one) => readinessOf(one, terms)),
  ).toEqual(['ready', 'identity', 'settling', 'account', 'below'])
})
