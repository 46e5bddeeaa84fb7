import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Assets } from '../assets.ts'
import { chooseLocale, isOwnForm } from '../browser-request.ts'
import { locales } from '../catalogue/product.ts'
import { isStoreId } from '../config.ts'
import type { StoreId } from '../config.ts'
import { pictureRoutes } from '../pictures/picture.ts'
import type { Platform } from '../platform.ts'
import { allStores, requireStore } from '../storage/stores.ts'
import { ownSite } from './own-site.ts'
import { PEOPLE, readPerson } from './people.ts'
import { languages, sendNotice, sendPanel } from './layout.ts'
import type { PanelContext, PanelEnv } from './layout.ts'
import { market, openInTab, renew } from './market.ts'
import { order, orders, overview, writeNote } from './overview-and-orders.ts'
import { mail, mailBody, mailbox, mailFile, products } from './products-and-mail.ts'
import { openStores, signIn, signOut } from './session.ts'
import { saveItemCode } from './item-code.ts'
import { renewKey, saveCode, saveFaults, saveFront, saveStatus, settings } from './settings.ts'
import { say } from './texts.ts'

/** A place inside the panel, of this store; anything else leads to the store's first page. */
const safeNext = (next: unknown, store: StoreId): string =>
  typeof next === 'string' && new RegExp(`^/${store}(?:[/?][\\w/?=&%.-]*)?$`).test(next)
    ? next
    : `/${store}`

const MAILBOX = [
  ['/mailbox', mailbox],
  ['/mailbox/:mail', mail],
  ['/mailbox/:mail/body', mailBody],
  ['/mailbox/:mail/files/:file', mailFile],
] as const

/** The admin panel of the platform. */
export function panelRoutes(platform: Platform, assets: Assets) {
  const { db } = platform
  const app = new Hono<PanelEnv>()
  app.route('/assets', assets.app)
  app.route('/pictures', pictureRoutes())

  app.use(async (c, next) => {
    const named = c.req.path.split('/')[1] ?? ''
    const locale = chooseLocale(
      c,
      locales,
      requireStore(db, isStoreId(named) ? named : 'store-1').locale,
    )
    c.set('panel', { platform, assets, locale, t: (said) => say[said][locale] })
    const { t } = c.get('panel')
    if (c.req.method === 'POST' && !isOwnForm(c, new URL(c.req.url).origin)) {
      return sendNotice(c, t('foreignTitle'), t('wrongText'), 403)
    }
    await next()
  })

  for (const [path, answer] of MAILBOX) app.get(path, answer)
  app.get('/', (c) => signInPage(c, openStores(c, platform)))
  app.get('/sign-in', (c) => signInPage(c, []))
  app.post('/sign-in', async (c) => {
    const { store, next, person } = await c.req.parseBody()
    if (typeof store !== 'string' || !isStoreId(store)) return c.redirect('/', 303)
    signIn(c, platform, store, readPerson(person))
    return c.redirect(safeNext(next, store), 303)
  })
  app.post('/sign-out', (c) => {
    signOut(c, platform)
    return c.redirect('/', 303)
  })

  function signInPage(c: PanelContext, open: readonly StoreId[]): Promise<Response> {
    const panel = c.get('panel')
    const { t, locale } = panel
    const next = c.req.query('next') ?? ''
    const wanted = allStores(db).filter(
      (store) => next === '' || next.split(/[/?]/)[1] === store.id,
    )
    const stores = wanted.length === 0 ? allStores(db) : wanted
    const main = html`<div class="sign-in"><p class="brand">Demo Commerce</p><h1>${t('signInTitle')}</h1><p>${t('signInText')}</p>
    <ul>${stores.map(
      (store) => html`<li><div><strong>${store.names[locale]}</strong><br>
      <bdi class="muted">${platform.hostOf(store.id)}</bdi></div>
      ${
        open.includes(store.id)
          ? html`<a class="button" href="/${store.id}">${t('panel')}</a>`
          : html`<form method="post" action="/sign-in"><input type="hidden" name="store" value="${store.id}"><input type="hidden"
          name="next" value="${next}"><select name="person" aria-label="${t('signInAs')}">${PEOPLE.map(
            (one) => html`<option value="${one}">${t(`person_${one}`)}</option>`,
          )}</select> <button class="button">${t('ownerOf')} ${store.id.slice(-1)}</button></form>`
      }</li>`,
    )}</ul>
    ${next === '' ? ownSite(panel) : ''}${languages(c, panel)}</div>`
    return sendPanel(c, { title: t('panel'), main })
  }

  const stores = new Hono<PanelEnv>()
  stores.use(async (c, next) => {
    const id = c.req.param('store') ?? ''
    const { t } = c.get('panel')
    if (!isStoreId(id)) return sendNotice(c, t('notFoundTitle'), t('notFoundText'), 404)
    if (!openStores(c, platform).includes(id)) {
      if (c.req.method !== 'GET') return c.json({ error: 'signed_out' }, 401)
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(`/sign-in?${new URLSearchParams({ next: pathname + search })}`, 303)
    }
    c.set('store', requireStore(db, id))
    await next()
  })
  stores.get('/', overview)
  stores.get('/orders', orders)
  stores.get('/orders/:number', order)
  stores.post('/orders/:number/notes', writeNote)
  stores.get('/products', products)
  for (const section of ['apps', 'themes'] as const) {
    stores.get(`/${section}`, market)
    stores.post(`/${section}/launch`, renew)
    stores.post(`/${section}/open`, openInTab)
  }
  for (const [path, answer] of MAILBOX) stores.get(path, answer)
  stores.get('/settings', settings)
  stores.post('/settings/status', saveStatus)
  stores.post('/settings/key', renewKey)
  stores.post('/settings/code', saveCode)
  stores.post('/settings/item-code', saveItemCode)
  stores.post('/settings/faults', saveFaults)
  stores.post('/settings/front', saveFront)
  app.route('/:store', stores)

  app.notFound((c) =>
    sendNotice(c, c.get('panel').t('notFoundTitle'), c.get('panel').t('notFoundText'), 404),
  )
  app.onError((error, c) => {
    console.error(error)
    const panel = c.get('panel') as PanelContext['var']['panel'] | undefined
    return panel
      ? sendNotice(c, panel.t('wrongTitle'), panel.t('wrongText'), 500)
      : c.text('500', 500)
  })
  return app
}
