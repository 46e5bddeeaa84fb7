/*! Product Carousel for Arasta: rows of products in Swiper (MIT, Vladimir Kharlampidi). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      also: 'Benzer ürünler',
      shelf: 'Raftaki ürünler',
      kind: 'kaydırmalı sıra',
      previous: 'Öncekiler',
      next: 'Sonrakiler',
      first: 'Sıranın başı',
      last: 'Sıranın sonu',
      product: '{{index}}. ürün, toplam {{slidesLength}}',
      step: '{{index}}. yere git',
    },
    en: {
      also: 'Similar products',
      shelf: 'Products on the shelf',
      kind: 'carousel',
      previous: 'Previous',
      next: 'Next',
      first: 'Start of the row',
      last: 'End of the row',
      product: 'Product {{index}} of {{slidesLength}}',
      step: 'Go to place {{index}}',
    },
    ar: {
      also: 'منتجات مشابهة',
      shelf: 'منتجات على الرف',
      kind: 'صف متحرّك',
      previous: 'السابق',
      next: 'التالي',
      first: 'بداية الصف',
      last: 'نهاية الصف',
      product: 'المنتج {{index}} من {{slidesLength}}',
      step: 'اذهب إلى الموضع {{index}}',
    },
  }
  const GAP_PX = 20

  const { locale, beside, places = 'product', dots, modules: addresses } = document.currentScript.dataset
  const text = TEXTS[locale] ?? TEXTS.en
  const rightToLeft = document.dir === 'rtl'
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const most = Math.min(5, Math.max(2, Number(beside) || 3))

  const gridsIn = (place, name) =>
    [...document.querySelectorAll(`${place} [data-role=product-grid]`)]
      .filter(grid => grid.children.length > 1)
      .map(grid => [grid, name])
  const rows = [
    ...(places === 'home' ? [] : gridsIn('main + aside', text.also)),
    ...(places === 'product' ? [] : gridsIn('[data-role=shelf]', text.shelf)),
  ]
  if (rows.length === 0) return

  // All at once: left to themselves the modules would find each other one after another.
  for (const address of addresses.split(' ')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = address
    document.head.append(link)
  }
  // Without Swiper the rows stay the grids that they were.
  Promise.all([
    import('./swiper/shared/swiper-core.min.mjs'),
    import('./swiper/modules/navigation.min.mjs'),
    import('./swiper/modules/a11y.min.mjs'),
    import('./swiper/modules/pagination.min.mjs'),
  ]).then(([{ S: Swiper }, ...modules]) => {
    for (const [grid, name] of rows) build(Swiper, modules.map(module => module.default), grid, name)
  })

  function build(Swiper, modules, grid, name) {
    const cards = [...grid.children]
    const box = document.createElement('div')
    box.className = 'arasta-carousel swiper'
    grid.before(box)
    box.append(grid)
    grid.className = 'swiper-wrapper'
    for (const card of cards) {
      card.classList.remove('col')
      card.classList.add('swiper-slide')
    }

    const previous = arrow(text.previous, rightToLeft ? 'm9 5 7 7-7 7' : 'm15 5-7 7 7 7')
    const next = arrow(text.next, rightToLeft ? 'm15 5-7 7 7 7' : 'm9 5 7 7-7 7')
    const places = document.createElement('div')
    places.className = 'arasta-carousel-dots'
    const controls = document.createElement('div')
    controls.className = 'arasta-carousel-controls'
    controls.append(previous, places, next)
    box.append(controls)

    const swiper = new Swiper(box, {
      modules,
      speed: calm ? 0 : 350,
      spaceBetween: GAP_PX,
      slidesPerView: 1.5,
      // A row that fits has nothing to move: Swiper then locks itself and the controls go.
      watchOverflow: true,
      breakpoints: { 576: { slidesPerView: Math.min(most, 2.5) }, 992: { slidesPerView: most } },
      navigation: { prevEl: previous, nextEl: next, addIcons: false },
      ...(dots === 'true' && { pagination: { el: places, clickable: true, bulletElement: 'button' } }),
      a11y: {
        containerMessage: name,
        containerRoleDescriptionMessage: text.kind,
        containerRole: 'group',
        prevSlideMessage: text.previous,
        nextSlideMessage: text.next,
        firstSlideMessage: text.first,
        lastSlideMessage: text.last,
        slideLabelMessage: text.product,
        paginationBulletMessage: text.step,
      },
    })

    // Arrow keys move the row that has the focus and no other; a card that is reached by Tab comes into view by itself.
    box.addEventListener('keydown', event => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
      event.preventDefault()
      if ((event.key === 'ArrowRight') !== rightToLeft) swiper.slideNext()
      else swiper.slidePrev()
    })
  }

  function arrow(label, path) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'arasta-carousel-arrow'
    button.setAttribute('aria-label', label)
    const line = 'fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"'
    button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}" ${line}/></svg>`
    return button
  }
})()
