/*! Free Delivery Bar for Arasta: how much is missing until delivery is free, moved by tween.js (MIT, Tween.js authors). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      label: 'Ücretsiz kargoya giden yol',
      missing: 'Ücretsiz kargoya {amount} kaldı.',
      free: 'Kargon ücretsiz.',
      missingWith: 'Bununla ücretsiz kargoya {amount} kalır.',
      freeWith: 'Bununla kargon ücretsiz olur.',
      freeAlready: 'Sepetindekilerle kargon zaten ücretsiz.',
      inCart: 'Sepetinde {amount}',
    },
    en: {
      label: 'The way to free delivery',
      missing: '{amount} more and delivery is free.',
      free: 'Your delivery is free.',
      missingWith: 'With this you are {amount} away from free delivery.',
      freeWith: 'With this your delivery is free.',
      freeAlready: 'Your delivery is free already.',
      inCart: '{amount} in your cart',
    },
    ar: {
      label: 'الطريق إلى التوصيل المجاني',
      missing: 'بقي {amount} ليصبح التوصيل مجانيًا.',
      free: 'توصيلك مجاني.',
      missingWith: 'مع هذا المنتج يبقى {amount} للتوصيل المجاني.',
      freeWith: 'مع هذا المنتج يصبح توصيلك مجانيًا.',
      freeAlready: 'توصيلك مجاني بما في سلتك.',
      inCart: 'في سلتك {amount}',
    },
  }
  const NUMERALS = { tr: 'tr-TR', en: 'en-US', ar: 'ar-u-nu-latn' }
  const VAN =
    '<svg class="arasta-free-van" viewBox="0 0 40 24" aria-hidden="true" focusable="false">' +
    '<path class="body" d="M2 2h22a2 2 0 0 1 2 2v15H0V4a2 2 0 0 1 2-2z"/>' +
    '<path class="cab" d="M28 7h6l6 6.500V19H28z"/><circle cx="8" cy="19.500" r="3.500"/>' +
    '<circle cx="32" cy="19.500" r="3.500"/></svg>'
  const HOME =
    '<svg class="arasta-free-home" viewBox="0 0 32 32" aria-hidden="true" focusable="false">' +
    '<path d="M16 3 2 16h4v13h20V16h4z"/>' +
    '<path class="tick" d="m10.500 20 4 4 7.500-8.500" fill="none" stroke-width="3.200" stroke-linecap="round"/></svg>'
  const KEPT = 'arasta_free_delivery'
  const MOVE_MS = 1100
  const ANSWER_MS = 8000

  const block = document.querySelector('[data-arasta-free-delivery]')
  const form = document.getElementById('add-to-cart')
  const kind = document.body.dataset.page
  if (!block || !window.TWEEN) return
  const { locale, threshold, whenFree } = block.dataset
  const language = Object.hasOwn(TEXTS, locale) ? locale : 'en'
  const text = TEXTS[language]
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const number = new Intl.NumberFormat(NUMERALS[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const kept = recall()
  const sign = document.querySelector('main .price')?.textContent.replace(/[\d.,\s]/g, '') ?? ''
  const at = { goods: kept.goods ?? 0, withThis: kept.goods ?? 0, missing: null }
  let moving = 0

  const line = make('p', 'arasta-free-line')
  const spoken = make('p', 'visually-hidden')
  const road = make('div', 'arasta-free-road')
  const track = make('div', 'arasta-free-track')
  const ends = make('p', 'arasta-free-ends')
  line.setAttribute('aria-hidden', 'true')
  spoken.setAttribute('role', 'status')
  track.innerHTML = `<span class="with"></span><span class="goods"></span>${VAN}`
  road.append(track)
  road.insertAdjacentHTML('beforeend', HOME)
  road.setAttribute('role', 'progressbar')
  road.setAttribute('aria-label', text.label)
  road.setAttribute('aria-valuemin', '0')
  block.append(line, spoken, road, ends)

  if (kind === 'product' && form) {
    form.after(block)
    const quantity = form.elements.namedItem('quantity')
    let goods = 0
    let isFree = false
    const price = minorOf(document.querySelector('main [data-role=price]'))
    const draw = () => {
      const sum = goods + price * Math.max(1, Number(quantity?.value) || 1)
      const from = ownersOr(readThreshold(document) ?? kept.from)
      show({ goods, sum, from, isFree, texts: [text.missingWith, text.freeWith, text.freeAlready] })
    }
    const refresh = async () => {
      ;({ goods, isFree } = await readCart())
      draw()
    }
    quantity?.addEventListener('input', draw)
    // Another app has put something into the cart without leaving the page.
    document.addEventListener('arasta:cart-changed', refresh)
    refresh()
  } else if (kind === 'cart') {
    document.querySelector('main .row')?.before(block)
    showCart()
  }

  async function showCart() {
    const cart = cartOn(document)
    if (cart.goods === 0) return remember({ goods: 0 })
    const isKnown = threshold !== '' || kept.from !== undefined || cart.isFree
    const from = ownersOr(isKnown ? kept.from : readThreshold(await pageOf(cart.firstProduct)))
    show({ goods: cart.goods, sum: cart.goods, from, isFree: cart.isFree, texts: [text.missing, text.free, text.free] })
  }

  /** @param from minor units from which delivery is free; undefined when nobody says. */
  function show({ goods, sum, from, isFree, texts: [missingText, reachedText, freeText] }) {
    remember({ goods, ...(threshold === '' && from !== undefined && { from }) })
    // The shop reckons the order: nothing is promised here that its own cart does not say.
    const shopDisagrees = kind === 'cart' && !isFree && from !== undefined && sum >= from
    const unknown = from === undefined && !isFree && !productIsFree()
    block.hidden = shopDisagrees || unknown || (isFree && whenFree === 'false')
    if (block.hidden) return
    const limit = from ?? Math.max(sum, 1)
    const isReached = isFree || sum >= limit
    const missing = isReached ? 0 : limit - sum
    const sentence = isFree ? freeText : isReached ? reachedText : missingText
    block.classList.toggle('is-reached', isReached)
    const said = sentence.replace('{amount}', money(missing).textContent)
    if (spoken.textContent !== said) spoken.textContent = said
    road.setAttribute('aria-valuemax', String(Math.round(limit / 100)))
    road.setAttribute('aria-valuenow', String(Math.round(Math.min(sum, limit) / 100)))
    road.setAttribute('aria-valuetext', said)
    const start = goods > 0 && kind === 'product' ? sentenceOf(text.inCart, goods) : []
    const end = from === undefined ? [] : [money(from)]
    ends.replaceChildren(wrap(start), wrap(end))
    const figure = money(missing)
    line.replaceChildren(...sentenceOf(sentence, missing, figure))
    move({ goods: isFree ? limit : goods, withThis: sum, missing, limit, figure })
  }

  /** Bar and figure go together, from what was seen last to what is true now. */
  function move({ goods, withThis, missing, limit, figure }) {
    cancelAnimationFrame(moving)
    at.missing ??= Math.max(missing, limit - at.withThis)
    const draw = () => {
      block.style.setProperty('--goods', String(Math.min(1, at.goods / limit)))
      block.style.setProperty('--with', String(Math.min(1, at.withThis / limit)))
      figure.querySelector('[data-amount]').textContent = number.format(at.missing / 100)
    }
    const to = { goods, withThis, missing }
    if (calm) Object.assign(at, to)
    draw()
    block.dataset.moving = String(!calm)
    if (calm) return
    const tween = new window.TWEEN.Tween(at).to(to, MOVE_MS).easing(window.TWEEN.Easing.Cubic.Out).onUpdate(draw)
    const step = time => {
      if (!tween.isPlaying()) tween.start(time)
      if (tween.update(time)) moving = requestAnimationFrame(step)
      else block.dataset.moving = 'false'
    }
    moving = requestAnimationFrame(step)
  }

  function ownersOr(shops) {
    return threshold === '' ? shops : Number(threshold) * 100
  }

  /** A product's page says from which sum delivery is free, unless the product alone is dearer. */
  function readThreshold(page) {
    const amount = page?.querySelector('#add-to-cart ~ p .price')
    return amount ? minorOf(amount) : undefined
  }

  function productIsFree() {
    return kind === 'product' && readThreshold(document) === undefined
  }

  async function readCart() {
    const count = Number(document.querySelector('[data-role=cart-count]')?.textContent)
    const page = count > 0 ? await pageOf('/cart') : undefined
    return page ? cartOn(page) : { goods: 0, isFree: false }
  }

  function cartOn(page) {
    const sums = page.querySelector('[data-role=total]')?.closest('.card-body')
    const [goods, delivery] = sums?.querySelectorAll(':scope > .d-flex') ?? []
    return {
      goods: minorOf(goods?.querySelector('.price')),
      isFree: delivery !== undefined && !delivery.querySelector('.price'),
      firstProduct: page.querySelector('main li a[href^="/products/"]')?.getAttribute('href'),
    }
  }

  /** A page of this shop; undefined when it cannot be had, then there is no bar. */
  async function pageOf(path) {
    try {
      const answer = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) })
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
    } catch {
      return undefined
    }
  }

  /** `₺1.000,00` is 100000, `$50` is 5000. */
  function minorOf(element) {
    const written = element?.textContent.replace(/[^\d.,]/g, '') ?? ''
    const digits = Number(written.replace(/\D/g, ''))
    return /[.,]\d\d$/.test(written) ? digits : digits * 100
  }

  /** Written as the shop writes it: the sign before the amount, behind it in Arabic. */
  function money(minor) {
    const whole = make('bdi', 'price')
    const amount = make('bdi', '')
    amount.dir = 'ltr'
    amount.dataset.amount = ''
    amount.textContent = number.format(minor / 100)
    whole.dir = language === 'ar' ? 'rtl' : 'ltr'
    whole.append(...(language === 'ar' ? [amount, `\u00a0${sign}`] : [sign, amount]))
    return whole
  }

  function sentenceOf(sentence, minor, figure = money(minor)) {
    const [before, after] = sentence.split('{amount}')
    return after === undefined ? [before] : [before, figure, after]
  }

  function make(tag, className) {
    const element = document.createElement(tag)
    if (className) element.className = className
    return element
  }

  function wrap(children) {
    const span = make('span', '')
    span.append(...children)
    return span
  }

  function remember(news) {
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ ...recall(), ...news }))
    } catch {
      // Storage is closed in this browser: the bar starts at nought on every page.
    }
  }

  function recall() {
    try {
      return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}')
    } catch {
      return {}
    }
  }
})()
