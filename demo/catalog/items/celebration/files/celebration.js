/*! Celebration for Arasta: one burst of canvas-confetti (ISC, Kiril Vatev) when an order is approved. */
;(() => {
  'use strict'

  const { locale, amount, palette } = document.currentScript.dataset
  const THANKS = {
    tr: 'Güle güle kullan!',
    en: 'Enjoy every bit of it!',
    ar: 'مبروك عليك!',
  }
  const FESTIVE = ['#e9523f', '#f2c14e', '#33c0c7', '#2f7d5b', '#7a4a86']
  const PIECES = { light: 80, full: 200 }

  for (const line of document.querySelectorAll('[data-arasta-celebration]')) {
    line.querySelector('[data-thanks]').textContent = THANKS[locale] ?? THANKS.en
    line.hidden = false
  }

  // Somebody who asked for less motion gets the line above and nothing that moves.
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (calm || celebratedBefore()) return

  const canvas = document.createElement('canvas')
  canvas.className = 'arasta-celebration-canvas'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  // No worker: it would be made from a blob address, which a shop's page policy forbids.
  const fire = window.confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true })
  const pieces = PIECES[amount] ?? PIECES.full
  const colors = palette === 'shop' ? shopColours() : FESTIVE
  const from = (x, angle) =>
    fire({
      particleCount: Math.round(pieces / 2),
      angle,
      spread: 66,
      startVelocity: 56,
      scalar: 1.2,
      origin: { x, y: 0.72 },
      colors,
      ticks: 240,
    })
  Promise.all([from(0, 60), from(1, 120)]).finally(() => canvas.remove())

  /** Once per order: the page's address names it. A reload or the back button is no new order. */
  function celebratedBefore() {
    const key = `arasta_celebrated:${location.pathname}${location.search}`
    try {
      if (sessionStorage.getItem(key)) return true
      sessionStorage.setItem(key, '1')
    } catch {
      // Storage is closed in this browser: celebrating twice does no harm.
    }
    return false
  }

  function shopColours() {
    const style = getComputedStyle(document.documentElement)
    const found = ['primary', 'success', 'info', 'warning', 'danger'].map(name => style.getPropertyValue(`--bs-${name}`).trim())
    const hex = found.filter(colour => /^#[0-9a-f]{6}$/i.test(colour))
    return hex.length > 0 ? hex : FESTIVE
  }
})()
