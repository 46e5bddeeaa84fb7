/*! Shop Tour for Arasta: four steps for somebody who is here for the first time, around driver.js (MIT, Kamran Ahmed). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      search: ['Ne arıyorsun?', 'Aklındaki ürünü yaz; bir kelime yeter.', 'Arama menüde', 'Menüyü aç: reyonlar ve arama orada.'],
      picture: [
        'Resme dokun',
        'Büyüğü açılır; alttakiler ürünü başka açıdan gösterir.',
        'Ürüne yakından bak',
        'Resmine dokun: fotoğrafları, ölçüsü ve fiyatı orada.',
      ],
      delivery: [
        'Teslimat',
        'Kargo ücreti ve ücretsiz kargo sınırı burada yazar.',
        'Ödeme ve iade',
        'Nasıl ödeyeceğin ve nasıl geri göndereceğin burada yazar.',
      ],
      cart: ['Sepetin', 'Eklediklerin burada birikir; siparişe buradan geçersin.'],
      next: 'Sonraki',
      previous: 'Geri',
      done: 'Anladım',
      skip: 'Turu geç',
      again: 'Mağaza turu',
    },
    en: {
      search: [
        'Looking for something?',
        'Type what you have in mind; one word will do.',
        'Search is in the menu',
        'Open the menu for departments and search.',
      ],
      picture: [
        'Touch the picture',
        'It opens large; the small ones show other sides.',
        'Look closer',
        'Touch a picture for photographs, size and price.',
      ],
      delivery: [
        'Delivery',
        'What delivery costs, and from which amount it is free.',
        'Payment and returns',
        'How you pay and how to send things back.',
      ],
      cart: ['Your cart', 'What you add gathers here; from here you go on to order.'],
      next: 'Next',
      previous: 'Back',
      done: 'Got it',
      skip: 'Skip the tour',
      again: 'Tour of the shop',
    },
    ar: {
      search: ['عمّ تبحث؟', 'اكتب ما يخطر لك، كلمة واحدة تكفي.', 'البحث في القائمة', 'افتح القائمة لترى الأقسام والبحث.'],
      picture: [
        'المس الصورة',
        'تُفتح كبيرة، والصغيرة تُظهر المنتج من جوانب أخرى.',
        'انظر عن قرب',
        'المس الصورة لترى الصور والمقاس والسعر.',
      ],
      delivery: [
        'التوصيل',
        'هنا كلفة التوصيل والمبلغ الذي يصير بعده مجانيًا.',
        'الدفع والإرجاع',
        'هنا كيف تدفع وكيف تعيد ما اشتريت.',
      ],
      cart: ['سلتك', 'يتجمّع هنا ما تضيفه، ومن هنا تتابع إلى الطلب.'],
      next: 'التالي',
      previous: 'السابق',
      done: 'فهمت',
      skip: 'تخطّي الجولة',
      again: 'جولة في المتجر',
    },
  }
  /** Where each step points: the first place that can be seen on this page, with the pair of words that fits it. */
  const PLACES = {
    search: [['form[role=search]', 0], ['.navbar-toggler', 2]],
    picture: [['[data-role=product-picture]', 0], ['.card[data-product-id]', 2]],
    delivery: [['.arasta-delivery-day', 0], ['#add-to-cart + p', 0], ['[data-page=home] main > section:last-of-type .row', 2]],
    cart: [['[data-role=cart]', 0], ['a[href$="/cart"]', 0]],
  }
  const PAGES = { home: ['home'], shelves: ['home', 'list', 'product'] }
  const SEEN = 'arasta_tour_seen'
  /** Long enough for other questions to have appeared, and between two looks whether they are answered. */
  const LOOK_MS = 600

  const { locale, startOn, delivery } = document.currentScript.dataset
  const text = TEXTS[locale] ?? TEXTS.en
  const rightToLeft = document.dir === 'rtl'
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  let tour = null

  for (const button of document.querySelectorAll('[data-arasta-tour]')) {
    button.textContent = text.again
    button.hidden = false
    button.addEventListener('click', begin)
  }
  const pages = PAGES[startOn] ?? PAGES.shelves
  if (pages.includes(document.body.dataset.page) && !wasSeen()) {
    const soon = () => setTimeout(beginWhenAlone, LOOK_MS)
    if (document.readyState === 'complete') soon()
    else addEventListener('load', soon)
  }

  function wasSeen() {
    try {
      return localStorage.getItem(SEEN) !== null
    } catch {
      // Where nothing can be remembered the tour would come on every page; so it waits to be asked for.
      return true
    }
  }

  function remember() {
    try {
      localStorage.setItem(SEEN, '1')
    } catch {
      // Asked for by its button, so nothing has to be remembered.
    }
  }

  /** Another app may be asking something, cookies for example: one thing at a time. */
  function beginWhenAlone() {
    const others = [...document.querySelectorAll('[role=dialog], dialog[open]')]
    const isSeen = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (others.some(isSeen)) setTimeout(beginWhenAlone, LOOK_MS)
    else begin()
  }

  function steps() {
    return Object.entries(PLACES).flatMap(([name, places]) => {
      for (const [selector, from] of places) {
        const element = [...document.querySelectorAll(selector)].find(one => one.checkVisibility())
        if (!element) continue
        const [title, said] = text[name].slice(from, from + 2)
        const description = name === 'delivery' && delivery ? delivery : said
        // A picture may fill the screen; the note then stands beside it, and begins where the picture does.
        const align = rightToLeft && name !== 'picture' ? 'end' : 'start'
        return [{ element, popover: { title, description, side: 'bottom', align } }]
      }
      return []
    })
  }

  function begin() {
    if (tour?.isActive()) return
    const found = steps()
    if (found.length === 0) return
    remember()
    tour = window.driver.js.driver({
      // Written as text when it is drawn: driver.js takes markup, and one of the texts is somebody's answer.
      steps: found.map(step => ({ ...step, popover: { ...step.popover, title: ' ', description: ' ' } })),
      animate: !calm,
      smoothScroll: !calm,
      duration: 250,
      overlayOpacity: 0.6,
      stagePadding: 8,
      stageRadius: 8,
      disableActiveInteraction: true,
      showProgress: true,
      progressText: '{{current}} / {{total}}',
      nextBtnText: text.next,
      prevBtnText: text.previous,
      doneBtnText: text.done,
      popoverClass: 'arasta-tour',
      onPopoverRender: (popover, { index }) => dress(popover, found[index]),
    })
    tour.drive()
  }

  function dress(popover, { element, popover: said }) {
    popover.title.textContent = said.title
    popover.description.textContent = said.description
    popover.footer.setAttribute('role', 'group')
    popover.wrapper.setAttribute('aria-modal', 'true')
    popover.closeButton.textContent = text.skip
    popover.closeButton.setAttribute('aria-label', text.skip)
    queueMicrotask(() => {
      // driver.js would begin at "skip", and says of a picture that it can be expanded.
      popover.nextButton.focus({ preventScroll: true })
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element.removeAttribute(name)
    })
  }

  // The arrow in reading direction leads on, which driver.js knows of pages that read from the left only.
  const [ahead, back] = rightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  addEventListener(
    'keyup',
    event => {
      if (!tour?.isActive() || (event.key !== ahead && event.key !== back)) return
      event.stopImmediatePropagation()
      if (event.key === ahead) tour.moveNext()
      else if (!tour.isFirstStep()) tour.movePrevious()
    },
    true,
  )
})()
