import { html, raw } from 'hono/html'
import { directionOf, inLanguage, languageNames, type Html } from '../browser-request.ts'
import { locales } from '../catalogue/product.ts'
import { readParts } from './parts.ts'
import { findHoney, honeys, type Honey } from './products.ts'
import type { SiteContext } from './site-context.ts'
import type { Said } from './texts.ts'

/**
 * What kind of page it is, as the body says it (docs/loader.md); an app may ask for one kind only.
 */
type Kind = 'home' | 'list' | 'product' | 'cart' | 'other'

interface SitePage {
  title: Said | { name: string }
  page: Kind
  main?: Html
  status?: 200 | 404
}

/** A page of the site, with what its owner put into the head as it was written. */
export function sendSite(
  c: SiteContext,
  { title, page, main, status = 200 }: SitePage,
): Response | Promise<Response> {
  const { assets, locale, t, platform } = c.get('site')
  const heading = typeof title === 'string' ? t(title) : title.name
  const links = [
    ['/', 'home'],
    ['/products', 'products'],
    ['/cart', 'cart'],
  ] as const
  c.header('cache-control', 'no-store')
  return c.html(
    html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page === 'home' ? t('name') : `${heading} · ${t('name')}`}</title>
<link rel="icon" href="/jars/wildflower.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.url('own-site.css')}">
${raw(readParts(platform.db).head)}
</head>
<body data-page="${page}">
<header><a class="name" href="/">${t('name')}</a>
<nav>${links.map(([href, said]) => html`<a href="${href}"${c.req.path === href ? html` aria-current="page"` : ''}>${t(said)}</a>`)}</nav></header>
<main>${main ?? html`<h1>${heading}</h1>`}</main>
<footer><p>${t('footer')}</p><p><a href="/edit">${t('edit')}</a></p>${languages(c)}</footer>
</body>
</html>
`,
    status,
  )
}

export function languages(c: SiteContext): Html {
  const { locale, t } = c.get('site')
  return html`<ul class="languages" aria-label="${t('language')}">${locales.map(
    (one) =>
      html`<li><a lang="${one}" href="${inLanguage(c, one)}"${one === locale ? html` aria-current="true"` : ''}>${languageNames[one]}</a></li>`,
  )}</ul>`
}

export function home(c: SiteContext): Response | Promise<Response> {
  const { t } = c.get('site')
  return sendSite(c, {
    title: 'name',
    page: 'home',
    main: html`<h1>${t('welcome')}</h1><p class="story">${t('story')}</p><p><a class="button" href="/products">${t('toProducts')}</a></p>${jars(c)}`,
  })
}

export function products(c: SiteContext): Response | Promise<Response> {
  return sendSite(c, {
    title: 'products',
    page: 'list',
    main: html`<h1>${c.get('site').t('products')}</h1>${jars(c)}`,
  })
}

export function product(c: SiteContext): Response | Promise<Response> {
  const { t, locale } = c.get('site')
  const honey = findHoney(c.req.param('slug') ?? '')
  if (!honey) return sendSite(c, { title: 'notFound', page: 'other', status: 404 })
  return sendSite(c, {
    title: { name: honey.name[locale] },
    page: 'product',
    main: html`<article class="product"><img src="/jars/${honey.slug}.svg" width="360" height="360" alt="">
    <div><h1>${honey.name[locale]}</h1><p class="price"><bdi>${honey.price}</bdi></p><p>${honey.line[locale]}</p><p>${honey.about[locale]}</p>
    <p class="call">${t('order')}: <bdi dir="ltr">0555 010 20 30</bdi></p></div></article>`,
  })
}

export function cart(c: SiteContext): Response | Promise<Response> {
  const { t } = c.get('site')
  return sendSite(c, {
    title: 'cart',
    page: 'cart',
    main: html`<h1>${t('cart')}</h1><p>${t('cartEmpty')}</p><p><a class="button" href="/products">${t('toProducts')}</a></p>`,
  })
}

function jars(c: SiteContext): Html {
  const { locale } = c.get('site')
  const jar = ({
    slug,
    name,
    line,
    price,
  }: Honey) => html`<li><a href="/products/${slug}"><img src="/jars/${slug}.svg" width="240" height="240" alt="">
    <strong>${name[locale]}</strong></a><span>${line[locale]}</span><span class="price"><bdi>${price}</bdi></span></li>`
  return html`<ul class="jars">${honeys.map(jar)}</ul>`
}
