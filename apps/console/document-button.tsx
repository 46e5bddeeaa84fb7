import { FormKey } from './forms.tsx'

/** Where the documents of an order are listed. */
export const documentsHref = (order: string): string =>
  `/operator/orders/${encodeURIComponent(order)}#documents`

/**
 * Opens an invoice or credit note beside the console; a browser shows a PDF by itself. It is
 * posted, because the audit log records who takes one.
 */
export const DocumentButton = ({ order, number }: { order: string; number: string }) => (
  <form
    method="post"
    action={`/operator/orders/${encodeURIComponent(order)}/documents/${encodeURIComponent(number)}`}
    target="_blank"
  >
    <FormKey />
    <button type="submit" className="link">
      <bdi dir="ltr">{number}</bdi>
    </button>
  </form>
)
