/*! Full-Screen Gallery for Arasta: a shop's product pictures in PhotoSwipe (MIT, Dmitry Semenov). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      gallery: 'Ürün fotoğrafları',
      close: 'Kapat',
      zoom: 'Yakınlaştır',
      previous: 'Önceki fotoğraf',
      next: 'Sonraki fotoğraf',
      failed: 'Fotoğraf yüklenemedi.',
      picture: (at, all) => `Fotoğraf ${at}, toplam ${all}`,
    },
    en: {
      gallery: 'Product pictures',
      close: 'Close',
      zoom: 'Zoom',
      previous: 'Previous picture',
      next: 'Next picture',
      failed: 'The picture could not be loaded.',
      picture: (at, all) => `Picture ${at} of ${all}`,
    },
    ar: {
      gallery: 'صور المنتج',
      close: 'إغلاق',
      zoom: 'تكبير',
      previous: 'الصورة السابقة',
      next: 'الصورة التالية',
      failed: 'تعذّر تحميل الصورة.',
      picture: (at, all) => `الصورة ${at} من ${all}`,
    },
  }

  const { locale, backdrop, captions, strip } = document.currentScript.dataset
  const text = TEXTS[locale] ?? TEXTS.en
  const rightToLeft = document.dir === 'rtl'
  const frame = document.querySelector('[data-role=product-gallery]')
  const link = frame?.querySelector('[data-role=product-picture-large]')
  const shown = link?.querySelector('img')
  if (!shown) return

  // Two apps may want the click on the picture; this one says that it takes it, the others look here.
  frame.dataset.arastaPictureClick = 'gallery'
  const thumbs = [...frame.querySelectorAll('[data-role=product-thumb]')]
  const pictures = thumbs.length > 0 ? thumbs.map(readThumb) : [read(link.href, shown, shown, true)]
  const current = Math.max(0, pictures.findIndex(picture => picture.isCurrent))

  const cue = document.createElement('span')
  cue.className = 'arasta-gallery-cue'
  cue.setAttribute('aria-hidden', 'true')
  cue.innerHTML = `${icon('M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4')}<bdi>${pictures.length}</bdi>`
  link.classList.add('arasta-gallery-link')
  link.setAttribute('aria-haspopup', 'dialog')
  link.append(cue)

  // The viewer is fetched when a hand or the keyboard comes near, so that a page costs nothing until then.
  let viewer
  const fetchViewer = () => (viewer ??= import('./photoswipe.js'))
  const comesNear = () => fetchViewer().catch(() => {})
  link.addEventListener('pointerenter', comesNear, { once: true })
  link.addEventListener('focus', comesNear, { once: true })
  link.addEventListener('click', event => {
    // With a modifier somebody wants the picture in a tab of its own.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // By keyboard there is no point to grow from, and PhotoSwipe then takes the focus at once.
    open(event.detail === 0 ? undefined : { x: event.clientX, y: event.clientY }).catch(() => location.assign(link.href))
  })

  function readThumb(thumb) {
    const small = thumb.querySelector('img')
    const isCurrent = thumb.getAttribute('aria-current') === 'true'
    return read(thumb.dataset.large ?? small.src, small, isCurrent ? shown : small, isCurrent)
  }

  /** @param small what is on the page already, shown until the large one has come. @param grown where the picture grows from. */
  function read(src, small, grown, isCurrent) {
    return { src, msrc: small.currentSrc || small.src, alt: small.alt, small, element: grown, isCurrent }
  }

  async function open(initialPointerPos) {
    const { default: PhotoSwipe } = await fetchViewer()
    // PhotoSwipe knows left to right only. In a page that runs the other way the row is laid out backwards, and with it
    // swipes, arrows and arrow keys.
    const row = rightToLeft ? pictures.toReversed() : pictures
    const placeOf = index => (rightToLeft ? pictures.length - 1 - index : index)
    const pswp = new PhotoSwipe({
      dataSource: row.map(picture => ({ ...picture, ...sizeOf(picture.small) })),
      index: placeOf(current),
      initialPointerPos,
      loop: pictures.length > 2,
      mainClass: `arasta-gallery arasta-gallery-${backdrop === 'light' ? 'light' : 'dark'}`,
      bgOpacity: 1,
      counter: false,
      paddingFn: size => ({ top: 60, bottom: bottomRoom(size), left: 0, right: 0 }),
      closeTitle: text.close,
      zoomTitle: text.zoom,
      arrowPrevTitle: rightToLeft ? text.next : text.previous,
      arrowNextTitle: rightToLeft ? text.previous : text.next,
      errorMsg: text.failed,
    })
    pswp.addFilter('thumbEl', (_none, data) => data.element)
    pswp.on('uiRegister', () => {
      pswp.ui.registerElement({ name: 'arasta-count', order: 5, appendTo: 'bar', onInit: count })
      if (captions === 'true') pswp.ui.registerElement({ name: 'arasta-caption', appendTo: 'root', onInit: caption })
      if (strip !== 'true' || row.length === 1) return
      pswp.ui.registerElement({ name: 'arasta-strip', appendTo: 'root', onInit: thumbRow })
    })
    pswp.on('afterInit', () => {
      pswp.element.setAttribute('aria-label', text.gallery)
      pswp.element.setAttribute('aria-modal', 'true')
      // The root is a dialog; a carousel inside it needs a role to be one.
      pswp.scrollWrap.setAttribute('role', 'group')
      pswp.scrollWrap.setAttribute('aria-label', text.gallery)
    })
    pswp.on('openingAnimationEnd', () => pswp.element.classList.add('arasta-gallery-grown'))
    pswp.init()

    function count(element) {
      element.setAttribute('role', 'status')
      pswp.on('change', () => {
        const at = placeOf(pswp.currIndex) + 1
        element.innerHTML = `<bdi aria-hidden="true">${at} / ${row.length}</bdi><span class="arasta-gallery-said"></span>`
        element.lastElementChild.textContent = text.picture(at, row.length)
      })
    }

    function caption(element) {
      pswp.on('change', () => {
        element.textContent = row[pswp.currIndex].alt
      })
    }

    function thumbRow(element) {
      element.dir = 'ltr'
      const buttons = row.map(({ msrc, alt }, index) => {
        const button = document.createElement('button')
        const image = document.createElement('img')
        button.type = 'button'
        image.src = msrc
        image.alt = alt || text.picture(placeOf(index) + 1, row.length)
        button.append(image)
        button.addEventListener('click', () => {
          // While it is still growing PhotoSwipe has room for the first picture only.
          if (pswp.opener.isOpen) pswp.goTo(index)
          else pswp.on('openingAnimationEnd', () => pswp.goTo(index))
        })
        return button
      })
      element.append(...buttons)
      pswp.on('change', () => {
        buttons.forEach((button, index) => button.setAttribute('aria-current', String(index === pswp.currIndex)))
      })
    }
  }

  function bottomRoom({ y }) {
    const wanted = (captions === 'true' ? 44 : 0) + (strip === 'true' && pictures.length > 1 ? 84 : 0)
    // On a phone held sideways the picture matters more.
    return y < 420 ? Math.min(wanted, 16) : wanted + 12
  }

  /** A large picture has the proportions of the small one; how many pixels it has more is not known before it has come. */
  function sizeOf({ naturalWidth, naturalHeight, width, height }) {
    return { width: 2 * (naturalWidth || width), height: 2 * (naturalHeight || height) }
  }

  function icon(path) {
    const line = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    return `<svg viewBox="0 0 18 18" focusable="false"><path d="${path}" ${line}/></svg>`
  }
})()
