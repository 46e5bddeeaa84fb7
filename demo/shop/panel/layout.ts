import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Assets } from '../assets.ts'
import { directionOf, inLanguage, languageNames } from '../browser-request.ts'
import type { Html } from '../browser-request.ts'
import { locales } from '../catalogue/product.ts'
import type { Locale } from '../catalogue/product.ts'
import { originOf } from '../platform.ts'
import type { Platform } from '../platform.ts'
import type { Store } from '../storage/stores.ts'
import type { Said } from './texts.ts'

export interface PanelRequest {
  platform: Platform
  assets: Assets
  locale: Locale
  t(said: Said): string
}
/** A request for a page of one store, by somebody who may see it. */
export interface StoreRequest extends PanelRequest {
  store: Store
}

export type PanelEnv = { Bindings: HttpBindings; Variables: { panel: PanelRequest; store: Store } }
export type PanelContext = Context<PanelEnv>

export const storeRequest = (c: PanelContext): StoreRequest => ({
  ...c.get('panel'),
  store: c.get('store'),
})

const sections = [
  'overview',
  'orders',
  'products',
  'apps',
  'themes',
  'mailbox',
  'settings',
] as const
export type Section = (typeof sections)[number]

export const sectionPath = (store: Store, section: Section): string =>
  section === 'overview' ? `/${store.id}` : `/${store.id}/${section}`

export interface PanelPage {
  title: string
  main: Html
  section?: Section
  /** Without a store the page stands alone, without the menu. */
  store?: Store
  /** The market's frame takes the whole width. */
  wide?: boolean
  status?: 200 | 400 | 403 | 404 | 500
}

export function setPanelHeaders(c: Context, { config }: Platform): void {
  const markets = `${config.market.app} ${config.market.theme}`
  c.header(
    'content-security-policy',
    [
      `default-src 'self'`,
      `img-src 'self' data:`,
      `frame-src 'self' ${markets}`,
      `form-action 'self' ${markets}`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `frame-ancestors 'none'`,
    ].join('; '),
  )
  c.header('referrer-policy', 'no-referrer')
  c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

export async function sendPanel(c: PanelContext, page: PanelPage): Promise<Response> {
  const panel = c.get('panel')
  const { assets, locale, t, platform } = panel
  setPanelHeaders(c, platform)
  return c.html(
    html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Demo Commerce</title>
<link rel="icon" href="/pictures/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.url('panel.css')}">
<script src="${assets.url('panel.js')}" defer></script>
</head>
<body class="${page.store ? 'with-menu' : 'alone'}">
<a class="skip" href="#main">${t('skip')}</a>
${page.store ? menu(c, panel, page.store, page.section) : ''}
<div class="page">
  ${
    page.store
      ? html`<header class="top"><nav aria-label="${t('panel')}"><a href="/${page.store.id}">${t('panel')}</a>
    <span aria-hidden="true">/</span> <span aria-current="page">${page.title}</span></nav>${languages(c, panel)}</header>`
      : ''
  }
  <main id="main" class="${page.wide ? 'wide' : 'content'}">${page.main}</main>
</div>
</body>
</html>
`,
    page.status ?? 200,
  )
}

function menu(
  c: PanelContext,
  panel: PanelRequest,
  store: Store,
  section: Section | undefined,
): Html {
  const { t, locale, platform } = panel
  const links = html`<ul>${sections.map(
    (one) =>
      html`<li><a href="${sectionPath(store, one)}"${
        one === section ? html` aria-current="page"` : ''
      }>${t(one)}</a></li>`,
  )}</ul>
    <ul class="second"><li><a href="${originOf(platform, store.id)}/" target="_blank" rel="noreferrer">${t('visitShop')}</a></li>
    <li><a href="/">${t('otherStore')}</a></li>
    <li><form method="post" action="/sign-out"><button>${t('signOut')}</button></form></li></ul>`
  return html`<aside class="side">
  <div class="brand"><a href="/${store.id}">Demo Commerce</a><span class="store">${store.names[locale]}</span>
    <span class="store"><bdi>${platform.hostOf(store.id)}</bdi></span></div>
  <nav class="menu" aria-label="${t('menu')}">${links}</nav>
  <details class="menu-phone"><summary>${t('menu')}</summary><nav aria-label="${t('menu')}">${links}</nav></details>
</aside>`
}

export const languages = (c: PanelContext, { t, locale }: PanelRequest): Html =>
  html`<ul class="languages" aria-label="${t('language')}">${locales.map(
    (one) =>
      html`<li><a lang="${one}" href="${inLanguage(c, one)}"${
        one === locale ? html` aria-current="true"` : ''
      }>${languageNames[one]}</a></li>`,
  )}</ul>`

/** A page that only says something and shows a way on. */
export const sendNotice = (
  c: PanelContext,
  title: string,
  text: string,
  status: NonNullable<PanelPage['status']>,
) =>
  sendPanel(c, {
    title,
    status,
    main: html`<div class="notice"><h1>${title}</h1>
    <p>${text}</p><a class="button" href="/">${c.get('panel').t('toOverview')}</a></div>`,
  })
