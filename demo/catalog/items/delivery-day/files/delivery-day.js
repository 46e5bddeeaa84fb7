/*! Delivery Day for Arasta: a calendar in the product form, around flatpickr (MIT, Gregory Petrosyan). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      title: 'Teslimat günün',
      note: 'Teslimat günü',
      none: 'Bir gün seç ya da boş bırak.',
      needed: 'Bir gün seç.',
      chosen: day => `Seçtiğin gün: ${day}`,
      clear: 'Seçimi kaldır',
      earliest: day => `En erken ${day}.`,
      previous: 'Önceki ay',
      next: 'Sonraki ay',
      missing: 'Sepete eklemeden önce teslimat gününü seç.',
    },
    en: {
      title: 'Your delivery day',
      note: 'Delivery day',
      none: 'Pick a day, or leave it open.',
      needed: 'Pick a day.',
      chosen: day => `Your day: ${day}`,
      clear: 'Clear the day',
      earliest: day => `${day} at the earliest.`,
      previous: 'Previous month',
      next: 'Next month',
      missing: 'Pick a delivery day before you add this to your cart.',
    },
    ar: {
      title: 'يوم التوصيل',
      note: 'يوم التوصيل',
      none: 'اختر يومًا أو اتركه مفتوحًا.',
      needed: 'اختر يومًا.',
      chosen: day => `اخترت: ${day}`,
      clear: 'إلغاء الاختيار',
      earliest: day => `أقرب موعد ${day}.`,
      previous: 'الشهر السابق',
      next: 'الشهر التالي',
      missing: 'اختر يوم التوصيل قبل الإضافة إلى السلة.',
    },
  }
  /** Days of the week that the shop does not deliver on, Sunday is 0. */
  const CLOSED = { none: [], sunday: [0], weekend: [6, 0], friday: [5], 'friday-saturday': [5, 6], monday: [1] }
  const MOST_DAYS_AHEAD = 90
  const REMEMBERED = 'arasta_delivery_day'

  const block = document.querySelector('[data-arasta-delivery-day]')
  const form = document.getElementById('add-to-cart')
  if (!block || !form || !window.flatpickr) return

  const { locale, closed, lead, needed } = block.dataset
  const language = Object.hasOwn(TEXTS, locale) ? locale : 'en'
  const text = TEXTS[language]
  const isNeeded = needed === 'true'
  const closedDays = CLOSED[closed] ?? []
  const rightToLeft = language === 'ar'
  const isClosed = day => closedDays.includes(day.getDay())
  const tag = language === 'ar' ? 'ar-u-nu-latn' : language
  const longDay = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long' })
  const fullDay = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const first = firstOpenDay()

  const field = block.querySelector('[data-day]')
  const note = block.querySelector('[data-note]')
  const status = block.querySelector('[data-status]')
  const clear = block.querySelector('[data-clear]')
  block.querySelector('legend').textContent = text.title
  clear.textContent = text.clear
  // The shop shows a note under its own name, so the name is for people too.
  note.name = `note[${text.note}]`
  // The block stands at the end of the page, where the shop puts it; a choice belongs beside the button it is made for.
  form.prepend(block)
  block.hidden = false

  const calendar = window.flatpickr(field, {
    inline: true,
    dateFormat: 'Y-m-d',
    ariaDateFormat: 'l j F Y',
    locale: window.flatpickr.l10ns[language] ?? 'default',
    disableMobile: true,
    monthSelectorType: 'static',
    minDate: first,
    maxDate: daysFromToday(MOST_DAYS_AHEAD),
    disable: [isClosed],
    defaultDate: remembered(),
    prevArrow: arrow(rightToLeft ? 'm7 3 6 6-6 6' : 'm11 3-6 6 6 6'),
    nextArrow: arrow(rightToLeft ? 'm11 3-6 6 6 6' : 'm7 3 6 6-6 6'),
    onReady: dress,
    onMonthChange: dress,
    onYearChange: dress,
    onChange: changed,
  })
  // flatpickr makes its field a text field; the calendar says it all, and a second place to type would not know closed days.
  field.type = 'hidden'
  say()

  form.addEventListener('submit', event => {
    if (!isNeeded || field.value) return
    event.preventDefault()
    status.textContent = text.missing
    block.classList.add('is-missing')
    tabStop(calendar)?.focus()
  })
  clear.addEventListener('click', () => {
    calendar.clear()
    tabStop(calendar)?.focus()
  })

  function daysFromToday(days) {
    const today = new Date()
    return new Date(today.getFullYear(), today.getMonth(), today.getDate() + days)
  }

  function firstOpenDay() {
    let days = Number(lead) || 0
    while (isClosed(daysFromToday(days))) days += 1
    return daysFromToday(days)
  }

  /** The day picked for another product of this visit, while it is still possible. */
  function remembered() {
    try {
      const day = sessionStorage.getItem(REMEMBERED) ?? ''
      const date = new Date(`${day}T00:00`)
      return date >= first && !isClosed(date) ? day : undefined
    } catch {
      return undefined
    }
  }

  function changed() {
    try {
      if (field.value) sessionStorage.setItem(REMEMBERED, field.value)
      else sessionStorage.removeItem(REMEMBERED)
    } catch {
      // Without storage the day is simply asked again for the next product.
    }
    block.classList.remove('is-missing')
    say()
    dress([], '', calendar)
  }

  function say() {
    const [day] = calendar.selectedDates
    clear.hidden = !day || isNeeded
    note.value = day ? fullDay.format(day) : ''
    status.textContent = day
      ? text.chosen(longDay.format(day))
      : `${isNeeded ? text.needed : text.none} ${text.earliest(longDay.format(first))}`
  }

  function arrow(path) {
    return `<svg viewBox="0 0 18 18" aria-hidden="true"><path d="${path}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  }

  /** flatpickr draws spans; roles and one tab stop make them a grid of buttons for keyboard and screen reader. */
  function dress(_dates, _text, instance) {
    for (const day of openDays(instance)) day.setAttribute('role', 'button')
    for (const day of instance.days.querySelectorAll('.flatpickr-day')) {
      day.tabIndex = -1
      if (day.classList.contains('flatpickr-disabled')) day.setAttribute('aria-disabled', 'true')
      else day.setAttribute('aria-pressed', String(day.classList.contains('selected')))
    }
    const stop = tabStop(instance)
    if (stop) stop.tabIndex = 0
    instance.currentYearElement.readOnly = true
    instance.currentYearElement.tabIndex = -1
    dressArrow(instance.prevMonthNav, text.previous, instance, -1)
    dressArrow(instance.nextMonthNav, text.next, instance, 1)
  }

  function dressArrow(element, label, instance, step) {
    element.setAttribute('role', 'button')
    element.setAttribute('aria-label', label)
    element.tabIndex = 0
    element.onkeydown = event => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      instance.changeMonth(step)
      element.focus()
    }
  }

  function openDays(instance) {
    return [...instance.days.querySelectorAll('.flatpickr-day:not(.flatpickr-disabled)')]
  }

  function tabStop(instance) {
    const days = openDays(instance)
    return days.find(day => day.classList.contains('selected')) ?? days[0]
  }

  // In front of flatpickr's own keys, which know no right-to-left order and send Shift+Tab to a field that nobody sees.
  calendar.calendarContainer.addEventListener(
    'keydown',
    event => {
      const day = event.target.closest('.flatpickr-day')
      if (event.key === 'Tab') return event.stopPropagation()
      if (!day) return
      const ahead = rightToLeft ? -1 : 1
      const step = { ArrowRight: ahead, ArrowLeft: -ahead, ArrowDown: 7, ArrowUp: -7 }[event.key]
      if (step !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        moveFrom(day.dateObj, step)
      } else if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        event.stopPropagation()
        calendar.setDate(day.dateObj, true)
        tabStop(calendar)?.focus()
      } else if (event.key === 'PageUp' || event.key === 'PageDown') {
        event.preventDefault()
        event.stopPropagation()
        moveFrom(day.dateObj, event.key === 'PageDown' ? 28 : -28)
      }
    },
    true,
  )

  /** The next open day in that direction, in whatever month it lies. */
  function moveFrom(from, step) {
    const to = new Date(from)
    const limit = { from: calendar.config.minDate, to: calendar.config.maxDate }
    do to.setDate(to.getDate() + step)
    while (isClosed(to) && to >= limit.from && to <= limit.to)
    if (to < limit.from || to > limit.to) return
    calendar.jumpToDate(to)
    dress([], '', calendar)
    const target = openDays(calendar).find(day => day.dateObj.toDateString() === to.toDateString())
    target?.focus()
  }
})()
