import { html } from 'hono/html'
import type { Db } from '#db/client.ts'
import { directionOf, type Locale } from '#lib/locale.ts'
import type { LegalText } from './legal/legal-text.ts'

interface Kept {
  version: string
  texts: LegalText[]
}

/**
 * The texts that the buyer of an order agreed to, in the words and the language in which they were
 * shown.
 */
async function findAgreedTexts(
  db: Db,
  orderId: string,
): Promise<{ orderNumber: string; kept: Kept; sha256: string; agreedAt: Date }[]> {
  const rows = await db
    .selectFrom('consents')
    .innerJoin('agreed_texts', 'agreed_texts.sha256', 'consents.text_sha256')
    .innerJoin('orders', 'orders.id', 'consents.order_id')
    .distinctOn('kind')
    .select(['orders.number', 'kind', 'sha256', 'agreed_at', 'content'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', ['distance_sale', 'immediate_delivery', 'data_protection'])
    .orderBy('kind')
    .orderBy('agreed_at', 'desc')
    .execute()
  return rows.map((row) => ({
    orderNumber: row.number,
    kept: row.content as unknown as Kept,
    sha256: row.sha256,
    agreedAt: row.agreed_at,
  }))
}

/**
 * A page of its own to be kept: it loads nothing and holds the words themselves, when they were
 * agreed to, and what proves them. Null when there are none.
 */
export async function writeAgreedTexts(
  db: Db,
  orderId: string,
  locale: Locale,
): Promise<{ orderNumber: string; page: string } | null> {
  const agreed = await findAgreedTexts(db, orderId)
  const orderNumber = agreed[0]?.orderNumber
  if (orderNumber === undefined) return null
  const page = html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${orderNumber}</title>
<style>body{margin:2rem auto;max-width:42rem;padding:0 1rem;font:16px/1.6 'Albert Sans','Vazirmatn',system-ui,sans-serif;color:#131f2c}h1{font-size:1.5rem;margin-top:2.5rem}h2{font-size:1rem;margin-bottom:0}p{margin-top:.25rem}small{color:#5a6470;overflow-wrap:anywhere}</style></head>
<body>
${agreed.map(
  ({ kept, sha256, agreedAt }) => html`${kept.texts.map(
    (text) => html`<h1>${text.title}</h1>
${text.parts.map((part) => html`<h2>${part.heading}</h2><p>${part.text}</p>`)}`,
  )}
<p><small dir="ltr">${orderNumber} · ${kept.version} · ${agreedAt.toISOString()} · SHA-256 ${sha256}</small></p>`,
)}
</body></html>
`
  return { orderNumber, page: String(await page) }
}
