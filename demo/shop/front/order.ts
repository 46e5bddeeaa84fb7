import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../browser-request.ts'
import type { Notes } from '../storage/carts.ts'
import { getOwnOrder, linesOf, payments, placeOrder } from '../storage/orders.ts'
import type { Address } from '../storage/address.ts'
import { keepAddress } from '../storage/visits.ts'
import { noteList, sums } from './cart.ts'
import {
  checkForm,
  choice,
  emailField,
  faultNote,
  faultText,
  field,
  line,
  phoneField,
  readForm,
  ticked,
  untouched,
} from './form.ts'
import type { Filled } from './form.ts'
import { sendMessage, sendPage } from './layout.ts'
import { price } from './money.ts'
import type { ShopContext, ShopRequest } from './request.ts'

const countries = ['TR', 'AE', 'DE', 'EG', 'FR', 'GB', 'JO', 'MA', 'NL', 'QA', 'SA', 'US'] as const

const addressForm = z.object({
  fullName: line(120),
  email: emailField,
  phone: phoneField,
  street: line(200),
  district: line(80),
  city: line(80),
  country: choice(countries),
})
const paymentForm = z.object({ payment: choice(payments), terms: ticked('termsNeeded') })

function steps({ t }: ShopRequest, at: 1 | 2 | 3): Html {
  const names = [t('stepAddress'), t('stepPayment'), t('stepApprove')]
  return html`<ol class="nav nav-pills nav-fill mb-4"
    aria-label="${t('steps')}">${names.map(
      (name, index) =>
        html`<li class="nav-item"><span class="${index + 1 === at ? 'nav-link active' : 'nav-link disabled'}"${
          index + 1 === at ? html` aria-current="step"` : ''
        }>${index + 1}. ${name}</span></li>`,
    )}</ol>`
}

const countryName = (code: string, { locale }: ShopRequest) =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code

export function addressLines(address: Address, shop: ShopRequest): Html {
  const country = countryName(address.country, shop)
  return html`<address class="mb-0">${address.fullName}<br>${address.street}<br>${address.district}, ${address.city}<br>
    ${country}<br><bdi>${address.phone}</bdi></address>`
}

/** An article of a cart or an order: how many of what, for how much, with its notes. */
function orderLine(name: string, quantity: number, amount: Html, notes: Notes): Html {
  return html`<li class="mb-2"><div class="d-flex justify-content-between gap-2">
    <span>${name} <span class="text-body-secondary">× ${quantity}</span></span><span class="text-nowrap">${amount}</span></div>
    ${noteList(notes)}</li>`
}

function summaryCard(shop: ShopRequest): Html {
  const { t, locale, store, cart } = shop
  return html`<div class="card"><div class="card-body"><h2 class="h5">${t('summary')}</h2>
  <ul class="list-unstyled mb-3">${cart.lines.map(({ product, quantity, notes }) =>
    orderLine(
      product.name[locale],
      quantity,
      price(product.priceMinor * quantity, store.currency, locale),
      notes,
    ),
  )}</ul>
  ${sums(shop)}</div></div>`
}

function sendStep(
  c: ShopContext,
  at: 1 | 2,
  title: string,
  form: Html,
  status: 200 | 422,
): Promise<Response> {
  const shop = c.get('shop')
  const main = html`<div class="container py-4">${steps(shop, at)}
  <div class="row g-4"><div class="col-lg-7"><h1 class="h2 mb-3">${title}</h1>${form}</div>
    <div class="col-lg-5">${summaryCard(shop)}</div></div></div>`
  return sendPage(c, {
    kind: at === 1 ? 'order-address' : 'order-payment',
    title,
    main,
    code: at === 1 ? '100100' : '100101',
    status,
  })
}

export function address(c: ShopContext, filled?: Filled): Promise<Response> {
  const shop = c.get('shop')
  const { t, visit, member } = shop
  if (shop.cart.lines.length === 0) return Promise.resolve(c.redirect('/cart', 303))
  const known =
    filled ??
    untouched({
      country: 'TR',
      fullName: member?.fullName ?? '',
      email: member?.email ?? '',
      ...visit?.address,
    })
  const form = html`${faultNote(shop, known)}<form method="post" novalidate>
    ${field(shop, known, { name: 'fullName', label: 'fullName', autocomplete: 'name' })}
    <div class="row"><div class="col-sm-6">${field(shop, known, {
      name: 'email',
      label: 'email',
      type: 'email',
      autocomplete: 'email',
    })}</div>
    <div class="col-sm-6">${field(shop, known, { name: 'phone', label: 'phone', type: 'tel', autocomplete: 'tel' })}</div></div>
    ${field(shop, known, { name: 'street', label: 'street', autocomplete: 'street-address' })}
    <div class="row"><div class="col-sm-6">${field(shop, known, {
      name: 'district',
      label: 'district',
      autocomplete: 'address-level2',
    })}</div>
    <div class="col-sm-6">${field(shop, known, { name: 'city', label: 'city', autocomplete: 'address-level1' })}</div></div>
    <div class="mb-3"><label class="form-label" for="country">${t('country')}</label>
      <select class="form-select" id="country" name="country" autocomplete="country">
      ${countries.map(
        (code) =>
          html`<option value="${code}"${
            code === known.values.country ? html` selected` : ''
          }>${countryName(code, shop)}</option>`,
      )}</select>${faultText(t, 'country', known.faults.country)}</div>
    <button class="btn btn-primary btn-lg w-100">${t('toPayment')}</button></form>`
  return sendStep(c, 1, t('addressTitle'), form, filled ? 422 : 200)
}

export async function saveAddress(c: ShopContext): Promise<Response> {
  const { platform, visit, cart } = c.get('shop')
  if (!visit || cart.lines.length === 0) return c.redirect('/cart', 303)
  const checked = checkForm(addressForm, await readForm(c))
  if (checked.filled) return address(c, checked.filled)
  keepAddress(platform, visit, checked.data)
  return c.redirect('/order/payment', 303)
}

export function payment(c: ShopContext, filled?: Filled): Promise<Response> {
  const shop = c.get('shop')
  const { t, visit } = shop
  if (shop.cart.lines.length === 0) return Promise.resolve(c.redirect('/cart', 303))
  if (!visit?.address) return Promise.resolve(c.redirect('/order/address', 303))
  const known = filled ?? untouched({ payment: payments[0] })
  const form = html`${faultNote(shop, known)}
    <div class="card mb-4"><div class="card-body d-flex justify-content-between gap-3"><div>
      <h2 class="h6">${t('sendTo')}</h2>${addressLines(visit.address, shop)}</div><div><a href="/order/address">${t('change')}</a>
        </div></div></div>
    <form method="post" novalidate><fieldset class="mb-3"><legend class="visually-hidden">${t('paymentTitle')}</legend>
      ${payments.map(
        (
          way,
        ) => html`<div class="form-check border rounded p-3 ps-5 mb-2"><input class="form-check-input"
        type="radio" name="payment" id="${way}" value="${way}"${
          way === known.values.payment ? html` checked` : ''
        }><label class="form-check-label d-block" for="${way}">${t(way)}</label></div>`,
      )}
      ${faultText(t, 'payment', known.faults.payment)}<p class="form-text">${t('paymentText')}</p></fieldset>
      <div class="form-check mb-3"><input class="${known.faults.terms ? 'form-check-input is-invalid' : 'form-check-input'}"
        type="checkbox" name="terms" id="terms" value="yes"${
          known.values.terms === 'yes' ? html` checked` : ''
        }><label class="form-check-label"
            for="terms">${t('terms')}</label>${faultText(t, 'terms', known.faults.terms)}</div>
      <button class="btn btn-primary btn-lg w-100">${t('approveOrder')}</button></form>`
  return sendStep(c, 2, t('paymentTitle'), form, filled ? 422 : 200)
}

export async function approve(c: ShopContext): Promise<Response> {
  const { platform, visit, store, locale } = c.get('shop')
  if (!visit) return c.redirect('/cart', 303)
  const checked = checkForm(paymentForm, await readForm(c))
  if (checked.filled) return payment(c, checked.filled)
  const number = placeOrder(platform, store, visit, checked.data.payment, locale)
  return c.redirect(number === undefined ? '/cart' : `/order/approve/${number}`, 303)
}

export function approved(c: ShopContext): Promise<Response> {
  const shop = c.get('shop')
  const { t, locale, platform, visit } = shop
  const order = visit && getOwnOrder(platform, visit, c.req.param('number') ?? '')
  if (!order) return sendMessage(c, 'not-found', t('notFoundTitle'), t('notFoundText'), 404)
  const amount = (minor: number) => price(minor, order.currency, locale)
  const main = html`<div class="container py-4">${steps(shop, 3)}
  <div class="row justify-content-center"><div class="col-lg-8"><div class="card" data-role="order-approved">
    <div class="card-body p-4 text-center">
    <h1 class="h2">${t('approvedTitle')}</h1><p class="lead">${t('approvedText')}</p>
    <p class="fs-5 mb-4">${t('orderNumber')} <strong data-role="order-number"><bdi>${order.number}</bdi></strong></p>
    <ul class="list-unstyled text-start border-top pt-3">
      ${linesOf(platform, order).map(({ name, quantity, priceMinor, notes }) =>
        orderLine(name, quantity, amount(priceMinor * quantity), notes),
      )}
      <li class="d-flex justify-content-between"><span>${t('delivery')}</span>
        <span>${order.deliveryMinor === 0 ? t('free') : amount(order.deliveryMinor)}</span></li>
      <li class="d-flex justify-content-between fw-semibold border-top pt-2 mt-2">
        <span>${t('total')} · ${t(order.payment)}</span><span>${amount(order.totalMinor)}</span></li></ul>
    <a class="btn btn-outline-primary mt-2" href="/products">${t('keepShopping')}</a>
  </div></div></div></div></div>`
  return sendPage(c, {
    kind: 'order-approve',
    title: t('approvedTitle'),
    main,
    code: '100102',
    data: { 'order-number': order.number },
  })
}
