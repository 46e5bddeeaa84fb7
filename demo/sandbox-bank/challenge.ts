import { Hono, type Context } from 'hono'
import { html, raw } from 'hono/html'
import { chooseLocale, readLocale, type Locale } from '../../lib/locale.ts'
import { formatAmount, type Currency } from '../../lib/money.ts'
import { AUTO_SUBMIT, page, pageHeaders, type Markup } from './page.ts'
import { planFor, type PaymentRow } from './payment-rows.ts'
import type { Payments } from './payments.ts'
import { challengeForm } from './schemas.ts'
import type { Signer } from './signing.ts'
import { wordsIn, BANK_LOCALES } from './words.ts'

const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  troy: 'Troy',
}

/** "Visa •••• 0008": all that is ever shown of a card. */
export const cardName = (payment: PaymentRow): string =>
  `${BRAND_NAMES[payment.brand] ?? ''} •••• ${payment.last_four}`.trim()
export const amountOf = (payment: PaymentRow): string =>
  formatAmount(payment.is_check ? 0 : payment.amount_minor, payment.currency as Currency)

type End = keyof ReturnType<typeof wordsIn>['end']

function endOf(payment: PaymentRow): End {
  if (payment.reason === 'three_d_expired') return 'expired'
  if (payment.reason === 'three_d_cancelled') return 'cancelled'
  return payment.challenge_status === 'success' && payment.md_status === 1 ? 'confirmed' : 'failed'
}

/**
 * What the browser carries back to the merchant. It says how the challenge ended and nothing of
 * money.
 */
export function returnForm(payment: PaymentRow, signer: Signer): Record<string, string> {
  const status = payment.challenge_status ?? 'failure'
  const md_status = String(payment.md_status ?? 0)
  const { payment_id, attempt_id } = payment
  const isForged = planFor(payment).fault?.kind === 'return_badly_signed'
  const signed = {
    attemptId: isForged ? 'another' : attempt_id,
    paymentId: payment_id,
    mdStatus: md_status,
    status,
  }
  return { status, md_status, payment_id, attempt_id, signature: signer.browserReturn(signed) }
}

/**
 * `/3ds/{token}`: where the card holder proves who they are. Needs no session and no JavaScript.
 */
export function challengePages({
  payments,
  signer,
  merchantName,
  formOrigins,
}: {
  payments: Payments
  signer: Signer
  merchantName: string
  formOrigins: string[]
}) {
  const app = new Hono()
  const headers = pageHeaders(formOrigins)

  const localeOf = (c: Context, payment: PaymentRow | undefined): Locale =>
    readLocale(c.req.query('hl'), BANK_LOCALES) ??
    payment?.locale ??
    chooseLocale({ acceptLanguage: c.req.header('accept-language') }, BANK_LOCALES)

  const show = (c: Context, status: 200 | 404, locale: Locale, title: string, body: Markup) =>
    c.html(page({ locale, title, path: c.req.path, body }), status, headers)

  function question(c: Context, payment: PaymentRow, triesLeft: number | null) {
    const locale = localeOf(c, payment)
    const words = wordsIn(locale).challenge
    const amount = payment.is_check ? words.nothing : amountOf(payment)
    return show(
      c,
      200,
      locale,
      words.title,
      html`<section class="panel">
<h1>${words.title}</h1>
<dl>
<div><dt>${words.merchant}</dt><dd><bdi>${merchantName}</bdi></dd></div>
<div><dt>${words.card}</dt><dd><bdi dir="ltr">${cardName(payment)}</bdi></dd></div>
<div><dt>${words.amount}</dt><dd class="amount"><bdi>${amount}</bdi></dd></div>
</dl>
<div class="demo"><p><span>${words.demoCode}</span> <strong dir="ltr">${payment.challenge_code ?? ''}</strong></p>
<p class="why">${words.demoCodeWhy}</p></div>
<form method="post" action="${c.req.path}?hl=${locale}">
<label for="code">${words.code}</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus
${triesLeft === null ? '' : raw('aria-invalid="true" aria-describedby="wrong"')}>
${triesLeft === null ? '' : html`<p class="wrong" id="wrong" role="alert">${words.wrongCode(triesLeft)}</p>`}
<div class="buttons">
<button name="action" value="confirm">${payment.is_check ? words.confirmCard : words.confirm(amount)}</button>
<button name="action" value="cancel" class="plain" formnovalidate>${words.cancel}</button>
</div>
</form>
<p class="lasts">${words.lasts}</p>
</section>`,
    )
  }

  function ended(c: Context, payment: PaymentRow, { goOn }: { goOn: boolean }) {
    const locale = localeOf(c, payment)
    const words = wordsIn(locale)
    const end = endOf(payment)
    const { title, text } = words.end[goOn || end === 'expired' ? end : 'finished']
    return show(
      c,
      200,
      locale,
      title,
      html`<section class="panel end">
<h1>${title}</h1>
<p class="quiet">${text}</p>
${goOn ? html`<p class="quiet">${words.goingBack}</p>` : ''}
<form id="back" method="post" action="${payment.return_url}">
${Object.entries(returnForm(payment, signer)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${words.goOn}</button>
</form>
${goOn ? html`<script>${raw(AUTO_SUBMIT)}</script>` : ''}
</section>`,
    )
  }

  function nothingHere(c: Context) {
    const locale = localeOf(c, undefined)
    const { title, text } = wordsIn(locale).end.unknown
    return show(
      c,
      404,
      locale,
      title,
      html`<section class="panel end"><h1>${title}</h1><p class="quiet">${text}</p></section>`,
    )
  }

  app.get('/:token', (c) => {
    const payment = payments.byChallenge(c.req.param('token'))
    if (!payment) return nothingHere(c)
    return payment.state === 'challenge'
      ? question(c, payment, null)
      : ended(c, payment, { goOn: false })
  })

  app.post('/:token', async (c) => {
    const form = challengeForm.safeParse(await c.req.parseBody().catch(() => ({})))
    // A foreign form counts as a wrong code, so that it cannot reload the page for free.
    const answer = payments.answerChallenge(
      c.req.param('token'),
      form.success ? form.data : { action: 'confirm', code: '' },
    )
    if (!answer) return nothingHere(c)
    return answer.wrongCode
      ? question(c, answer.payment, answer.triesLeft)
      : ended(c, answer.payment, { goOn: true })
  })

  return app
}
