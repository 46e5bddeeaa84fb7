import { html } from 'hono/html'
import type { Locale } from '../../lib/locale.ts'
import { BEHAVIOURS, KNOWN_CARDS, type Later, ownNumber } from './cards.ts'
import { amountOf, cardName } from './challenge.ts'
import { page } from './page.ts'
import type { PaymentRow, PaymentRows } from './payment-rows.ts'
import { wordsIn } from './words.ts'

const SHOWN = 50

/** Meaning → numbers; cards that do the same stand in one row. */
function testCards(): Map<string, string[]> {
  const rows = new Map<string, string[]>()
  for (const { meaning, number } of KNOWN_CARDS)
    rows.set(meaning, [...(rows.get(meaning) ?? []), number])
  const easy = ownNumber('00', 'charge', { noChallengeInAuto: true })
  rows.set('pays without a challenge when the merchant leaves it to the bank', [easy])
  for (const [code, { fault, decline }] of Object.entries(BEHAVIOURS).sort(([a], [b]) =>
    a.localeCompare(b),
  )) {
    if (fault ?? decline) rows.set((fault ?? decline ?? '').replaceAll('_', ' '), [ownNumber(code)])
  }
  return rows
}

/** Cards that are kept and then charged without their holder. */
const laterCards = (): [Later, string][] =>
  Object.entries(BEHAVIOURS).flatMap(([code, { later }]) =>
    later ? [[later, ownNumber(code)] satisfies [Later, string]] : [],
  )

const grouped = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
const reasonText = (reason: string) => reason.replace('three_d', '3-D Secure').replaceAll('_', ' ')
const timeOf = (payment: PaymentRow) =>
  new Date(payment.created_at).toISOString().slice(0, 19).replace('T', ' ')

/**
 * The last payments and the test cards, for whoever shows the product. Of a card only brand and
 * last four are known here.
 */
export function homePage(rows: PaymentRows, locale: Locale) {
  const words = wordsIn(locale).home
  const latest = rows.latest(SHOWN)
  const body =
    latest.length === 0
      ? html`<p class="empty">${words.none}</p>`
      : html`<table class="payments">
<thead><tr>${[words.order, words.amount, words.state, words.card, words.time].map((head) => html`<th>${head}</th>`)}</tr></thead>
<tbody>${latest.map((payment) => {
          const refunded = rows.refundedMinor(payment.payment_id)
          const back =
            refunded > 0 &&
            html`<span class="quiet more">${words.refunded} <bdi>${amountOf({ ...payment, amount_minor: refunded })}</bdi></span>`
          return html`<tr>
<td class="order"><bdi>${payment.order_number}</bdi></td>
<td class="sum"><bdi>${amountOf(payment)}</bdi>${back}</td>
<td class="state-${payment.state}">${words.states[payment.state]}${
            payment.reason
              ? html`<span class="quiet more"><bdi lang="en">${reasonText(payment.reason)}</bdi></span>`
              : ''
          }</td>
<td class="quiet"><bdi dir="ltr">${cardName(payment)}</bdi></td>
<td class="quiet time"><bdi dir="ltr">${timeOf(payment)}</bdi></td></tr>`
        })}</tbody></table>`
  return page({
    locale,
    title: words.title,
    path: '/',
    wide: true,
    body: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
<div class="table">${body}</div>
<details><summary>${words.cards}</summary><p class="lead">${words.cardsWhy}</p>
<div class="table"><table class="cards">
<thead><tr><th>${words.meaning}</th><th>${words.card}</th></tr></thead>
<tbody>${[...testCards()].map(
      ([meaning, numbers]) => html`<tr><td><bdi lang="en">${meaning}</bdi></td>
<td class="numbers">${numbers.map((number) => html`<bdi dir="ltr">${grouped(number)}</bdi> `)}</td></tr>`,
    )}</tbody></table></div>
<h2>${words.laterCards}</h2><p class="lead">${words.laterCardsWhy}</p>
<div class="table"><table class="cards">
<thead><tr><th>${words.meaning}</th><th>${words.card}</th></tr></thead>
<tbody>${laterCards().map(
      ([later, number]) => html`<tr><td>${words.later[later]}</td>
<td class="numbers"><bdi dir="ltr">${grouped(number)}</bdi></td></tr>`,
    )}</tbody></table></div>
</details>`,
  })
}
