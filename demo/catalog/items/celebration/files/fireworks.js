/*! Celebration for Arasta: fireworks with canvas-confetti (ISC, Kiril Vatev), for shops that bought them inside the app. */
;(async () => {
  'use strict'

  const BURSTS = 7
  const COLOURS = ['#f2c14e', '#e9523f', '#33c0c7', '#ffffff', '#c58bd8']

  // A preview's page has no origin and no purchases; who asked for less motion gets none.
  if (window.origin === 'null' || matchMedia('(prefers-reduced-motion: reduce)').matches || seenBefore()) return
  if (!(await bought()).includes('fireworks')) return

  const canvas = document.createElement('canvas')
  canvas.className = 'arasta-celebration-canvas'
  canvas.dataset.fireworks = ''
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  const fire = window.confetti.create(canvas, { resize: true, useWorker: false, disableForReducedMotion: true })
  const bursts = []
  for (let turn = 0; turn < BURSTS; turn += 1) {
    await new Promise(done => setTimeout(done, turn === 0 ? 600 : 340))
    bursts.push(
      fire({
        particleCount: 70,
        spread: 360,
        startVelocity: 26,
        gravity: 0.7,
        decay: 0.92,
        scalar: 0.8,
        ticks: 150,
        shapes: ['circle'],
        colors: [COLOURS[turn % COLOURS.length], '#ffffff'],
        origin: { x: 0.15 + 0.7 * Math.random(), y: 0.12 + 0.35 * Math.random() },
      }),
    )
  }
  await Promise.all(bursts)
  canvas.remove()

  /** What the app's server half on this shop says was bought; when it is silent, nothing was. */
  async function bought() {
    try {
      const answer = await fetch('/apps/celebration/products.json', { headers: { accept: 'application/json' } })
      return answer.ok ? (await answer.json()).products : []
    } catch {
      return []
    }
  }

  /** Once per order, as the confetti. */
  function seenBefore() {
    const key = `arasta_fireworks:${location.pathname}`
    try {
      if (sessionStorage.getItem(key)) return true
      sessionStorage.setItem(key, '1')
    } catch {
      // Storage is closed in this browser: twice does no harm.
    }
    return false
  }
})()
