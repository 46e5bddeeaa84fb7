import type { Locale } from '#lib/locale.ts'
import { withoutIsolates } from '#lib/messages.ts'
import type { Services } from '#kernel/context.ts'
import { writeAgreedTexts } from '../agreed-texts.ts'
import type { IssuedDocument } from './invoice-data.ts'
import { contentOf, issueCreditNote, issueInvoice, type InvoiceNeeds } from './issue-invoice.ts'
import { receiptWords } from './receipt-words.ts'

/**
 * A document as a file. Of an identity number only somebody who is signed in sees more than the
 * end: mailboxes are read by others.
 */
export async function fileOf(
  services: InvoiceNeeds,
  row: IssuedDocument,
  locale: Locale,
  { whole }: { whole: boolean },
) {
  const content = contentOf(services, row)
  const identityNumber = whole
    ? content.buyer.identityNumber
    : content.buyer.identityNumber?.replace(/.(?=..)/g, '•')
  const shown = {
    ...content,
    buyer: { ...content.buyer, ...(identityNumber !== undefined && { identityNumber }) },
  }
  return {
    filename: withoutIsolates(
      receiptWords(locale)(`receipt.file.${content.kind}`, { number: content.orderNumber }),
    ),
    contentType: 'application/pdf',
    content: await services.invoices.pdf({
      content: shown,
      issued: { number: row.number, issuedAt: row.issued_at },
      locale,
    }),
  }
}

/**
 * What a mail of ours has attached: `receipt:<order>`, `agreed:<order>`, `credit:<refund>`. The
 * document is issued with it.
 */
export async function mailAttachment(
  services: Services,
  name: string,
  locale: Locale,
): ReturnType<Services['mailAttachment']> {
  const [kind, id = ''] = name.split(':')
  switch (kind) {
    case 'receipt':
    case 'credit': {
      const row =
        kind === 'receipt' ? await issueInvoice(services, id) : await issueCreditNote(services, id)
      return row && fileOf(services, row, locale, { whole: false })
    }
    case 'agreed': {
      const agreed = await writeAgreedTexts(services.db, id, locale)
      return (
        agreed && {
          filename: withoutIsolates(
            receiptWords(locale)('receipt.file.agreed', { number: agreed.orderNumber }),
          ),
          contentType: 'text/html; charset=utf-8',
          content: Buffer.from(agreed.page),
        }
      )
    }
    default:
      throw new Error(`nobody knows an attachment called ${name}`)
  }
}
