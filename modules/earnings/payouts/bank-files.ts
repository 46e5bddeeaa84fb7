import { csvOf } from '#lib/csv.ts'
import { escapeXml } from '#lib/escape-xml.ts'
import { plainAmount } from '#lib/money.ts'
import { bankText } from './rules.ts'

/** A batch as a bank gets it. */
export interface BankOrder {
  number: string
  currency: string
  /** On which it is to be sent. */
  day: string
  createdAt: Date
  sender: { name: string; iban: string; bic: string | null }
  lines: readonly BankLine[]
}
export interface BankLine {
  id: string
  holder: string
  iban: string
  bic: string | null
  amountMinor: number
}

/** Lengths of ISO 20022: Max35Text, Max70Text of SEPA, Max140Text. */
const cut = (text: string, most: number) => escapeXml(bankText(text).slice(0, most).trim())
/** Ids have 35 characters at most; ours are `pol_` and twenty more. */
const idOf = (text: string) => cut(text.replaceAll('_', '-'), 35)

const agent = (bic: string | null) =>
  bic === null
    ? '<FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId>'
    : `<FinInstnId><BICFI>${escapeXml(bic)}</BICFI></FinInstnId>`

const transferOf = (line: BankLine, { number, currency }: BankOrder) =>
  [
    '<CdtTrfTxInf>',
    `<PmtId><EndToEndId>${idOf(line.id)}</EndToEndId></PmtId>`,
    `<Amt><InstdAmt Ccy="${currency}">${plainAmount(line.amountMinor, currency)}</InstdAmt></Amt>`,
    line.bic === null ? '' : `<CdtrAgt>${agent(line.bic)}</CdtrAgt>`,
    `<Cdtr><Nm>${cut(line.holder, 70)}</Nm></Cdtr>`,
    `<CdtrAcct><Id><IBAN>${line.iban}</IBAN></Id></CdtrAcct>`,
    `<RmtInf><Ustrd>${cut(number, 140)}</Ustrd></RmtInf>`,
    '</CdtTrfTxInf>',
  ].join('')

/** A SEPA credit transfer, pain.001.001.09 (EPC132-08): one payment with a transfer per line. */
export function sepaFile(order: BankOrder): string {
  const count = order.lines.length
  const total = plainAmount(
    order.lines.reduce((sum, line) => sum + line.amountMinor, 0),
    order.currency,
  )
  const sender = `<Nm>${cut(order.sender.name, 70)}</Nm>`
  const control = `<NbOfTxs>${count}</NbOfTxs><CtrlSum>${total}</CtrlSum>`
  const createdAt = `${order.createdAt.toISOString().slice(0, 19)}Z`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${idOf(order.number)}</MsgId><CreDtTm>${createdAt}</CreDtTm>${control}<InitgPty>${sender}</InitgPty></GrpHdr>`,
    `<PmtInf><PmtInfId>${idOf(order.number)}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>true</BtchBookg>${control}`,
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>',
    `<ReqdExctnDt><Dt>${order.day}</Dt></ReqdExctnDt>`,
    `<Dbtr>${sender}</Dbtr><DbtrAcct><Id><IBAN>${order.sender.iban}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt>${agent(order.sender.bic)}</DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...order.lines.map((line) => transferOf(line, order)),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
    '',
  ].join('\n')
}

/**
 * A bulk transfer (EFT, FAST) for Turkish banks, whose own templates differ: IBAN, name, amount
 * with a decimal point, description (docs/payouts.md).
 */
export const tryFile = ({ number, currency, lines }: BankOrder): string =>
  csvOf(
    ['IBAN', 'ALICI', 'TUTAR', 'ACIKLAMA'],
    lines.map((line) => [
      line.iban,
      bankText(line.holder),
      plainAmount(line.amountMinor, currency),
      `${number} ${line.id.slice(-8)}`,
    ]),
  )
