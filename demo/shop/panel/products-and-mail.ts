import { html } from 'hono/html'
import type { Html } from '../browser-request.ts'
import { moment, price } from '../front/money.ts'
import { picturePath } from '../pictures/picture.ts'
import { originOf } from '../platform.ts'
import { getAttachment, getMail, mails } from '../storage/mails.ts'
import { allProducts } from '../storage/products.ts'
import type { Store } from '../storage/stores.ts'
import { sendNotice, sendPanel, storeRequest } from './layout.ts'
import type { PanelContext } from './layout.ts'

export function products(c: PanelContext): Promise<Response> {
  const { t, platform, store, locale } = storeRequest(c)
  const main = html`<h1>${t('products')}</h1><section class="card"><div class="scroll"><table>
  <thead><tr><th><span class="hidden">${t('picture')}</span></th><th>${t('name')}</th><th>${t('category')}</th>
    <th class="end">${t('price')}</th></tr></thead><tbody>
  ${allProducts(platform.db, store.id).map(
    (product) =>
      html`<tr><td><img src="${picturePath(product.slug)}" width="48" height="48" alt=""></td>
      <td><a href="${originOf(platform, store.id)}/products/${product.slug}" target="_blank"
        rel="noreferrer">${product.name[locale]}</a></td><td>${t(product.category)}</td>
          <td class="end nowrap">${price(product.priceMinor, store.currency, locale)}</td></tr>`,
  )}
  </tbody></table></div></section>`
  return sendPanel(c, { title: t('products'), section: 'products', store, main })
}

/**
 * The mailbox is the whole demo's: a store's menu leads to it, and the front page does, for the
 * owner of a site without a panel.
 */
function mailRequest(c: PanelContext) {
  const store = c.get('store') as Store | undefined
  return {
    ...c.get('panel'),
    place: store ? `/${store.id}/mailbox` : '/mailbox',
    page: { ...(store && { store, section: 'mailbox' as const }) },
  }
}

export function mailbox(c: PanelContext): Promise<Response> {
  const { t, platform, locale, place, page } = mailRequest(c)
  const all = mails(platform)
  const main = html`<h1>${t('mailbox')}</h1>${
    all.length === 0
      ? html`<div class="notice"><h2>${t('mailEmpty')}</h2><p>${t('mailEmptyText')}</p></div>`
      : html`<p class="muted">${t('mailEmptyText')}</p><section class="card">
      <ul class="mails">${all.map(
        (mail) => html`<li><a href="${place}/${mail.id}"><strong>${
          mail.subject || t('noSubject')
        }</strong><span class="muted"><bdi>${mail.recipient}</bdi> · ${moment(mail.receivedAt, locale)}</span></a>
          </li>`,
      )}</ul></section>`
  }`
  return sendPanel(c, { title: t('mailbox'), ...page, main: alone(c, '/', main) })
}

/** A page without a menu, with the way back. */
const alone = (c: PanelContext, back: '/' | '/mailbox', main: Html): Html =>
  (c.get('store') as Store | undefined)
    ? main
    : html`<div class="lone"><p><a href="${back}">${c.get('panel').t(back === '/' ? 'toFront' : 'mailbox')}</a></p>${main}</div>`

export function mail(c: PanelContext): Promise<Response> {
  const { t, platform, locale, place, page } = mailRequest(c)
  const found = getMail(platform, Number(c.req.param('mail')) || 0)
  if (!found) return sendNotice(c, t('notFoundTitle'), t('notFoundText'), 404)
  const subject = found.subject || t('noSubject')
  const plain = html`<pre class="mail-text" dir="auto" data-role="mail-text">${linked(found.text)}</pre>`
  const main = html`<h1 dir="auto">${subject}</h1>
  <dl class="facts"><dt>${t('from')}</dt><dd><bdi>${found.sender}</bdi></dd><dt>${t('to')}</dt><dd><bdi>${found.recipient}</bdi>
    </dd><dt>${t('date')}</dt><dd>${moment(found.receivedAt, locale)}</dd>${
      found.attachments.length === 0
        ? ''
        : html`<dt>${t('attached')}</dt><dd>${found.attachments.map(({ filename }, at) => html`<a href="${place}/${found.id}/files/${at}"><bdi>${filename}</bdi></a> `)}</dd>`
    }</dl>
  <section class="card">${
    found.html === ''
      ? plain
      : html`<iframe class="mail" title="${subject}"
    src="${place}/${found.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerpolicy="no-referrer"></iframe>
    <details><summary>${t('asText')}</summary>${plain}</details>`
  }</section>`
  return sendPanel(c, { title: t('mailbox'), ...page, main: alone(c, '/mailbox', main) })
}

/** Plain text with its web addresses as links. */
const linked = (text: string): Array<Html | string> =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) =>
      at % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : part,
    )

const letterPolicy = [
  `default-src 'none'`,
  `style-src 'unsafe-inline'`,
  'img-src data:',
  `frame-ancestors 'self'`,
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

/**
 * The letter itself, for its frame: no script, nothing from outside, links open in a tab of their
 * own.
 */
export function mailBody(c: PanelContext): Response {
  const found = getMail(c.get('panel').platform, Number(c.req.param('mail')) || 0)
  if (!found) return c.text('404', 404)
  return c.body(`<!doctype html><meta charset="utf-8"><base target="_blank">${found.html}`, 200, {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'content-security-policy': letterPolicy,
  })
}

/** What was attached, to be saved and never shown as a page of this panel. */
export function mailFile(c: PanelContext): Response {
  const file = getAttachment(
    c.get('panel').platform,
    Number(c.req.param('mail')) || 0,
    Number(c.req.param('file')) || 0,
  )
  if (!file) return c.text('404', 404)
  return c.body(new Uint8Array(file.content), 200, {
    'content-type': file.contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; sandbox`,
    'content-disposition': `attachment; filename="${file.filename.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
  })
}
