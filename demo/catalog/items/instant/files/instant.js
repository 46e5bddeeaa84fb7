/*! Instant Page for Arasta: lets instant.page (MIT, Alexandre Dieulot) fetch only pages that nobody's cart depends on. */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      title: 'Anında Sayfa',
      none: 'Bu sayfadan henüz bir şey istenmedi: fareyi bir ürünün üstünde tut.',
      count: n => `${n} sayfa önden istendi:`,
      paused: 'Bu cihazda veri tasarrufu açık; hiçbir sayfa önden getirilmez.',
      mark: 'yolda',
      early: ms => `Bu sayfa önden istenmişti: tıklayınca ${ms} ms beklendi.`,
      late: ms => `Bu sayfa önden istenmemişti: ${ms} ms beklendi.`,
      note: 'Bu kutuyu müşterilerin görmez.',
      close: 'Kapat',
    },
    en: {
      title: 'Instant Page',
      none: 'Nothing asked for from this page yet: rest the pointer on a product.',
      count: n => (n === 1 ? '1 page asked for ahead:' : `${n} pages asked for ahead:`),
      paused: 'This device saves data, so no page is fetched early.',
      mark: 'on its way',
      early: ms => `This page was asked for ahead: the click waited ${ms} ms.`,
      late: ms => `This page was not asked for ahead: it took ${ms} ms.`,
      note: 'Your customers do not see this box.',
      close: 'Close',
    },
    ar: {
      title: 'صفحة فورية',
      none: 'لم تُطلب أي صفحة من هنا بعد: ضع المؤشر على أحد المنتجات.',
      count: n => `صفحات طُلبت مسبقًا: ${n}`,
      paused: 'توفير البيانات مفعّل في هذا الجهاز، فلا تُجلب أي صفحة مسبقًا.',
      mark: 'قادمة',
      early: ms => `طُلبت هذه الصفحة مسبقًا: انتظرت النقرة ${ms} ملّي ثانية.`,
      late: ms => `لم تُطلب هذه الصفحة مسبقًا: انتظارها ${ms} ملّي ثانية.`,
      note: 'لا يرى زبائنك هذا المربع.',
      close: 'إغلاق',
    },
  }
  const HOVER_MS = 65

  const { locale, when, leaveOut } = document.currentScript.dataset
  const { paused, ...words } = TEXTS[locale] ?? TEXTS.en

  // Read by instant.page when it starts, right after this file.
  document.body.dataset.instantIntensity = when === 'press' ? 'mousedown' : String(HOVER_MS)

  /** Before instant.page looks at a link, in the same event: what may not be fetched is marked so. */
  function vet(event) {
    const link = event.target.closest?.('a[href]')
    if (!link) return
    if (!window.arastaAhead.mayFetch(link, leaveOut)) link.dataset.noInstant = ''
    else if (link.search) link.dataset.instant = ''
  }
  for (const kind of ['mouseover', 'touchstart', 'mousedown']) {
    document.addEventListener(kind, vet, { capture: true, passive: true })
  }

  window.arastaAhead.ownersView('instant', navigator.connection?.saveData ? { ...words, paused } : words)
})()
