/*! The panel of Speed Gauge for Arasta; loaded for the owner alone. */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      title: 'Hız Ölçer',
      page: {
        home: 'Ana sayfa',
        list: 'Ürün listesi',
        product: 'Ürün sayfası',
        cart: 'Sepet',
        order: 'Sipariş',
        other: 'Öbür sayfalar',
      },
      LCP: ['Görünme', 'Sayfanın en büyük parçası göründü.'],
      INP: ['Tepki', 'Dokunuştan sonra ekran yanıt verdi.'],
      CLS: ['Kayma', 'Açılırken yerinden oynayanlar.'],
      rating: { good: 'iyi', 'needs-improvement': 'orta', poor: 'zayıf' },
      waiting: { LCP: 'bekleniyor', INP: 'henüz dokunulmadı', CLS: 'bekleniyor' },
      here: 'Bu ziyaret',
      usual: n => `Bu cihazdaki son ${n} ziyaret. Her dört ziyaretten üçü bu değerde ya da daha iyi.`,
      none: 'Geçmiş henüz boş: birkaç sayfa gez.',
      pages: 'Sayfa',
      note: 'Yalnızca bu tarayıcıda ölçülür ve burada kalır.',
      clear: 'Sil ve ölçmeyi bırak',
      close: 'Kapat',
    },
    en: {
      title: 'Speed Gauge',
      page: {
        home: 'Home',
        list: 'Product list',
        product: 'Product page',
        cart: 'Cart',
        order: 'Order',
        other: 'Other pages',
      },
      LCP: ['Appears', 'The largest part of the page was there.'],
      INP: ['Responds', 'The screen answered a tap or a key.'],
      CLS: ['Shifts', 'How much moved while loading.'],
      rating: { good: 'good', 'needs-improvement': 'fair', poor: 'poor' },
      waiting: { LCP: 'waiting', INP: 'nothing tapped yet', CLS: 'waiting' },
      here: 'This visit',
      usual: n => `The last ${n} visits on this device. Three visits in four were this good or better.`,
      none: 'No history yet: visit a few pages.',
      pages: 'Page',
      note: 'Measured in this browser alone, and kept here.',
      clear: 'Delete and stop measuring',
      close: 'Close',
    },
    ar: {
      title: 'مقياس السرعة',
      page: {
        home: 'الرئيسية',
        list: 'قائمة المنتجات',
        product: 'صفحة المنتج',
        cart: 'السلة',
        order: 'الطلب',
        other: 'صفحات أخرى',
      },
      LCP: ['الظهور', 'ظهر أكبر جزء من الصفحة.'],
      INP: ['الاستجابة', 'استجابت الشاشة للمسة أو مفتاح.'],
      CLS: ['الانزياح', 'ما تحرّك من مكانه عند التحميل.'],
      rating: { good: 'جيد', 'needs-improvement': 'متوسط', poor: 'ضعيف' },
      waiting: { LCP: 'قيد الانتظار', INP: 'لم تلمس شيئًا بعد', CLS: 'قيد الانتظار' },
      here: 'هذه الزيارة',
      usual: n => `آخر الزيارات على هذا الجهاز: ${n}. ثلاث من كل أربع كانت بهذا القدر أو أفضل.`,
      none: 'لا سجلّ بعد: تصفّح بضع صفحات.',
      pages: 'الصفحة',
      note: 'يُقاس في هذا المتصفح وحده ويبقى فيه.',
      clear: 'حذف وإيقاف القياس',
      close: 'إغلاق',
    },
  }
  const NAMES = ['LCP', 'INP', 'CLS']
  const CLOSE =
    '<svg viewBox="0 0 18 18" aria-hidden="true"><path d="m4 4 10 10M14 4 4 14" fill="none" stroke="currentColor"' +
    ' stroke-width="2" stroke-linecap="round"/></svg>'

  const gauge = window.arastaVitals
  const text = TEXTS[gauge.data.locale] ?? TEXTS.en
  const tag = gauge.data.locale === 'ar' ? 'ar-u-nu-latn' : gauge.data.locale
  const thresholds = name => window.webVitals[`${name}Thresholds`]
  let panel = null

  function rate(name, value) {
    const [good, fair] = thresholds(name)
    return value <= good ? 'good' : value <= fair ? 'needs-improvement' : 'poor'
  }

  function say(name, value) {
    if (name === 'CLS') return new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value)
    const [unit, amount] = name === 'LCP' ? ['second', value / 1000] : ['millisecond', Math.round(value)]
    return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 2 }).format(amount)
  }

  /** What three visits in four keep to: the 75th percentile, by which these values are judged everywhere. */
  function usual(visits, name) {
    const values = visits.flatMap(visit => (typeof visit[name] === 'number' ? [visit[name]] : [])).sort((a, b) => a - b)
    return values[Math.ceil(values.length * 0.75) - 1]
  }

  function make(kind, { text: said, ...attributes } = {}, ...children) {
    const made = document.createElement(kind)
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
    if (said !== undefined) made.textContent = said
    made.append(...children)
    return made
  }

  function row(name) {
    const value = gauge.values[name]
    const [title, meaning] = text[name]
    const term = make('dt', {}, make('span', { text: title }), ' ', make('small', { text: name }), make('p', { text: meaning }))
    if (value === undefined) return make('div', {}, term, make('dd', { class: 'is-missing', text: text.waiting[name] }))
    const rating = rate(name, value)
    return make(
      'div',
      { 'data-rating': rating },
      term,
      make(
        'dd',
        {},
        make('strong', { text: say(name, value) }),
        ' ',
        make('em', { text: text.rating[rating] }),
        scale(name, value),
      ),
    )
  }

  /** Three parts, good to poor, and where the value stands: drawn as shapes, since a page's policy forbids styles in markup. */
  function scale(name, value) {
    const [good, fair] = thresholds(name)
    const beyond = value <= fair ? 1 + (value - good) / (fair - good) : 2 + Math.min(1, value / fair - 1)
    const place = value <= good ? value / good : beyond
    const at = 4 + (place / 3) * 112
    const drawn = make('span', { class: 'arasta-vitals-scale', 'aria-hidden': 'true' })
    drawn.innerHTML =
      '<svg viewBox="0 0 120 14"><rect width="38" height="6" y="4" rx="3"/><rect x="41" width="38" height="6" y="4" rx="3"/>' +
      `<rect x="82" width="38" height="6" y="4" rx="3"/><circle cx="${at.toFixed(1)}" cy="7" r="5"/></svg>`
    return drawn
  }

  function cell(name, visits) {
    const value = usual(visits, name)
    if (value === undefined) return make('td', { text: '–' })
    const rating = rate(name, value)
    const word = make('span', { class: 'visually-hidden', text: ` ${text.rating[rating]}` })
    return make('td', { 'data-rating': rating }, say(name, value), word)
  }

  function pastTable(visits) {
    const pages = Object.keys(text.page).filter(page => visits.some(visit => visit.page === page))
    const rows = pages.map(page => {
      const own = visits.filter(visit => visit.page === page)
      const times = make('small', { text: `× ${own.length}` })
      return make('tr', {}, make('th', { scope: 'row' }, text.page[page], ' ', times), ...NAMES.map(name => cell(name, own)))
    })
    const heads = NAMES.map(name => make('th', { scope: 'col', text: text[name][0] }))
    return make(
      'table',
      {},
      make('caption', { text: text.usual(visits.length) }),
      make('thead', {}, make('tr', {}, make('th', { scope: 'col', text: text.pages }), ...heads)),
      make('tbody', {}, ...rows),
    )
  }

  function draw() {
    panel?.querySelector('dl').replaceChildren(...NAMES.map(row))
  }

  function open() {
    if (panel) return
    const close = make('button', { type: 'button', class: 'arasta-vitals-close', 'aria-label': text.close })
    close.innerHTML = CLOSE
    const clear = make('button', { type: 'button', class: 'arasta-vitals-clear', text: text.clear })
    const past = gauge.past.length > 0 ? pastTable(gauge.past) : make('p', { class: 'arasta-vitals-note', text: text.none })
    panel = make(
      'section',
      { class: 'arasta-vitals', 'aria-label': text.title },
      make('h2', { text: text.title }),
      close,
      make('h3', { text: `${text.here} · ${text.page[gauge.page]}` }),
      make('dl'),
      ...(gauge.data.past === 'yes' ? [past] : []),
      make('p', { class: 'arasta-vitals-note', text: text.note }),
      clear,
    )
    close.addEventListener('click', shut)
    clear.addEventListener('click', () => {
      gauge.stop()
      shut()
    })
    document.body.append(panel)
    draw()
  }

  function shut() {
    gauge.shut()
    panel.remove()
    panel = null
  }

  gauge.onChange = draw
  window.arastaVitalsPanel = open
})()
