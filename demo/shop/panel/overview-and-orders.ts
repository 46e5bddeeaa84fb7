import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../browser-request.ts'
import { effectsOf } from '../connector/effects.ts'
import type { Effect } from '../connector/effects.ts'
import { placementCodes, placementSlot } from '../connector/slots.ts'
import { moment, price } from '../front/money.ts'
import { mails } from '../storage/mails.ts'
import { addNote, getOrder, linesOf, notesOf, orderFigures, ordersOf } from '../storage/orders.ts'
import type { Order } from '../storage/orders.ts'
import { allProducts } from '../storage/products.ts'
import { sectionPath, sendNotice, sendPanel, storeRequest } from './layout.ts'
import type { PanelContext, StoreRequest } from './layout.ts'
import { placementNames } from './texts.ts'

export function overview(c: PanelContext): Promise<Response> {
  const request = storeRequest(c)
  const { t, platform, store, locale } = request
  const figures = orderFigures(platform, store.id)
  const effects = effectsOf(platform.db, store.id)
  const figure = (label: string, value: Html | number, href: string) =>
    html`<a class="figure" href="${href}"><span class="value">${value}</span><span>${label}</span></a>`
  const main = html`<h1>${store.names[locale]}</h1>
  <div class="figures">
    ${figure(t('orders'), figures.count, sectionPath(store, 'orders'))}
    ${figure(t('salesTotal'), price(figures.totalMinor, store.currency, locale), sectionPath(store, 'orders'))}
    ${figure(t('products'), allProducts(platform.db, store.id).length, sectionPath(store, 'products'))}
    ${figure(t('mailbox'), mails(platform).length, sectionPath(store, 'mailbox'))}
  </div>
  <section class="card"><h2>${t('onTheShop')}</h2>
    ${
      effects.length === 0
        ? html`<p>${t('nothingOnTheShop')}</p><a class="button"
      href="${sectionPath(store, 'apps')}">${t('toApps')}</a>`
        : html`<div class="scroll"><table><thead><tr><th>${t('item')}</th><th>${t('version')}</th><th>${t('place')}</th></tr>
        </thead><tbody>
      ${effects.map(
        (
          effect,
        ) => html`<tr><td><bdi>${effect.prefix}</bdi></td><td><bdi>${effect.version}</bdi></td>
        <td>${placeName(effect, request)}</td></tr>`,
      )}</tbody></table></div>`
    }
  </section>
  <section class="card"><h2>${t('latestOrders')}</h2>${orderTable(request, ordersOf(platform, store.id).slice(0, 5))}</section>`
  return sendPanel(c, { title: t('overview'), section: 'overview', store, main })
}

function placeName({ slot }: Effect, { t, locale }: StoreRequest): string {
  const code = placementCodes.find((one) => placementSlot(one) === slot)
  return code === undefined
    ? t(slot === 'theme' ? 'themePlace' : 'userPlace')
    : placementNames[code][locale]
}

function orderTable({ t, store, locale }: StoreRequest, orders: readonly Order[]): Html {
  if (orders.length === 0) return html`<p>${t('noOrders')}</p>`
  return html`<div class="scroll"><table><thead><tr><th>${t('order')}</th><th>${t('customer')}</th>
    <th class="roomy">${t('date')}</th><th class="end">${t('total')}</th></tr></thead><tbody>
    ${orders.map(
      (
        order,
      ) => html`<tr><td><a href="/${store.id}/orders/${order.number}"><bdi>${order.number}</bdi></a></td>
      <td>${order.address.fullName}</td><td class="nowrap roomy">${moment(order.placedAt, locale)}</td>
        <td class="end nowrap">${price(order.totalMinor, order.currency, locale)}</td></tr>`,
    )}</tbody></table></div>`
}

export function orders(c: PanelContext): Promise<Response> {
  const request = storeRequest(c)
  const { t, platform, store } = request
  const main = html`<h1>${t('orders')}</h1><section class="card">${orderTable(request, ordersOf(platform, store.id))}</section>`
  return sendPanel(c, { title: t('orders'), section: 'orders', store, main })
}

export function order(c: PanelContext): Promise<Response> {
  const { t, platform, store, locale } = storeRequest(c)
  const found = getOrder(platform, store.id, c.req.param('number') ?? '')
  if (!found) return sendNotice(c, t('notFoundTitle'), t('notFoundText'), 404)
  const { address } = found
  const notes = notesOf(platform, found)
  const main = html`<h1>${t('order')} <bdi>${found.number}</bdi></h1>
  <p class="muted">${moment(found.placedAt, locale)} · ${t(found.payment)}</p>
  <div class="columns">
    <section class="card"><h2>${t('products')}</h2><ul class="lines">
      ${linesOf(platform, found).map(
        (line) => html`<li><span>${line.name} <span class="muted">× ${line.quantity}</span>
        ${Object.entries(line.notes).map(
          ([label, value]) => html`<br><span class="note">${label}: <bdi>${value}</bdi></span>`,
        )}</span>
          <span class="nowrap">${price(line.priceMinor * line.quantity, found.currency, locale)}</span></li>`,
      )}
      <li><span>${t('delivery')}</span><span>${price(found.deliveryMinor, found.currency, locale)}</span></li>
      <li class="sum"><span>${t('total')}</span><span>${price(found.totalMinor, found.currency, locale)}</span></li></ul>
        </section>
    <section class="card"><h2>${t('address')}</h2>
      <address>${address.fullName}<br>${address.street}<br>${address.district}, ${address.city}
        <bdi>${address.country}</bdi><br><bdi>${address.phone}</bdi><br><bdi>${address.email}</bdi></address></section>
  </div>
  <section class="card"><h2>${t('notes')}</h2>
    ${
      notes.length === 0
        ? html`<p>${t('noNotes')}</p>`
        : html`<ul class="notes">${notes.map(
            (note) =>
              html`<li><strong>${note.author === '' ? t('you') : note.author}</strong> <span class="muted">${moment(
                note.writtenAt,
                locale,
              )}</span><br>${note.text}</li>`,
          )}</ul>`
    }
    <form method="post" action="/${store.id}/orders/${found.number}/notes"><label for="text">${t('newNote')}</label>
      <textarea id="text" name="text" rows="3" maxlength="2000" required></textarea>
      <button class="button">${t('addNote')}</button></form></section>`
  return sendPanel(c, { title: `${t('order')} ${found.number}`, section: 'orders', store, main })
}

const ownNote = z.string().trim().min(1).max(2000)

/** The owner's own note has no author. */
export async function writeNote(c: PanelContext): Promise<Response> {
  const { t, platform, store } = storeRequest(c)
  const found = getOrder(platform, store.id, c.req.param('number') ?? '')
  if (!found) return sendNotice(c, t('notFoundTitle'), t('notFoundText'), 404)
  const text = ownNote.safeParse((await c.req.parseBody()).text)
  if (text.success) addNote(platform, found, '', text.data)
  return c.redirect(`/${store.id}/orders/${found.number}`, 303)
}
