const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one,
  )
const fields = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')

/**
 * A document that sends itself on: what iyzico hands out in base64, and what a bank's page ends
 * with.
 */
export const selfSubmitting = (
  action: string,
  values: Record<string, string>,
): string => `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><title>iyzico 3D Secure</title></head>
<body onload="document.getElementById('go').submit()"><form id="go" method="post" action="${escape(action)}">${fields(values)}<noscript><button>Devam</button></noscript></form></body></html>`

/** The bank's page: the holder says yes or no. */
export const holderPage = (
  action: string,
  paymentId: string,
  amount: string,
): string => `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Banka doğrulaması (yerel ikiz)</title></head>
<body><h1>3D Secure</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">${fields({ MD: paymentId })}
<button name="action" value="confirm">Onayla</button> <button name="action" value="cancel">Vazgeç</button></form></body></html>`

/** iyzico's own payment page: the card is typed there. */
export const cardPage = (action: string, token: string, amount: string): string => `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>iyzico ödeme sayfası (yerel ikiz)</title></head>
<body><h1>iyzico</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">${fields({ token })}
<label>Kart <input name="number" value="5528790000000008"></label> <button>Öde</button></form></body></html>`
