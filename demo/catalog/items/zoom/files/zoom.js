/*! Closer Look for Arasta: the product picture under @panzoom/panzoom (MIT, Timmy Willison). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: { look: 'Yakından bak', keys: 'Ok tuşlarıyla gez, + ve − ile yaklaş ve uzaklaş, Esc ile çık.' },
    en: { look: 'Look closely', keys: 'Move with the arrow keys, come closer with + and −, leave with Esc.' },
    ar: { look: 'انظر عن قرب', keys: 'تنقّل بمفاتيح الأسهم، وكبّر وصغّر بـ + و−، واخرج بـ Esc.' },
  }
  /** How long a mouse must rest before the picture follows it: crossing it on the way to somewhere else is no wish to look. */
  const REST_MS = 110
  const GLIDE_MS = 140
  const LEAST = 1.5

  const { locale, factor, hover } = document.currentScript.dataset
  const text = TEXTS[locale] ?? TEXTS.en
  const strength = Math.min(5, Math.max(2, Number(factor) || 3))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const frame = document.querySelector('[data-role=product-gallery]')
  const link = frame?.querySelector('[data-role=product-picture-large]')
  const picture = link?.querySelector('img')
  if (!picture) return

  const stage = document.createElement('div')
  stage.className = 'arasta-zoom'
  link.before(stage)
  stage.append(link)
  link.classList.add('arasta-zoom-window')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'arasta-zoom-button'
  button.setAttribute('aria-pressed', 'false')
  button.innerHTML =
    '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="2.6">' +
    '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.500 5 5" stroke-linecap="round"/></svg><span></span>'
  button.lastElementChild.textContent = text.look
  const said = document.createElement('span')
  said.className = 'arasta-zoom-said'
  said.setAttribute('role', 'status')
  stage.append(button, said)

  const look = window.Panzoom(picture, {
    noBind: true,
    contain: 'outside',
    minScale: 1,
    maxScale: strength + 1,
    cursor: '',
    // One finger still scrolls the page; two are ours.
    touchAction: 'pan-y',
    duration: GLIDE_MS,
    easing: 'ease-out',
  })
  /** Held: it stays close until somebody ends it. Otherwise it follows a mouse and ends when that leaves. */
  let isHeld = false
  let resting
  const touches = new Set()

  picture.addEventListener('panzoomchange', ({ detail }) => stage.classList.toggle('is-close', detail.scale > 1.01))

  link.addEventListener('pointerenter', event => {
    if (event.pointerType === 'touch' || hover !== 'true' || isHeld) return
    resting = setTimeout(() => {
      fetchLarge()
      comeTo(strength, event)
    }, REST_MS)
  })
  link.addEventListener('pointermove', event => {
    if (event.pointerType !== 'touch' && !isHeld && look.getScale() > 1) bring(event)
  })
  link.addEventListener('pointerleave', event => {
    if (event.pointerType === 'touch') return
    clearTimeout(resting)
    if (!isHeld) leave()
  })

  link.addEventListener('pointerdown', event => {
    if (event.pointerType === 'touch') touches.add(event.pointerId)
    if (touches.size === 2 && !isHeld) hold(look.getScale())
    if (isHeld || touches.size > 0) look.handleDown(event)
  })
  document.addEventListener('pointermove', event => {
    if (isHeld) look.handleMove(event)
  }, { passive: true })
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, event => {
      touches.delete(event.pointerId)
      look.handleUp(event)
      if (isHeld && touches.size === 0 && look.getScale() < LEAST - 0.3) letGo()
    })
  }
  link.addEventListener('dragstart', event => event.preventDefault())

  let pressedAt
  link.addEventListener('pointerdown', event => (pressedAt = event), true)
  link.addEventListener('click', event => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    // Another app of the shop may have said that it takes the click: then the picture is put back at once and left to it.
    const taker = frame.dataset.arastaPictureClick
    if (taker && taker !== 'zoom' && !isHeld) return putBack()
    event.preventDefault()
    event.stopImmediatePropagation()
    const byKeyboard = event.detail === 0
    const dragged = !byKeyboard && Math.hypot(event.clientX - pressedAt.clientX, event.clientY - pressedAt.clientY) > 6
    if (dragged) return
    if (isHeld) letGo()
    else if (byKeyboard) hold(strength)
    else hold(strength, event)
  }, true)
  button.addEventListener('click', () => (isHeld ? letGo() : hold(strength)))

  stage.addEventListener('keydown', event => {
    if (!isHeld || event.metaKey || event.ctrlKey || event.altKey) return
    const step = picture.clientWidth / look.getScale() / 6
    const way = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key]
    if (way) look.pan(way[0], way[1], { relative: true, animate: !calm })
    else if (event.key === '+' || event.key === '=') look.zoom(look.getScale() + 0.5, { animate: !calm })
    else if (event.key === '-') look.zoom(Math.max(LEAST, look.getScale() - 0.5), { animate: !calm })
    else if (event.key === 'Escape') letGo()
    else return
    event.preventDefault()
    event.stopPropagation()
  })

  function hold(scale, point) {
    clearTimeout(resting)
    fetchLarge()
    isHeld = true
    stage.classList.add('is-held')
    button.setAttribute('aria-pressed', 'true')
    look.setOptions({ touchAction: 'none' })
    if (point) comeTo(scale, point)
    else look.zoom(scale, { animate: !calm })
    said.textContent = text.keys
  }

  function letGo() {
    isHeld = false
    stage.classList.remove('is-held')
    button.setAttribute('aria-pressed', 'false')
    look.setOptions({ touchAction: 'pan-y' })
    said.textContent = ''
    leave()
  }

  function leave() {
    look.reset({ animate: !calm })
  }

  /** Without a frame in between: the next app measures where the picture stands. */
  function putBack() {
    clearTimeout(resting)
    look.reset({ animate: false })
    look.setStyle('transition', 'none')
    look.setStyle('transform', 'none')
    stage.classList.remove('is-close')
  }

  function comeTo(scale, point) {
    look.zoom(scale, { animate: !calm })
    bring(point)
  }

  /** What lies under the pointer stays under it. */
  function bring({ clientX, clientY }) {
    const { left, top, width, height } = link.getBoundingClientRect()
    const scale = look.getScale()
    const away = (at, from, size) => ((at - from - size / 2) * (1 - scale)) / scale
    // A point of the frame never asks for more than there is; and Panzoom's own limits are wrong while the picture still grows.
    look.pan(away(clientX, left, width), away(clientY, top, height), { animate: !calm, contain: undefined })
  }

  /** The page's own picture is drawn for its place; close by the large one is needed. It takes its place when it has come. */
  function fetchLarge() {
    if (picture.dataset.arastaLarge) return
    picture.dataset.arastaLarge = 'coming'
    const large = new Image()
    large.addEventListener('load', () => {
      picture.src = large.src
      picture.dataset.arastaLarge = 'here'
    })
    large.src = link.href
  }
})()
