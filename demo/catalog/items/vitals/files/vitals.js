/*! Speed Gauge for Arasta: measures in the browsers of the shop's owner, and nowhere else. */
;(() => {
  'use strict'

  const STORED = 'arasta_vitals'
  const OPEN = 'arasta_vitals_open'
  const MOST_KEPT = 200
  const PAGES = ['home', 'list', 'product', 'cart', 'order']

  const script = document.currentScript
  const { word, library, panel, styles } = script.dataset
  const [firstWord] = (document.body.dataset.page ?? '').split('-')
  const page = PAGES.includes(firstWord) ? firstWord : 'other'
  const values = {}
  const loaded = new Map()
  let stopped = false

  /** What the panel knows and does; it is a file of its own, which customers never load. */
  const gauge = {
    page,
    values,
    past: stored() ?? [],
    data: script.dataset,
    onChange() {},
    /** Closes the panel; the word leaves the address, so that a reload does not open it again. */
    shut() {
      keep(sessionStorage, OPEN, null)
      if (location.hash) history.replaceState(null, '', location.pathname + location.search)
    },
    /** Forgets everything and measures no more in this browser. */
    stop() {
      stopped = true
      gauge.past = []
      keep(localStorage, STORED, null)
    },
  }
  window.arastaVitals = gauge

  addEventListener('hashchange', begin)
  begin()

  /** A browser in which nobody ever used the owner's word ends here: it measures nothing and loads nothing more. */
  function begin() {
    const asked = wordInAddress() === (word || 'vitals')
    if (asked) {
      stopped = false
      keep(sessionStorage, OPEN, '1')
      if (!stored()) keep(localStorage, STORED, '[]')
    }
    if (!asked && !stored()) return
    const measuring = measure()
    if (asked || read(sessionStorage, OPEN)) measuring.then(show)
  }

  function wordInAddress() {
    try {
      return decodeURIComponent(location.hash.slice(1))
    } catch {
      return ''
    }
  }

  function measure() {
    if (loaded.has(library)) return loaded.get(library)
    return load('script', { src: library }).then(() => {
      const note = ({ name, value }) => {
        values[name] = value
        gauge.onChange()
      }
      for (const name of ['LCP', 'INP', 'CLS']) window.webVitals[`on${name}`](note, { reportAllChanges: true })
      addEventListener('pagehide', save)
    })
  }

  async function show() {
    await Promise.all([load('link', { rel: 'stylesheet', href: styles }), load('script', { src: panel })])
    window.arastaVitalsPanel()
  }

  function load(kind, attributes) {
    const address = attributes.src ?? attributes.href
    if (!loaded.has(address)) {
      const element = Object.assign(document.createElement(kind), attributes)
      element.nonce = script.nonce
      loaded.set(address, new Promise(done => element.addEventListener('load', done)))
      document.head.append(element)
    }
    return loaded.get(address)
  }

  function save() {
    if (stopped || values.LCP === undefined) return
    keep(localStorage, STORED, JSON.stringify([...(stored() ?? []), { page, ...values }].slice(-MOST_KEPT)))
  }

  function stored() {
    try {
      const found = JSON.parse(localStorage.getItem(STORED))
      return Array.isArray(found) ? found : null
    } catch {
      return null
    }
  }

  function read(storage, key) {
    try {
      return storage.getItem(key)
    } catch {
      return null
    }
  }

  function keep(storage, key, value) {
    try {
      if (value === null) storage.removeItem(key)
      else storage.setItem(key, value)
    } catch {
      // Storage is closed in this browser: this page is measured all the same, and forgotten.
    }
  }
})()
