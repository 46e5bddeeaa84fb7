// Gives each note a button that closes it, named in the page's language. Without scripts the note
// simply stays.
const CLOSE = { tr: 'Notu kapat', en: 'Close the note', ar: 'إغلاق الملاحظة' }
const { locale } = document.currentScript.dataset

for (const note of document.querySelectorAll('[data-note]')) {
  const button = note.querySelector('button')
  button.setAttribute('aria-label', CLOSE[locale] ?? CLOSE.en)
  button.hidden = false
  button.addEventListener('click', () => note.remove())
}
