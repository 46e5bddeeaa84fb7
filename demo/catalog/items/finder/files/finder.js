/*! Product Finder for Arasta: finds products of the shop while somebody types, with Fuse.js (Apache-2.0, Kirollos Risk). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      open: 'Ürün bul',
      title: 'Ürün bul',
      label: 'Ne arıyorsun?',
      close: 'Kapat',
      all: n => `${n} ürün içinde ara.`,
      found: n => `${n} ürün bulundu.`,
      none: words => `“${words}” için ürün bulunamadı.`,
      more: 'Mağazanın aramasında dene',
      loading: 'Ürünler geliyor…',
      failed: 'Ürün listesi açılamadı.',
      keys: 'Seç ↑ ↓ · Aç Enter · Kapat Esc',
    },
    en: {
      open: 'Find a product',
      title: 'Find a product',
      label: 'What are you looking for?',
      close: 'Close',
      all: n => `Search among ${n} products.`,
      found: n => (n === 1 ? '1 product found.' : `${n} products found.`),
      none: words => `No product found for “${words}”.`,
      more: 'Try the shop’s own search',
      loading: 'Fetching the products…',
      failed: 'The product list could not be opened.',
      keys: 'Choose ↑ ↓ · Open Enter · Close Esc',
    },
    ar: {
      open: 'ابحث عن منتج',
      title: 'ابحث عن منتج',
      label: 'عمّ تبحث؟',
      close: 'إغلاق',
      all: n => `عدد المنتجات التي يمكن البحث فيها: ${n}.`,
      found: n => `عدد النتائج: ${n}.`,
      none: words => `لا منتج يطابق «${words}».`,
      more: 'جرّب بحث المتجر',
      loading: 'جارٍ جلب المنتجات…',
      failed: 'تعذّر فتح قائمة المنتجات.',
      keys: 'اختيار ↑ ↓ · فتح Enter · إغلاق Esc',
    },
  }
  const MOST_SHOWN = 8
  const WAIT_MS = 10_000
  /** How far a word may be off, from 0 (exactly) to 1 (anything). */
  const TOLERANCE = 0.34

  const MARKUP =
    '<div class="arasta-finder-top"><svg viewBox="0 0 24 24" aria-hidden="true">' +
    '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>' +
    '<input type="search" role="combobox" aria-autocomplete="list" aria-expanded="false"' +
    ' aria-controls="arasta-finder-results" autocomplete="off" spellcheck="false" maxlength="80">' +
    '<button type="button"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg></button></div>' +
    '<p role="status"></p><div role="listbox" id="arasta-finder-results"></div>' +
    '<p class="arasta-finder-more" hidden><a></a></p><p class="arasta-finder-keys" aria-hidden="true"></p>'

  const { locale, list, library, rich, shortcut, corner } = document.currentScript.dataset
  const text = TEXTS[locale] ?? TEXTS.en
  const isRich = rich === 'yes'
  const button = document.querySelector('[data-arasta-finder]')
  const listAddress = new URL(list || '/products', location.origin)
  if (!button || listAddress.origin !== location.origin) return

  const dialog = createDialog()
  const field = dialog.querySelector('input')
  const results = dialog.querySelector('[role=listbox]')
  const status = dialog.querySelector('[role=status]')
  let products = null
  let loading = null
  let shown = []
  let active = -1

  button.querySelector('[data-label]').textContent = text.open
  if (shortcut !== 'true') button.querySelector('kbd').remove()
  button.dataset.corner = corner || 'end'
  button.hidden = false
  button.addEventListener('click', open)
  if (shortcut === 'true') {
    document.addEventListener('keydown', event => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target.closest?.('input, textarea, select, [contenteditable]') || document.querySelector('dialog[open]')) return
      event.preventDefault()
      open()
    })
  }

  function createDialog() {
    const made = document.createElement('dialog')
    made.className = 'arasta-finder'
    made.setAttribute('aria-label', text.title)
    made.innerHTML = MARKUP
    const input = made.querySelector('input')
    input.setAttribute('aria-label', text.label)
    input.placeholder = text.label
    made.querySelector('[role=listbox]').setAttribute('aria-label', text.title)
    made.querySelector('.arasta-finder-more a').textContent = text.more
    made.querySelector('.arasta-finder-keys').textContent = text.keys
    const close = made.querySelector('button')
    close.setAttribute('aria-label', text.close)
    close.addEventListener('click', () => made.close())
    // A click on the dim ground lands on the dialog itself.
    made.addEventListener('click', event => event.target === made && made.close())
    made.addEventListener('close', () => button.focus())
    input.addEventListener('input', () => search(input.value))
    input.addEventListener('keydown', move)
    document.body.append(made)
    return made
  }

  async function open() {
    if (dialog.open) return
    dialog.showModal()
    field.select()
    if (!products) status.textContent = text.loading
    try {
      await (loading ??= load())
      search(field.value)
    } catch {
      loading = null
      status.textContent = text.failed
    }
  }

  /** Once, when somebody wants to search: the library, and the shop's own list of products. */
  async function load() {
    const [{ default: Fuse }, answer] = await Promise.all([
      import(library),
      fetch(listAddress, { signal: AbortSignal.timeout(WAIT_MS) }),
    ])
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    products = readProducts(page)
    const keys = [{ name: 'foldedName', weight: 3 }, ...(isRich ? [{ name: 'foldedLine', weight: 1 }] : [])]
    const fuse = new Fuse(products, { keys, threshold: TOLERANCE, ignoreLocation: true, includeScore: true })
    products.search = word => fuse.search(word)
  }

  function readProducts(page) {
    return [...page.querySelectorAll('[data-product-id]')].flatMap(card => {
      const link = card.querySelector('a[href]')
      const address = link && new URL(link.getAttribute('href'), listAddress)
      if (!address || address.origin !== location.origin) return []
      const name = link.textContent.trim()
      const line = card.querySelector('.card-text')?.textContent.trim() ?? ''
      const picture = card.querySelector('img')?.getAttribute('src') ?? ''
      const price = card.querySelector('[data-role=price]')?.textContent.trim() ?? ''
      return [{ name, line, picture, price, href: address.href, foldedName: fold(name), foldedLine: fold(line) }]
    })
  }

  /** Case, accents, the Turkish ı and the forms of one Arabic letter fall together, so that each is found by the others. */
  function fold(said) {
    return said
      .replaceAll('İ', 'i')
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\p{M}\u0640]/gu, '')
      .replaceAll('ı', 'i')
      .replaceAll('ى', 'ي')
      .replaceAll('ة', 'ه')
      .replaceAll('ؤ', 'و')
      .replaceAll('ئ', 'ي')
  }

  /** Every word must be found, the nearest come first. Near misses are shown only where nothing fits to the letter. */
  function find(said) {
    const words = fold(said).split(/\s+/).filter(Boolean)
    const scores = words.map(word => new Map(products.search(word).map(({ item, score }) => [item, score])))
    const found = products
      .filter(product => scores.every(one => one.has(product)))
      .map(product => ({ product, score: scores.reduce((sum, one) => sum + one.get(product), 0) }))
      .sort((a, b) => a.score - b.score)
      .map(({ product }) => product)
    const seen = product => (isRich ? `${product.foldedName} ${product.foldedLine}` : product.foldedName)
    const exact = found.filter(product => words.every(word => seen(product).includes(word)))
    return (exact.length > 0 ? exact : found).slice(0, MOST_SHOWN)
  }

  function search(said) {
    if (!products) return
    const wanted = said.trim()
    shown = wanted ? find(wanted) : []
    results.replaceChildren(...shown.map(option))
    field.setAttribute('aria-expanded', String(shown.length > 0))
    status.textContent = !wanted ? text.all(products.length) : shown.length > 0 ? text.found(shown.length) : text.none(wanted)
    const more = dialog.querySelector('.arasta-finder-more')
    more.hidden = !wanted || shown.length > 0
    const own = new URL(listAddress)
    own.searchParams.set('q', wanted)
    more.querySelector('a').href = own.href
    activate(shown.length > 0 ? 0 : -1)
  }

  function option(product, index) {
    const row = document.createElement('a')
    row.href = product.href
    row.id = `arasta-finder-${index}`
    row.setAttribute('role', 'option')
    row.tabIndex = -1
    const name = document.createElement('span')
    name.className = 'arasta-finder-name'
    name.textContent = product.name
    row.append(name)
    row.addEventListener('mousemove', () => activate(index))
    if (!isRich) return row
    const line = document.createElement('span')
    line.className = 'arasta-finder-line'
    line.textContent = product.line
    const words = document.createElement('span')
    words.append(name, line)
    const price = document.createElement('span')
    price.className = 'arasta-finder-price'
    price.textContent = product.price
    const picture = Object.assign(document.createElement('img'), { src: product.picture, alt: '', width: 56, height: 56 })
    row.append(picture, words, price)
    return row
  }

  function activate(index) {
    active = index
    for (const [at, row] of [...results.children].entries()) row.setAttribute('aria-selected', String(at === index))
    if (index < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `arasta-finder-${index}`)
    results.children[index]?.scrollIntoView({ block: 'nearest' })
  }

  function move(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 }
    if (event.key === 'Enter' && shown[active]) {
      event.preventDefault()
      location.assign(shown[active].href)
    } else if (event.key === 'Escape') {
      // A search field would only empty itself.
      event.preventDefault()
      dialog.close()
    } else if (Object.hasOwn(steps, event.key) && shown.length > 0) {
      event.preventDefault()
      activate((active + steps[event.key] + shown.length) % shown.length)
    }
  }
})()
