import { Hono, type Context } from 'hono'
import { html, raw } from 'hono/html'
import { chooseLocale, type Locale } from '../../lib/locale.ts'
import { type Markup, page, pageHeaders } from './page.ts'
import type { PayeeRow, Payees } from './payees.ts'
import { PAYEE_BEHAVIOURS, payeeForm } from './schemas.ts'
import { BANK_LOCALES, wordsIn } from './words.ts'

/** `/accounts/{token}`: where a partner of the merchant opens an account to be paid to. */
export function payeePages({
  payees,
  merchantName,
  formOrigins,
}: {
  payees: Payees
  merchantName: string
  /** The browser goes back there after the form. */
  formOrigins: string[]
}) {
  const app = new Hono()
  const headers = pageHeaders(formOrigins)
  const localeOf = (c: Context): Locale =>
    chooseLocale(
      { query: c.req.query('hl'), acceptLanguage: c.req.header('accept-language') },
      BANK_LOCALES,
    )

  const show = (c: Context, status: 200 | 404, title: string, body: Markup) =>
    c.html(page({ locale: localeOf(c), title, path: c.req.path, body }), status, headers)

  function question(c: Context, payee: PayeeRow) {
    const locale = localeOf(c)
    const words = wordsIn(locale).account
    return show(
      c,
      200,
      words.title,
      html`<section class="panel">
<h1>${words.title}</h1>
<p class="quiet">${words.lead}</p>
<dl>
<div><dt>${words.merchant}</dt><dd><bdi>${merchantName}</bdi></dd></div>
<div><dt>${words.holder}</dt><dd><bdi>${payee.holder}</bdi></dd></div>
</dl>
<form method="post" action="${c.req.path}?hl=${locale}">
<fieldset><legend>${words.behaviour}</legend>
${PAYEE_BEHAVIOURS.map(
  (one, n) =>
    html`<label class="choice"><input type="radio" name="behaviour" value="${one}" ${n === 0 ? raw('checked') : ''}> ${words.behaviours[one]}</label>`,
)}</fieldset>
<div class="buttons"><button>${words.send}</button></div>
</form>
</section>`,
    )
  }

  function nothingHere(c: Context) {
    const { title, text } = wordsIn(localeOf(c)).account.unknown
    return show(
      c,
      404,
      title,
      html`<section class="panel end"><h1>${title}</h1><p class="quiet">${text}</p></section>`,
    )
  }

  app.get('/:token', (c) => {
    const payee = payees.byLink(c.req.param('token'))
    if (!payee) return nothingHere(c)
    return payees.isOver(payee) ? c.redirect(payee.refresh_url, 303) : question(c, payee)
  })

  app.post('/:token', async (c) => {
    const payee = payees.byLink(c.req.param('token'))
    if (!payee) return nothingHere(c)
    if (payees.isOver(payee)) return c.redirect(payee.refresh_url, 303)
    const form = payeeForm.safeParse(await c.req.parseBody().catch(() => ({})))
    if (!form.success) return question(c, payee)
    payees.complete(payee.account_id, form.data.behaviour)
    return c.redirect(payee.return_url, 303)
  })

  return app
}
