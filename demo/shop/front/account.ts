import { html } from 'hono/html'
import { z } from 'zod'
import type { Html } from '../browser-request.ts'
import { register, signIn } from '../storage/members.ts'
import { ordersOfMember } from '../storage/orders.ts'
import { setMember } from '../storage/visits.ts'
import {
  checkForm,
  emailField,
  faultNote,
  field,
  line,
  passwordField,
  readForm,
  untouched,
} from './form.ts'
import type { Filled } from './form.ts'
import { breadcrumb, sendPage } from './layout.ts'
import { moment, price } from './money.ts'
import { ensureVisit } from './request.ts'
import type { ShopContext } from './request.ts'

const registerForm = z.object({ fullName: line(120), email: emailField, password: passwordField })
const signInForm = z.object({ email: emailField, password: line(200) })

const narrow = (inside: Html): Html =>
  html`<div class="container py-4"><div class="row justify-content-center"><div class="col-md-8 col-lg-6">${inside}</div></div>
    </div>`

export function registration(c: ShopContext, filled?: Filled): Promise<Response> {
  const shop = c.get('shop')
  const { t } = shop
  const known = filled ?? untouched()
  const main =
    narrow(html`${breadcrumb(shop, { label: t('registerTitle') })}<h1 class="h2">${t('registerTitle')}</h1>
    <p class="text-body-secondary">${t('registerText')}</p>
  ${faultNote(shop, known)}<form method="post" novalidate>
    ${field(shop, known, { name: 'fullName', label: 'fullName', autocomplete: 'name' })}
    ${field(shop, known, { name: 'email', label: 'email', type: 'email', autocomplete: 'email' })}
    ${field(shop, known, {
      name: 'password',
      label: 'password',
      type: 'password',
      autocomplete: 'new-password',
      hint: 'passwordHint',
    })}
    <button class="btn btn-primary w-100">${t('registerTitle')}</button></form>
  <p class="mt-3">${t('haveAccount')} <a href="/account/sign-in">${t('signIn')}</a></p>`)
  return sendPage(c, {
    kind: 'register',
    title: t('registerTitle'),
    main,
    status: filled ? 422 : 200,
  })
}

export async function saveRegistration(c: ShopContext): Promise<Response> {
  const { platform, store } = c.get('shop')
  const values = await readForm(c)
  const checked = checkForm(registerForm, values)
  if (checked.filled) return registration(c, checked.filled)
  const member = await register(platform, store.id, checked.data)
  if (!member) return registration(c, { values, faults: { email: 'emailTaken' } })
  setMember(platform, ensureVisit(c), member.id)
  return c.redirect('/account/confirmed', 303)
}

export function confirmed(c: ShopContext): Promise<Response> {
  const { t, member } = c.get('shop')
  if (!member) return Promise.resolve(c.redirect('/account/register', 303))
  const main =
    narrow(html`<div class="card" data-role="member-confirmed"><div class="card-body p-4 text-center">
    <h1 class="h2">${t('confirmedTitle')}</h1>
    <p class="lead">${t('confirmedText')}</p><p><bdi>${member.email}</bdi></p>
    <a class="btn btn-primary" href="/products">${t('heroButton')}</a> <a class="btn btn-link"
      href="/account">${t('toAccount')}</a></div></div>`)
  return sendPage(c, { kind: 'member-confirmation', title: t('confirmedTitle'), main, code: '4' })
}

export function account(c: ShopContext): Promise<Response> {
  const shop = c.get('shop')
  const { t, member, platform, locale } = shop
  if (!member) return Promise.resolve(c.redirect('/account/sign-in', 303))
  const orders = ordersOfMember(platform, member.id)
  const main = html`<div class="container py-4">${breadcrumb(shop, { label: t('account') })}
  <div class="d-flex flex-wrap justify-content-between align-items-center gap-2 mb-3"><div>
    <h1 class="h2 mb-0">${member.fullName}</h1><bdi class="text-body-secondary">${member.email}</bdi></div>
    <form method="post" action="/account/sign-out"><button class="btn btn-outline-secondary">${t('signOut')}</button></form></div>
  <h2 class="h4">${t('orders')}</h2>
  ${
    orders.length === 0
      ? html`<p>${t('noOrders')}</p>`
      : html`<div class="table-responsive"><table class="table"><thead><tr>
    <th>${t('orderNumber')}</th><th>${t('date')}</th><th class="text-end">${t('total')}</th></tr></thead>
    <tbody>${orders.map(
      (order) => html`<tr><td><a href="/order/approve/${order.number}">${order.number}</a></td>
      <td>${moment(order.placedAt, locale)}</td><td class="text-end">${price(order.totalMinor, order.currency, locale)}</td>
        </tr>`,
    )}</tbody></table></div>`
  }
</div>`
  return sendPage(c, { kind: 'account', title: t('account'), main })
}

export function signInPage(c: ShopContext, filled?: Filled): Promise<Response> {
  const shop = c.get('shop')
  const { t } = shop
  const known = filled ?? untouched()
  const main =
    narrow(html`${breadcrumb(shop, { label: t('signIn') })}<h1 class="h2">${t('signIn')}</h1>
  ${faultNote(shop, known, known.faults.form ?? 'checkFields')}<form method="post" novalidate>
    ${field(shop, known, { name: 'email', label: 'email', type: 'email', autocomplete: 'email' })}
    ${field(shop, known, { name: 'password', label: 'password', type: 'password', autocomplete: 'current-password' })}
    <button class="btn btn-primary w-100">${t('signIn')}</button></form>
  <p class="mt-3">${t('noAccount')} <a href="/account/register">${t('registerTitle')}</a></p>`)
  return sendPage(c, { kind: 'sign-in', title: t('signIn'), main, status: filled ? 422 : 200 })
}

export async function enter(c: ShopContext): Promise<Response> {
  const { platform, store } = c.get('shop')
  const values = await readForm(c)
  const checked = checkForm(signInForm, values)
  if (checked.filled) return signInPage(c, checked.filled)
  const member = await signIn(platform, store.id, checked.data.email, checked.data.password)
  if (!member) return signInPage(c, { values, faults: { form: 'wrongPassword' } })
  setMember(platform, ensureVisit(c), member.id)
  return c.redirect('/account', 303)
}

export function leave(c: ShopContext): Response {
  const { platform, visit } = c.get('shop')
  if (visit) setMember(platform, visit, null)
  return c.redirect('/', 303)
}
