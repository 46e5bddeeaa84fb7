// First on every page of a preview. The page has no origin: what it would keep in cookies or
// storage it keeps here, until the next page. Nothing relies on this script: whoever takes it out
// finds the sandbox behind it.
;(() => {
  const { note, outside, failed } = document.currentScript.dataset
  const send = (message) => {
    if (parent !== window) parent.postMessage(message, '*')
  }
  const tell = () =>
    send({
      type: 'arasta:preview',
      path: location.pathname,
      search: location.search,
      failed: failed ?? null,
    })
  tell()
  // Only the market and its panels may frame this page (its policy), so the parent is one of them.
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data === null || typeof data !== 'object') return
    if (data.type === 'arasta:preview?') tell()
    else if (data.type === 'arasta:preview:places') showPlaces(data)
    else if (data.type === 'arasta:preview:scroll') scrollAsTold(data.y)
  })

  // Where the page changes. The item's elements are those between its comments as the page was
  // sent; they are looked up before its own scripts run, and followed wherever these move them.
  const SILENT = 'script, style, link, meta, template, noscript'
  const marked = new Map()
  function findMarked() {
    const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
    for (let start = comments.nextNode(); start; start = comments.nextNode()) {
      const mark = /^arasta:(preview-\d{1,3})$/.exec(start.data)?.[1]
      if (mark === undefined) continue
      const found = []
      for (
        let node = start.nextSibling;
        node && !(node.nodeType === Node.COMMENT_NODE && node.data === `/arasta:${mark}`);
        node = node.nextSibling
      )
        if (node.nodeType === Node.ELEMENT_NODE && !node.matches(SILENT)) found.push(node)
      marked.set(mark, [...(marked.get(mark) ?? []), ...found])
    }
  }
  // Before deferred scripts, unlike DOMContentLoaded.
  if (document.readyState === 'loading')
    document.addEventListener(
      'readystatechange',
      () => {
        findMarked()
        draw()
      },
      { once: true },
    )

  const ROOM = 10
  /** The room of a place on the page; null while nothing of it is seen. */
  function roomOf({ mark }) {
    const boxes = (marked.get(mark) ?? [])
      .filter((element) => element.isConnected)
      .flatMap((element) => [element, ...element.children])
      .map((element) => element.getBoundingClientRect())
      .filter((box) => box.width > 1 && box.height > 1)
    if (boxes.length === 0) return null
    const left = Math.max(3, Math.min(...boxes.map((box) => box.left)) - ROOM)
    const right = Math.min(
      document.documentElement.clientWidth - 3,
      Math.max(...boxes.map((box) => box.right)) + ROOM,
    )
    const top = Math.min(...boxes.map((box) => box.top)) - ROOM
    const bottom = Math.max(...boxes.map((box) => box.bottom)) + ROOM
    return { left, top, width: right - left, height: bottom - top }
  }

  let places = []
  let layer
  /** In a shadow, so that no style of the shop reaches it. */
  function layerOf() {
    if (layer) return layer
    const host = document.createElement('arasta-places')
    host.setAttribute('aria-hidden', 'true')
    host.style.cssText = 'all:initial;position:absolute;inset:0 auto auto 0;z-index:2147483646'
    layer = host.attachShadow({ mode: 'open' })
    document.documentElement.append(host)
    return layer
  }
  const boxWith = (css, text = '') => {
    const box = document.createElement('div')
    box.style.cssText = css
    box.textContent = text
    return box
  }
  function draw() {
    if (places.length === 0 || !document.body) return
    const boxes = places.flatMap((place) => {
      const room = roomOf(place)
      return room ? [{ place, room }] : []
    })
    layerOf().replaceChildren(
      ...boxes.map(({ place, room }) => {
        const outline = boxWith(
          `position:absolute;box-sizing:border-box;pointer-events:none;border:3px solid #00707c;border-radius:16px;` +
            `left:${room.left + scrollX}px;top:${room.top + scrollY}px;width:${room.width}px;height:${room.height}px`,
        )
        // Where no line of text begins.
        const end = document.documentElement.dir === 'rtl' ? 'left' : 'right'
        const pins = boxWith(
          `position:absolute;top:-20px;${end}:8px;display:flex;gap:6px;padding:0 3px;background:#fff;border-radius:9px 9px 0 0`,
        )
        for (const pin of place.pins)
          pins.append(
            boxWith(
              'box-sizing:border-box;width:28px;height:31px;padding-top:2px;text-align:center;border-radius:50% 50% 15% 15%/44% 44% 15% 15%;' +
                'background:#00707c;color:#fff;font:700 14px/28px system-ui,sans-serif',
              String(pin),
            ),
          )
        outline.append(pins)
        return outline
      }),
    )
    settle()
  }
  let isDue = false
  const drawSoon = () => {
    if (isDue) return
    isDue = true
    requestAnimationFrame(() => {
      isDue = false
      draw()
    })
  }

  /** `{ pins, mark }` of each change; `go` brings the first one into view. */
  function showPlaces({ places: told, go }) {
    if (!Array.isArray(told)) return
    places = told
      .slice(0, 50)
      .filter((one) => typeof one?.mark === 'string' && Array.isArray(one.pins))
      .map(({ mark, pins }) => ({ mark, pins: pins.slice(0, 9).filter(Number.isInteger) }))
    if (go === true) aim(roomOfFirst)
    draw()
  }
  const roomOfFirst = () => {
    const room = places.map(roomOf).find((one) => one !== null)
    if (!room) return null
    const top = room.top + scrollY
    if (top + room.height <= innerHeight) return 0
    return Math.max(0, top - Math.max(24, (innerHeight - room.height) / 3))
  }

  // Scrolling: as told, or to the place, again while the page still grows, until the reader moves.
  const PATIENCE_MS = 4000
  let target = null
  let until = 0
  let reachedY = null
  function aim(find) {
    target = find
    until = performance.now() + PATIENCE_MS
    settle()
  }
  function settle() {
    if (!target || performance.now() > until) return
    const y = target()
    if (y === null || Math.abs(y - scrollY) < 2) return
    scrollTo({ top: y, behavior: 'instant' })
    reachedY = scrollY
  }
  const mostY = () => Math.max(0, document.documentElement.scrollHeight - innerHeight)
  /** What was told is not reported back: the two sides of a comparison would chase each other. */
  let toldY = null
  function scrollAsTold(y) {
    if (!Number.isFinite(y)) return
    toldY = () => Math.max(0, Math.min(y, mostY()))
    aim(toldY)
  }
  for (const name of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(name, () => (target = null), { capture: true, passive: true })
  addEventListener(
    'scroll',
    () => {
      // Moved by somebody else: the reader, by the scroll bar, or the page itself.
      if (reachedY !== null && Math.abs(scrollY - reachedY) >= 2) target = null
      drawSoon()
      if (toldY === null || Math.abs(scrollY - toldY()) >= 2) {
        toldY = null
        send({ type: 'arasta:preview:scrolled', y: Math.round(scrollY) })
      }
    },
    { passive: true },
  )
  document.addEventListener('DOMContentLoaded', () => {
    draw()
    new ResizeObserver(drawSoon).observe(document.documentElement)
    new MutationObserver(drawSoon).observe(document.body, { childList: true, subtree: true })
  })
  addEventListener('load', drawSoon)
  addEventListener('resize', drawSoon)

  const memory = () => {
    const kept = new Map()
    return {
      getItem: (name) => kept.get(String(name)) ?? null,
      setItem: (name, value) => {
        kept.set(String(name), String(value))
      },
      removeItem: (name) => {
        kept.delete(String(name))
      },
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: memory(), configurable: true })
  const cookies = new Map()
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text) {
      const [pair, ...rest] = String(text).split(';')
      const [name, ...value] = pair.split('=')
      const over = rest.some(
        (part) =>
          /^\s*max-age\s*=\s*(0|-)/i.test(part) ||
          (/^\s*expires\s*=/i.test(part) && Date.parse(part.split('=')[1]) < Date.now()),
      )
      if (over) cookies.delete(name.trim())
      else cookies.set(name.trim(), value.join('=').trim())
    },
  })
  if (note === undefined) return

  let shown
  const say = (text) => {
    shown?.remove()
    shown = Object.assign(document.createElement('div'), { textContent: text })
    shown.setAttribute('role', 'status')
    shown.style.cssText =
      'position:fixed;inset-inline:16px;inset-block-end:16px;z-index:2147483647;margin-inline:auto;max-inline-size:460px;padding:12px 18px;' +
      'border-radius:12px;background:#14202b;color:#fff;font:500 15px/1.45 system-ui,sans-serif;text-align:center;box-shadow:0 12px 40px rgb(0 0 0/.28)'
    document.body.append(shown)
    const here = shown
    setTimeout(() => here.remove(), 5000)
  }
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || event.target.method !== 'post') return
    event.preventDefault()
    say(note)
  })
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!link || event.defaultPrevented || !/^https?:$/.test(link.protocol)) return
    if (link.target) link.target = '_self'
    if (link.origin === location.origin) return
    event.preventDefault()
    say(outside)
  })
})()
