/*! Cart Notices for Arasta: a short notice when the cart changed, around Notyf (MIT, Carlos Roso). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      notices: 'Bildirimler',
      added: 'Sepetine eklendi',
      changed: count => `Adet artık ${count}`,
      removed: 'Sepetinden çıktı',
      toCart: 'Sepete git',
      close: 'Bildirimi kapat',
    },
    en: {
      notices: 'Notices',
      added: 'Added to your cart',
      changed: count => `Quantity is now ${count}`,
      removed: 'Out of your cart',
      toCart: 'Go to cart',
      close: 'Close this notice',
    },
    ar: {
      notices: 'الإشعارات',
      added: 'أُضيف إلى سلتك',
      changed: count => `العدد الآن ${count}`,
      removed: 'أُزيل من سلتك',
      toCart: 'إلى السلة',
      close: 'إغلاق الإشعار',
    },
  }
  const REMEMBERED = 'arasta_notice'
  const FRESH_MS = 60_000
  const SENDING_MS = 10_000
  const MOST_AT_ONCE = 2
  const TICK =
    '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="12"/>' +
    '<path d="m6.500 12.500 3.800 3.800 7.200-8" fill="none" stroke-width="2.600" stroke-linecap="round"/></svg>'

  const { locale, place, seconds, stay } = document.currentScript.dataset
  if (!window.Notyf) return
  const text = TEXTS[locale] ?? TEXTS.en
  const notyf = new window.Notyf({
    // The time is kept below, because it must stand still while somebody reads.
    duration: 0,
    ripple: false,
    dismissible: true,
    // Its "right" is the end of a line, so it is the left where writing runs that way.
    position: { x: 'right', y: place === 'top' ? 'top' : 'bottom' },
    types: [{ type: 'cart', icon: false }],
  })
  const container = document.querySelector('.notyf')
  container.setAttribute('role', 'region')
  container.setAttribute('aria-label', text.notices)
  container.dataset.place = place
  const shown = []
  const sending = new WeakSet()

  const remembered = recall()
  if (remembered && document.body.dataset.page === 'cart') sayWhatHappened(remembered)

  document.addEventListener('submit', event => {
    const form = event.target
    // Somebody else, a required delivery day for instance, has stopped this form already.
    if (event.defaultPrevented || form.method !== 'post') return
    const path = new URL(form.getAttribute('action') ?? '', location.href).pathname
    if (path === '/cart') {
      const slug = String(new FormData(form).get('slug') ?? '')
      if (stay === 'true') addFromHere(event, form, slug)
      else remember({ kind: 'added', slug })
    } else if (/^\/cart\/lines\/\d+$/.test(path)) {
      rememberChange(event, form, path)
    }
  })

  /** Sends the customer's own form as the browser would, and stays. The shop answers with its cart: that tells what came of it. */
  async function addFromHere(event, form, slug) {
    event.preventDefault()
    if (sending.has(form)) return
    sending.add(form)
    const submitter = event.submitter
    submitter?.setAttribute('aria-busy', 'true')
    try {
      const body = new URLSearchParams(new FormData(form, submitter))
      const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, signal: AbortSignal.timeout(SENDING_MS) })
      const cart = new DOMParser().parseFromString(await answer.text(), 'text/html')
      // Refused: the shop has the words for it, so its own page is shown.
      if (!answer.ok || cart.body.dataset.page !== 'cart') return HTMLFormElement.prototype.submit.call(form)
      const count = cart.querySelector('[data-role=cart-count]')?.textContent
      for (const badge of document.querySelectorAll('[data-role=cart-count]')) badge.textContent = count ?? badge.textContent
      document.dispatchEvent(new CustomEvent('arasta:cart-changed'))
      show({ title: text.added, ...lineOf(cart, slug), withWay: true, back: submitter })
    } catch {
      // No answer: nobody here knows whether it went in, the cart does.
      location.assign('/cart')
    } finally {
      sending.delete(form)
      submitter?.removeAttribute('aria-busy')
    }
  }

  function rememberChange(event, form, path) {
    const line = form.closest('li')
    const field = form.elements.namedItem('quantity')
    const removing = event.submitter?.name === 'remove' || Number(field.value) === 0
    if (!removing && field.value === field.defaultValue) return
    remember({ kind: removing ? 'removed' : 'changed', path, count: field.value, ...aboutLine(line) })
  }

  /** After the shop has loaded its cart: says only what that page bears out. */
  function sayWhatHappened({ kind, slug, path, count, name, picture }) {
    const form = path ? document.querySelector(`main form[action="${path}"]`) : null
    if (kind === 'added') {
      const line = lineOf(document, slug)
      if (line.name) show({ title: text.added, ...line })
    } else if (kind === 'removed' && !form) {
      show({ title: text.removed, name, picture })
    } else if (kind === 'changed' && form?.elements.namedItem('quantity').value === count) {
      show({ title: text.changed(count), ...aboutLine(form.closest('li')) })
    }
  }

  /** The shop writes a product with other notes into a line of its own; the last one is the newest. */
  function lineOf(cart, slug) {
    return aboutLine([...cart.querySelectorAll(`main li a[href="/products/${CSS.escape(slug)}"]`)].at(-1)?.closest('li'))
  }

  function aboutLine(line) {
    return {
      name: line?.querySelector('a[href^="/products/"]')?.textContent.trim() ?? '',
      picture: line?.querySelector('img')?.getAttribute('src') ?? '',
    }
  }

  function show({ title, name, picture, withWay = false, back }) {
    // Notyf reads the message aloud as it stands and also draws it as markup: without "<" it is none.
    const spoken = (name ? `${title}: ${name}` : title).replaceAll('<', '‹')
    if (place === 'top') standBelow(document.querySelector('nav.navbar'))
    while (shown.length >= MOST_AT_ONCE) notyf.dismiss(shown.shift())
    const notice = notyf.open({ type: 'cart', message: spoken })
    shown.push(notice)
    const node = container.lastElementChild
    fill(node.querySelector('.notyf__message'), { title, name, withWay })
    node.querySelector('.notyf__wrapper').prepend(mark(picture))
    const close = node.querySelector('.notyf__dismiss-btn')
    close.type = 'button'
    close.setAttribute('aria-label', text.close)

    const away = () => {
      if (node.contains(document.activeElement)) back?.focus()
      notyf.dismiss(notice)
    }
    close.addEventListener('click', () => back?.focus())
    node.addEventListener('keydown', event => {
      if (event.key === 'Escape') away()
    })
    let timer
    const start = () => {
      clearTimeout(timer)
      timer = setTimeout(away, Number(seconds) * 1000)
    }
    for (const pause of ['pointerenter', 'focusin']) node.addEventListener(pause, () => clearTimeout(timer))
    for (const goOn of ['pointerleave', 'focusout']) node.addEventListener(goOn, start)
    start()
  }

  function fill(message, { title, name, withWay }) {
    const strong = document.createElement('strong')
    strong.textContent = title
    const product = document.createElement('bdi')
    product.textContent = name
    message.replaceChildren(strong, product)
    if (!withWay) return
    const way = document.createElement('a')
    way.href = '/cart'
    way.textContent = text.toCart
    message.append(way)
  }

  function mark(picture) {
    const icon = document.createElement('span')
    icon.className = 'arasta-notice-mark'
    if (picture) {
      const image = document.createElement('img')
      image.src = picture
      image.alt = ''
      icon.append(image)
    }
    icon.insertAdjacentHTML('beforeend', TICK)
    return icon
  }

  /** Under the shop's head, where the cart is; at the edge of the window when the head is scrolled away. */
  function standBelow(head) {
    const below = Math.max(0, head?.getBoundingClientRect().bottom ?? 0)
    container.style.setProperty('--arasta-notice-top', `${below}px`)
  }

  function remember(what) {
    try {
      sessionStorage.setItem(REMEMBERED, JSON.stringify({ ...what, at: Date.now() }))
    } catch {
      // Storage is closed in this browser: then there is no notice.
    }
  }

  function recall() {
    try {
      const kept = sessionStorage.getItem(REMEMBERED)
      sessionStorage.removeItem(REMEMBERED)
      const what = kept ? JSON.parse(kept) : null
      return what && Date.now() - what.at < FRESH_MS ? what : null
    } catch {
      return null
    }
  }
})()
