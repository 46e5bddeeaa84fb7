/*! Take Along for Arasta: a product's page as a QR code, drawn by lean-qr (MIT, David Evans). */
import { correction, generate } from './lean-qr.js'
import { toSvg } from './lean-qr-svg.js'

const TEXTS = {
  tr: {
    open: 'Telefonda aç',
    how: 'Telefonunun kamerasını koda tut, bu ürünün sayfası açılır.',
    code: address => `QR kod: ${address}`,
    print: 'Yazdır',
    close: 'Kapat',
  },
  en: {
    open: 'Open on your phone',
    how: 'Point your phone’s camera at the code and this product’s page opens.',
    code: address => `QR code: ${address}`,
    print: 'Print',
    close: 'Close',
  },
  ar: {
    open: 'افتحه على هاتفك',
    how: 'وجّه كاميرا هاتفك إلى الرمز فتُفتح صفحة هذا المنتج.',
    code: address => `رمز QR: ${address}`,
    print: 'طباعة',
    close: 'إغلاق',
  },
}
const PHONE =
  '<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">' +
  '<rect x="6.500" y="2" width="11" height="20" rx="2.500" fill="none" stroke="currentColor" stroke-width="2"/>' +
  '<path d="M10.500 18.500h3" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>'
/** Quiet edge around the code, in its own squares: readers need four. */
const QUIET = 4

const block = document.querySelector('[data-arasta-take-along]')
const form = document.getElementById('add-to-cart')
const gallery = document.querySelector('[data-role=product-gallery]')
if (block && form) begin(block.dataset)

function begin({ locale, place, withPrice, note }) {
  const text = TEXTS[locale] ?? TEXTS.en
  // Without what comes after "?": a chosen picture or a campaign's mark is not the product.
  const address = location.origin + location.pathname
  const button = make('button', 'arasta-take-along-open')
  button.type = 'button'
  button.setAttribute('aria-haspopup', 'dialog')
  button.innerHTML = PHONE
  button.append(text.open)
  block.append(button)
  if (place === 'pictures' && gallery) gallery.append(block)
  else form.after(block)
  block.hidden = false

  let sheet
  button.addEventListener('click', () => {
    sheet ??= drawSheet(text, address, { withPrice: withPrice === 'true', note })
    sheet.showModal()
  })
}

/** Outside of the shop's main part, so that printing can leave everything else away. */
function drawSheet(text, address, { withPrice, note }) {
  const sheet = make('dialog', 'arasta-take-along-sheet')
  const title = make('h2', '')
  title.id = 'arasta-take-along-title'
  title.textContent = document.querySelector('[data-role=product-name]')?.textContent ?? document.title
  sheet.setAttribute('aria-labelledby', title.id)

  const head = make('div', 'arasta-take-along-head')
  const picture = document.querySelector('[data-role=product-picture]')
  if (picture) {
    const image = make('img', '')
    image.src = picture.getAttribute('src')
    image.alt = ''
    head.append(image)
  }
  const names = make('div', '')
  names.append(title)
  const price = document.querySelector('main [data-role=price] .price')
  if (withPrice && price) {
    const line = make('p', 'arasta-take-along-price')
    line.append(price.cloneNode(true))
    names.append(line)
  }
  head.append(names)

  // On paper nobody sees where a code leads: the shop's name stands beside it.
  const where = make('p', 'arasta-take-along-address')
  const isolated = make('bdi', '')
  isolated.dir = 'ltr'
  isolated.textContent = location.hostname
  where.append(isolated)
  sheet.append(head, codeOf(address, text.code(address)), paragraph('arasta-take-along-how', text.how), where)
  if (note) sheet.append(paragraph('arasta-take-along-note', note))
  sheet.append(buttons(text, sheet))
  // A press beside the sheet closes it, as people expect of a window that stands over a page.
  sheet.addEventListener('click', event => {
    if (event.target === sheet) sheet.close()
  })
  document.body.append(sheet)
  return sheet
}

/** Black on white in every theme: cameras read nothing else as surely. */
function codeOf(address, label) {
  const code = generate(address, { minCorrectionLevel: correction.M })
  const svg = toSvg(code, document, { on: '#000', off: '#fff', pad: QUIET })
  svg.classList.add('arasta-take-along-code')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', label)
  return svg
}

function buttons(text, sheet) {
  const row = make('div', 'arasta-take-along-buttons')
  const print = make('button', '')
  print.type = 'button'
  print.textContent = text.print
  print.addEventListener('click', () => window.print())
  const close = make('button', '')
  close.type = 'button'
  close.textContent = text.close
  close.autofocus = true
  close.addEventListener('click', () => sheet.close())
  row.append(print, close)
  return row
}

function paragraph(className, words) {
  const element = make('p', className)
  element.textContent = words
  return element
}

function make(tag, className) {
  const element = document.createElement(tag)
  if (className) element.className = className
  return element
}
