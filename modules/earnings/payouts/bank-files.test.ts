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
    isReached: true,
    connection: null,
    payableMinor: 500,
  }
  const terms = { minimumMinor: 500, now }
  const later = new Date('2026-12-02T00:00:00Z')
  expect(
    [
      payee,
      { ...payee, connection: 'ready' as const },
      { ...payee, identity: 'submitted' as const },
      { ...payee, settlesAt: later },
      { ...payee, isReached: false },
      { ...payee, connection: 'restricted' as const },
      { ...payee, payableMinor: 499 },
    ].map((one) => readinessOf(one, terms)),
  ).toEqual(['ready', 'ready', 'identity', 'settling', 'account', 'connecting', 'below'])
})

/** `<Name>` of each element that opens within the parent, in its order. */
const children = (xml: string, parent: string): string[] => {
  const inside = new RegExp(`<${parent}>([\\s\\S]*?)</${parent}>`).exec(xml)?.[1] ?? ''
  const names: string[] = []
  let depth = 0
  for (const [, slash, name = ''] of inside.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (slash === '' && depth === 0) names.push(name)
    depth += slash === '' ? 1 : -1
  }
  return names
}

test.each([order.sender.bic, null])(
  'a SEPA file has the elements that ISO 20022 requires, in its order (pain.001.001.09)',
  (bic) => {
    const file = sepaFile({ ...order, sender: { ...order.sender, bic } })
    expect(children(file, 'GrpHdr')).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'])
    expect(children(file, 'PmtInf')).toEqual([
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr',
      'CdtTrfTxInf',
      'CdtTrfTxInf',
    ])
    expect(children(file, 'CdtTrfTxInf')).toEqual(['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf'])
    expect(children(file.slice(file.lastIndexOf('<CdtTrfTxInf>')), 'CdtTrfTxInf')).toEqual([
      'PmtId',
      'Amt',
      'CdtrAgt',
      'Cdtr',
      'CdtrAcct',
      'RmtInf',
    ])
    expect(children(file, 'DbtrAgt')).toEqual(['FinInstnId'])
    expect(children(file, 'FinInstnId')).toEqual([bic === null ? 'Othr' : 'BICFI'])
    expect(file).toMatch(/<CreDtTm>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/CreDtTm>/)
  },
)

test('texts of a SEPA file are not longer than ISO 20022 and SEPA allow', () => {
  const long = 'Verwaltungsgesellschaft '.repeat(10)
  const file = sepaFile({
    ...order,
    number: 'P'.repeat(200),
    sender: { ...order.sender, name: long },
    lines: order.lines.map((line) => ({ ...line, holder: long, id: `pol_${'0'.repeat(60)}` })),
  })
  const most = { MsgId: 35, PmtInfId: 35, EndToEndId: 35, Nm: 70, Ustrd: 140 }
  for (const [name, length] of Object.entries(most)) {
    const texts = [...file.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))]
    expect(texts.length, name).toBeGreaterThan(0)
    for (const [, text = ''] of texts) {
      expect(text.length, name).toBeGreaterThan(0)
      expect(text.length, name).toBeLessThanOrEqual(length)
    }
  }
})
