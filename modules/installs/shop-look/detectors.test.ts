import { describe, expect, test } from 'vitest'
import { detect, SEARCH_FOR } from './detectors.ts'
import { FINDING_KINDS, type FindingKind } from './finding-kinds.ts'
import { readShopPage } from './read-page.ts'

const HOME = 'https://www.lale.example/'
const PRODUCT = 'https://www.lale.example/urun/lale-vazo'

/** A product page as a Turkish shop system makes it, with everything that it may lack. */
const whole = `<!doctype html><html lang="tr"><head><meta charset="utf-8"><title>Lale Vazo</title>
<meta name="description" content="El yapımı vazo"><meta property="og:type" content="product">
<script type="application/ld+json">{"@context":"https://schema.org","@type" : "Product","aggregateRating":{"@type":"AggregateRating","ratingValue":"4.8"}}</script>
<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
<script src="https://cdn.cookieyes.com/client_data/1/script.js"></script>
<link rel="stylesheet" href="/photoswipe.css"></head><body>
<form role="search"><input type="search" name="q"></form>
<a href="/iletisim">İletişim</a> <a href="https://wa.me/905321234567">WhatsApp</a>
<div class="free-shipping-bar">₺1.000 üstü kargo bedava</div><a hreflang="en" href="/en">English</a>
<div class="gallery pswp"><img src="/1.jpg" alt="Lale vazo"><img src="/2.jpg" alt=""></div>
<p>Tahmini teslim: yarın</p><section id="yorumlar"></section></body></html>`

/** The same without any of it. */
const bare = `<!doctype html><html lang="tr"><head><title>Lale Vazo</title><meta property="og:type" content="product">
<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script></head><body>
<!-- cookie consent, reviews and a search were here --><a href="/sepet">Sepet</a><a href="/cerez-politikasi">Çerez politikası</a>
<p>₺1.000 üstü kargo bedava</p>${'<img src="/1.jpg">'.repeat(12)}</body></html>`

const kindsOf = (html: string, hasSitemap: boolean | null = null): FindingKind[] =>
  detect({ pages: [readShopPage(PRODUCT, html)], hasSitemap }).map(({ kind }) => kind)

describe('what a shop lacks', () => {
  test('is nothing where everything is there', () => {
    expect(kindsOf(whole, true)).toEqual([])
  })

  test('is each thing that is not there, and words in comments or of people do not count', () => {
    expect(kindsOf(bare, false)).toEqual([...FINDING_KINDS])
  })

  test('is said with a page and a count', () => {
    const pages = [readShopPage(HOME, '<p>Merhaba</p>'), readShopPage(PRODUCT, bare)]
    const found = detect({ pages, hasSitemap: null })
    expect(found.find((one) => one.kind === 'consent')).toEqual({
      kind: 'consent',
      pageUrl: PRODUCT,
      seen: 1,
      of: 2,
    })
    expect(found.find((one) => one.kind === 'alt_texts')).toMatchObject({ seen: 12, of: 12 })
  })

  test('is no choice of languages only where nothing could be one', () => {
    const lacks = (html: string) =>
      kindsOf(bare.replace('<body>', `<body>${html}`)).includes('languages')
    for (const html of [
      '<select class="lang-select"></select>',
      '<ul><li>Türkçe</li><li>English</li></ul>',
      '<a href="/?hl=en">EN</a>',
      '<script src="https://cdn.weglot.com/weglot.min.js"></script>',
    ])
      expect(lacks(html), html).toBe(false)
    expect(lacks('<p>English tea</p><link rel="alternate" hreflang="x-default" href="/">')).toBe(
      true,
    )
  })

  test('is no announcement bar only where nothing could be one', () => {
    const lacks = (html: string) =>
      kindsOf(bare.replace('<body>', `<body>${html}`)).includes('announcement')
    for (const name of ['announcement', 'topbar', 'top-bar', 'promo_bar', 'ust-duyuru'])
      expect(lacks(`<div class="${name}">Bayramda kapalıyız</div>`), name).toBe(false)
    expect(lacks('<p class="bar">Bayramda kapalıyız</p>')).toBe(true)
  })

  test('is not said of products where no product page was read, nor of consent without a tracker', () => {
    const found = detect({ pages: [readShopPage(HOME, '<p>Merhaba</p>')], hasSitemap: null })
    const kinds = found.map(({ kind }) => kind)
    for (const kind of [
      'consent',
      'structured_data',
      'reviews',
      'delivery_day',
      'picture_viewer',
      'sitemap',
      'alt_texts',
    ])
      expect(kinds).not.toContain(kind)
    expect(kinds).toContain('contact')
  })

  test('is silent where one page has the thing, whatever the others lack', () => {
    const pages = [readShopPage(HOME, whole), readShopPage(PRODUCT, bare)]
    const kinds = detect({ pages, hasSitemap: true }).map(({ kind }) => kind)
    expect(kinds).toEqual(['alt_texts'])
  })

  test('leads to words that find an item, for every kind', () => {
    for (const kind of FINDING_KINDS) expect(SEARCH_FOR[kind].length).toBeGreaterThan(0)
  })

  test('takes time that grows with the page and not faster, and ends with its first 512 kB', () => {
    const hostile = [
      '<a href="/x'.repeat(60_000),
      '<script type="application/ld+json">"@type"' + ' '.repeat(400_000),
      '<p>' + 'free '.repeat(100_000),
      '<div class="' + 'shipping-'.repeat(60_000),
      '<div class="' + 'language-promo_'.repeat(40_000),
      '<'.repeat(500_000),
    ]
    for (const html of hostile) {
      const began = performance.now()
      detect({ pages: [readShopPage(PRODUCT, html)], hasSitemap: null })
      expect(performance.now() - began).toBeLessThan(1_500)
    }
    const late = readShopPage(PRODUCT, `${' '.repeat(600_000)}<a href="tel:+90">Ara</a>`)
    expect(late.hasContact).toBe(false)
  })
})
