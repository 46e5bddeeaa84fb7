/*! Tidy Phone for Arasta: a phone number as its country writes it, with libphonenumber-js (MIT, @catamphetamine). */
;(() => {
  'use strict'

  const TEXTS = {
    tr: {
      country: 'Yurt dışı numarası + ve ülke koduyla başlar.',
      short: 'Bu numara eksik görünüyor.',
      long: 'Bu numarada fazla rakam var.',
      odd: 'Böyle bir numara yok gibi. Yurt dışındansa + ve ülke koduyla yaz.',
      signs: 'Yalnızca rakam yaz; yurt dışı numarası + ile başlar.',
    },
    en: {
      country: 'A number from abroad starts with + and its country code.',
      short: 'This number looks too short.',
      long: 'This number has too many digits.',
      odd: 'There seems to be no such number. From abroad? Start with + and the country code.',
      signs: 'Digits only, please; a number from abroad starts with +.',
    },
    ar: {
      country: 'الرقم الأجنبي يبدأ بعلامة + ورمز البلد.',
      short: 'يبدو هذا الرقم ناقصًا.',
      long: 'في هذا الرقم أرقام زائدة.',
      odd: 'لا يبدو هذا رقمًا صحيحًا. إن كان من بلد آخر فابدأه بعلامة + ورمز البلد.',
      signs: 'اكتب أرقامًا فقط، والرقم الأجنبي يبدأ بعلامة +.',
    },
  }
  /** What may stand in a number: digits of any script, one plus and what people put between groups. */
  const NUMBER_SIGNS = /^[\p{Nd}+()\s./\u2010-\u2015-]*$/u
  const COUNTED = /[\p{Nd}+]/gu

  const block = document.querySelector('[data-arasta-tidy-phone]')
  const field = document.querySelector('main form input[type=tel]')
  if (!block || !field || !window.libphonenumber) return
  const { AsYouType, parsePhoneNumberFromString, validatePhoneNumberLength } = window.libphonenumber
  const { locale, home, check, writeAs } = block.dataset
  const language = Object.hasOwn(TEXTS, locale) ? locale : 'en'
  const text = TEXTS[language]
  const places = new Intl.DisplayNames(language, { type: 'region' })
  const isChecked = check === 'true'
  let said = ''

  field.addEventListener('input', () => {
    tidy()
    if (isChecked) judge({ isDone: false })
  })
  if (isChecked) {
    standUnder(field)
    field.addEventListener('change', () => {
      const found = readable() && parsePhoneNumberFromString(field.value, home)
      if (writeAs === 'international' && found?.isValid()) field.value = found.formatInternational()
      judge({ isDone: true })
    })
  }
  tidy()
  if (isChecked) judge({ isDone: field.value !== '' })

  function readable() {
    return NUMBER_SIGNS.test(field.value)
  }

  /** Groups the digits. What is no number, an extension for instance, stays as it was typed: better untidy than lost. */
  function tidy() {
    if (!readable()) return
    const before = field.value
    const caret = field.selectionStart ?? before.length
    const tidied = new AsYouType(home).input(before)
    if (tidied === before || (tidied === '' && before.trim() !== '')) return
    const isAtEnd = caret >= before.length
    const passed = before.slice(0, caret).match(COUNTED)?.length ?? 0
    field.value = tidied
    if (document.activeElement !== field) return
    const at = isAtEnd ? tidied.length : placeAfter(tidied, passed)
    field.setSelectionRange(at, at)
  }

  /** Behind as many digits as before, so that somebody who mends the middle stays there. */
  function placeAfter(number, digits) {
    let seen = 0
    for (const found of number.matchAll(COUNTED)) {
      if (seen === digits) return found.index
      seen += 1
    }
    return number.length
  }

  /** Says what can be said for sure; while somebody types, a number that is merely unfinished is no mistake. */
  function judge({ isDone }) {
    const value = field.value.trim()
    if (value === '') return say('calm', [text.country])
    if (!readable()) return say('doubt', [text.signs])
    const found = parsePhoneNumberFromString(value, home)
    if (found?.isValid()) return say('good', [found.formatInternational(), found.country ? places.of(found.country) : ''])
    const length = validatePhoneNumberLength(value, home)
    if (length === 'TOO_LONG') return say('doubt', [text.long])
    if (!isDone) return say('calm', [text.country])
    say('doubt', [length === 'TOO_SHORT' || length === 'INVALID_LENGTH' ? text.short : text.odd])
  }

  function say(mood, parts) {
    // The same words again would be read out again.
    if (said === mood + parts.join()) return
    said = mood + parts.join()
    block.dataset.mood = mood
    const [first, place] = parts
    const line = document.createElement(mood === 'good' ? 'bdi' : 'span')
    // A number runs from left to right in every language.
    if (mood === 'good') line.dir = 'ltr'
    line.textContent = first
    block.replaceChildren(line)
    if (!place) return
    const where = document.createElement('span')
    where.textContent = place
    block.append(where)
  }

  /** Directly under the field, and read with it; the shop's own message about a fault keeps its place. */
  function standUnder(phone) {
    block.id = 'arasta-tidy-phone'
    const described = phone.getAttribute('aria-describedby')
    phone.setAttribute('aria-describedby', described ? `${described} ${block.id}` : block.id)
    phone.after(block)
    block.hidden = false
  }
})()
