/*! Pages ahead, for Arasta: which links may be fetched early, and what the owner is shown of it. */
;(() => {
  'use strict'

  // Instant Page and Ready Pages bring the same file; on a shop that has both, the first one works for both.
  if (window.arastaAhead) return

  /** A page whose address speaks of one of these belongs to one customer, or changes something when it is asked for. */
  const PRIVATE_WORDS = [
    'cart basket bag checkout payment pay order orders account profile login logout signin signout sign register admin',
    'add remove delete download unsubscribe wishlist favorites',
    'sepet sepetim sepete kasa ödeme sipariş siparişler siparişlerim hesap hesabım üye üyelik giriş çıkış kayıt',
    'ekle çıkar sil favoriler',
    'سلة السلة طلب الطلب طلبات طلباتي حساب الحساب حسابي دخول خروج دفع الدفع',
  ]
  /** Only these may follow a question mark: they choose what a list shows. A language in an address is remembered by the shop. */
  const LIST_KEYS = ['category', 'kategori', 'page', 'sayfa']
  const MOST_LISTED = 5

  const fold = text => text.toLowerCase().replaceAll('ı', 'i').normalize('NFKD').replace(/\p{M}/gu, '')
  const privateWords = new Set(PRIVATE_WORDS.flatMap(line => fold(line).split(' ')))

  /** @param leaveOut beginnings of paths that the owner wants left alone, separated by commas */
  function mayFetch(link, leaveOut = '') {
    if (navigator.connection?.saveData) return false
    if (link.origin !== location.origin || link.hasAttribute('download') || link.target === '_blank') return false
    if (link.relList.contains('nofollow')) return false
    if (link.pathname === location.pathname && link.search === location.search) return false
    if ([...new URLSearchParams(link.search).keys()].some(key => !LIST_KEYS.includes(key))) return false
    if (isPrivate(link.pathname)) return false
    const left = leaveOut.split(',').flatMap(one => (one.trim() ? [fold(one.trim())] : []))
    return !left.some(beginning => fold(readable(link.pathname)).startsWith(beginning))
  }

  const isPrivate = path =>
    fold(readable(path))
      .split(/[^\p{L}\p{N}]+/u)
      .some(word => privateWords.has(word))

  function readable(path) {
    try {
      return decodeURIComponent(path)
    } catch {
      return path
    }
  }

  const kept = {
    read(key) {
      try {
        return sessionStorage.getItem(`arasta_ahead_${key}`) !== null
      } catch {
        return false
      }
    },
    write(key, value) {
      try {
        if (value) sessionStorage.setItem(`arasta_ahead_${key}`, '1')
        else sessionStorage.removeItem(`arasta_ahead_${key}`)
      } catch {
        // Without storage the owner's view is open on one page only.
      }
    },
  }

  /*
   * The libraries end in `<link rel=prefetch>`. Chromium drops such a page unless the shop says that it may be kept, and shops
   * do not say so of pages that show a cart. What a speculation rule fetched is kept all the same, for this document alone; so
   * where there are rules, a link to one of the page's own links becomes one on its way into the head. Everything else passes.
   */
  const { nonce } = document.currentScript
  const knowsRules = HTMLScriptElement.supports?.('speculationrules') === true
  const asked = new Map()
  const views = []
  for (const way of ['append', 'appendChild']) {
    const original = document.head[way]
    document.head[way] = function (...nodes) {
      const [node] = nodes
      const links = node instanceof HTMLLinkElement && node.rel === 'prefetch' ? linksTo(node.href) : []
      if (links.length > 0) {
        asked.set(node.href, { name: nameOf(links), links })
        for (const draw of views) draw()
      }
      return links.length > 0 && knowsRules ? original.call(this, ruleFor(node.href)) : original.apply(this, nodes)
    }
  }

  const linksTo = href => [...document.links].filter(link => link.href === href)

  function ruleFor(href) {
    const rule = Object.assign(document.createElement('script'), { type: 'speculationrules', nonce })
    rule.dataset.arastaAhead = href
    rule.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [href], eagerness: 'immediate' }] })
    return rule
  }

  /** A page that came before the cart changed would show the old number: taking its rule away lets the browser forget it. */
  function forget() {
    for (const rule of document.querySelectorAll('script[data-arasta-ahead]')) rule.remove()
    for (const { links } of asked.values()) for (const link of links) delete link.dataset.arastaReady
    asked.clear()
    for (const draw of views) draw()
  }
  document.addEventListener('submit', event => {
    if (event.target.method !== 'get') forget()
  })
  // Many shops fill the cart without a form.
  new PerformanceObserver(list => {
    const calls = list.getEntries().filter(entry => entry.initiatorType === 'fetch' || entry.initiatorType === 'xmlhttprequest')
    if (calls.some(call => isPrivate(new URL(call.name).pathname))) forget()
  }).observe({ type: 'resource' })

  function nameOf(links) {
    const said = links.flatMap(link => [link.getAttribute('aria-label'), link.textContent, link.querySelector('img')?.alt])
    return (said.find(name => name?.trim()) ?? links[0].pathname).trim().replace(/\s+/g, ' ').slice(0, 60)
  }

  /**
   * The owner's view: opened by `#word` at the end of an address, it stays for this tab until it is closed.
   * @param words title, count(n), none, mark, early(ms), late(ms), note, close; `paused` says why nothing is asked for,
   *   if that is so
   */
  function ownersView(word, words) {
    const draw = () => kept.read(word) && drawView(word, words)
    const open = () => {
      if (location.hash !== `#${word}`) return
      kept.write(word, true)
      draw()
    }
    views.push(draw)
    addEventListener('hashchange', open)
    open()
    draw()
  }

  function drawView(word, words) {
    const box = document.getElementById(`arasta-ahead-${word}`) ?? createView(word, words)
    for (const { links } of asked.values()) for (const link of links) link.dataset.arastaReady = words.mark
    box.querySelector('[data-count]').textContent = words.paused ?? (asked.size === 0 ? words.none : words.count(asked.size))
    const names = [...asked.values()].slice(-MOST_LISTED).toReversed()
    box.querySelector('ul').replaceChildren(
      ...names.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })),
    )
  }

  function createView(word, words) {
    const box = document.createElement('section')
    box.id = `arasta-ahead-${word}`
    box.className = 'arasta-ahead'
    box.setAttribute('aria-label', words.title)
    box.innerHTML =
      '<h2></h2><button type="button"><svg viewBox="0 0 18 18" aria-hidden="true"><path d="m4 4 10 10M14 4 4 14" fill="none"' +
      ' stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg></button>' +
      '<p data-arrival></p><p data-count role="status"></p><ul></ul><p data-note></p>'
    box.querySelector('h2').textContent = words.title
    box.querySelector('[data-note]').textContent = words.note
    new PerformanceObserver(list => {
      const [visit] = list.getEntries()
      if (visit.type !== 'navigate') return
      const waited = Math.max(0, Math.round(visit.responseEnd - visit.startTime))
      const early = visit.deliveryType === 'navigational-prefetch' || visit.deliveryType === 'cache'
      box.querySelector('[data-arrival]').textContent = early ? words.early(waited) : words.late(waited)
    }).observe({ type: 'navigation', buffered: true })
    const close = box.querySelector('button')
    close.setAttribute('aria-label', words.close)
    close.addEventListener('click', () => {
      kept.write(word, false)
      box.remove()
      if (document.querySelector('.arasta-ahead')) return
      for (const link of document.querySelectorAll('[data-arasta-ready]')) delete link.dataset.arastaReady
    })
    document.body.append(box)
    return box
  }

  window.arastaAhead = { mayFetch, ownersView }
})()
