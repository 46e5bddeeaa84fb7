export const documentHref = (order: string, number: string): string =>
  `/operator/orders/${encodeURIComponent(order)}/documents/${encodeURIComponent(number)}`

/** An invoice or credit note that opens beside the console; a browser shows a PDF by itself. */
export const DocumentLink = ({ order, number }: { order: string; number: string }) => (
  <a href={documentHref(order, number)} target="_blank" rel="noreferrer" className="link">
    <bdi dir="ltr">{number}</bdi>
  </a>
)
