import { describe, expect, test } from 'vitest'
import { parseEcbRates } from './ecb-rates.ts'

const DAILY_XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <gesmes:subject>Reference rates</gesmes:subject>
  <Cube><Cube time='2026-11-25'><Cube currency='USD' rate='1.1590'/><Cube currency='JPY' rate='178.55'/></Cube></Cube>
</gesmes:Envelope>`
const HISTORY_XML = DAILY_XML.replace(
  '</Cube></Cube>',
  `</Cube><Cube time="2026-11-24"><Cube currency="USD" rate="1.1575"/><Cube currency="BGN" rate="1.9558"/></Cube></Cube>`,
)

describe('rates of the European Central Bank (D27)', () => {
  test('are read from its daily and historical XML files, without currencies of the past', () => {
    const today = [
      { currency: 'USD', day: '2026-11-25', perEuro: '1.1590' },
      { currency: 'JPY', day: '2026-11-25', perEuro: '178.55' },
    ]
    expect(parseEcbRates(DAILY_XML)).toEqual(today)
    expect(parseEcbRates(HISTORY_XML)).toEqual([
      ...today,
      { currency: 'USD', day: '2026-11-24', perEuro: '1.1575' },
    ])
  })

  test('are read from its CSV files', () => {
    expect(parseEcbRates('Date, USD, JPY, \r\n25 November 2026, 1.1590, 178.55, \r\n')).toEqual([
      { currency: 'USD', day: '2026-11-25', perEuro: '1.1590' },
      { currency: 'JPY', day: '2026-11-25', perEuro: '178.55' },
    ])
    expect(
      parseEcbRates('Date,USD,CYP,\n2026-11-25,1.1590,N/A,\n2026-11-24,1.1575,0.58,\n'),
    ).toHaveLength(2)
  })

  test('are refused as a whole when one of them is no rate or the file is another one', () => {
    for (const text of [
      '',
      'hello',
      '<html><body>Not found</body></html>',
      DAILY_XML.replace('1.1590', '-1'),
      DAILY_XML.replace('1.1590', '1e9'),
      DAILY_XML.replace('2026-11-25', 'yesterday'),
      DAILY_XML.replace("time='2026-11-25'", ''),
      'Date,USD\n2026-13-45,1.15\n',
    ])
      expect(() => parseEcbRates(text), text).toThrow(/rate|day|Date/)
  })
})
