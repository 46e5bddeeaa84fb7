const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one,
  )

/** The bank's page: the holder says yes or no. */
export const holderPage = (action: string, amount: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>3D Secure (local double)</title></head>
<body><h1>3D Secure</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">
<button name="action" value="confirm">Complete</button> <button name="action" value="cancel">Fail</button></form></body></html>`

const ENGLISH = {
  number: 'Card number',
  expiry: 'Expiry',
  incomplete: 'Your card number is incomplete.',
}
const WORDS: Record<string, typeof ENGLISH> = {
  tr: {
    number: 'Kart numarası',
    expiry: 'Son kullanma tarihi',
    incomplete: 'Kart numaranız eksik.',
  },
  ar: {
    number: 'رقم البطاقة',
    expiry: 'تاريخ انتهاء الصلاحية',
    incomplete: 'رقم بطاقتك غير مكتمل.',
  },
}
/** What Stripe's script says of a colour that it cannot read. */
const PLAIN = /^(#[0-9a-f]{6}|[\d.]+px)$/

/** The card fields, in a document of the gateway's own: our page never sees what is typed here. */
export function fieldsPage(locale: string): string {
  const words = WORDS[locale] ?? ENGLISH
  return `<!doctype html>
<html lang="${escape(locale)}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${words.number} (local double)</title>
<style>body{margin:0;font:16px system-ui;display:grid;gap:8px;padding:4px;color:var(--colorText,#222)}label{display:grid;gap:4px}
input{font:inherit;padding:10px;color:inherit;background:var(--colorBackground,#fff);border:1px solid #999;border-radius:var(--borderRadius,6px);direction:ltr}
input:focus{outline:3px solid var(--colorPrimary,#06c)}</style></head>
<body><label>${words.number} <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>${words.expiry} <input id="expiry" placeholder="MM / YY" autocomplete="cc-exp"></label><label>CVC <input id="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
<script>
addEventListener('message', async event => {
  if (event.data && event.data.look) {
    for (const [name, value] of Object.entries(event.data.look.variables)) document.documentElement.style.setProperty('--' + name, value)
    document.documentElement.style.colorScheme = event.data.look.theme === 'night' ? 'dark' : 'light'
    return
  }
  const { call, id, key } = event.data || {}
  if (!call) return
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map(name => document.getElementById(name).value.replace(/\\s/g, ''))
  let answer = {}
  if (number.length < 13 || !/^\\d{2}\\/?\\d{2}$/.test(expiry) || cvc.length < 3) answer = { error: { type: 'validation_error', message: '${words.incomplete}' } }
  else if (call === 'token') {
    const body = JSON.stringify({ number, exp_month: Number(expiry.slice(0, 2)), exp_year: 2000 + Number(expiry.slice(-2)) })
    answer = { confirmationToken: await (await fetch('/js/tokens', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body })).json() }
  }
  event.source.postMessage({ id, answer }, event.origin)
})
parent.postMessage({ ready: true }, '*')
</script></body></html>`
}

/** A script with the part of Stripe.js's interface that a page with the Payment Element uses. */
export const browserScript = (origin: string): string => `
window.Stripe = (key, settings = {}) => {
  const waiting = new Map()
  let frame = null
  addEventListener('message', event => {
    if (event.origin !== ${JSON.stringify(origin)} || !event.data) return
    if (event.data.ready && frame && frame.onready) { show(look); frame.onready() }
    const done = waiting.get(event.data.id)
    if (done) { waiting.delete(event.data.id); done(event.data.answer) }
  })
  const ask = call => new Promise(done => {
    const id = Math.random().toString(36).slice(2)
    waiting.set(id, done)
    frame.contentWindow.postMessage({ call, id, key }, ${JSON.stringify(origin)})
  })
  let look = null
  const show = wished => {
    if (!wished) return
    for (const [name, value] of Object.entries(wished.variables)) if (!${String(PLAIN)}.test(value)) console.error('invalid variable value "' + value + '" provided to "' + name + '"')
    look = wished
    if (frame) frame.contentWindow.postMessage({ look }, ${JSON.stringify(origin)})
  }
  return {
    elements: options => ({
      update(changes) { show(changes.appearance) },
      submit: () => ask('check'),
      create: () => {
        const listeners = {}
        look = options.appearance
        return {
          on(name, listener) { listeners[name] = listener; return this },
          update() {},
          mount(target) {
            frame = document.createElement('iframe')
            frame.src = ${JSON.stringify(origin)} + '/fields?locale=' + (settings.locale || 'en')
            frame.title = 'Card'
            frame.width = '100%'
            frame.height = '280'
            frame.onready = () => listeners.ready && listeners.ready()
            const place = typeof target === 'string' ? document.querySelector(target) : target
            place.replaceChildren(frame)
          },
          unmount() { if (frame) frame.remove() },
          destroy() { if (frame) frame.remove() },
        }
      },
    }),
    createConfirmationToken: async () => await ask('token'),
  }
}
`
