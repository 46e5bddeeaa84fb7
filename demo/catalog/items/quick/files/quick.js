/*! Ready Pages for Arasta: quicklink (Apache-2.0, Google Chrome Labs) for the links in view, within limits. */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      title: 'Hazır Sayfalar',
      none: 'Bu sayfadan henüz bir şey istenmedi: ağın boşalması bekleniyor.',
      count: n => `${n} sayfa önden istendi. Son istenenler:`,
      saving: 'Bu cihazda veri tasarrufu açık; hiçbir sayfa önden getirilmez.',
      slow: 'Bağlantı yavaş; hiçbir sayfa önden getirilmez.',
      mark: 'yolda',
      early: ms => `Bu sayfa önden istenmişti: tıklayınca ${ms} ms beklendi.`,
      late: ms => `Bu sayfa önden istenmemişti: ${ms} ms beklendi.`,
      note: 'Bu kutuyu müşterilerin görmez.',
      close: 'Kapat',
    },
    en: {
      title: 'Ready Pages',
      none: 'Nothing asked for from this page yet: waiting for an idle network.',
      count: n => (n === 1 ? '1 page asked for ahead:' : `${n} pages asked for ahead. The latest:`),
      saving: 'This device saves data, so no page is fetched early.',
      slow: 'The connection is slow, so no page is fetched early.',
      mark: 'on its way',
      early: ms => `This page was asked for ahead: the click waited ${ms} ms.`,
      late: ms => `This page was not asked for ahead: it took ${ms} ms.`,
      note: 'Your customers do not see this box.',
      close: 'Close',
    },
    ar: {
      title: 'صفحات جاهزة',
      none: 'لم تُطلب أي صفحة من هنا بعد: ننتظر خمول الشبكة.',
      count: n => `صفحات طُلبت مسبقًا: ${n}. آخرها:`,
      saving: 'توفير البيانات مفعّل في هذا الجهاز، فلا تُجلب أي صفحة مسبقًا.',
      slow: 'الاتصال بطيء، فلا تُجلب أي صفحة مسبقًا.',
      mark: 'قادمة',
      early: ms => `طُلبت هذه الصفحة مسبقًا: انتظرت النقرة ${ms} ملّي ثانية.`,
      late: ms => `لم تُطلب هذه الصفحة مسبقًا: انتظارها ${ms} ملّي ثانية.`,
      note: 'لا يرى زبائنك هذا المربع.',
      close: 'إغلاق',
    },
  }

  const { locale, leaveOut, most, slowNetworks } = document.currentScript.dataset
  const { saving, slow, ...words } = TEXTS[locale] ?? TEXTS.en
  const connection = navigator.connection
  const isSlow = slowNetworks === 'leave' && /^(?:slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '')
  const paused = connection?.saveData ? saving : isSlow ? slow : undefined

  window.arastaAhead.ownersView('quick', paused ? { ...words, paused } : words)
  if (paused) return
  window.quicklink.listen({
    // No throttle beside a limit: quicklink counts only what has left its queue.
    limit: Number(most) || Infinity,
    ignores: [(_address, link) => !window.arastaAhead.mayFetch(link, leaveOut)],
  })
})()
