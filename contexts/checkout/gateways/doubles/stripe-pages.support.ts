const escape = (text: string) => text.replace(/[&<>"]/g, one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one)

/** The bank's page: the holder says yes or no. */
export const holderPage = (action: string, amount: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>3D Secure (local double)</title></head>
<body><h1>3D Secure</h1><p>${escape(amount)}</p><form method="post" action="${escape(action)}">
<button name="action" value="confirm">Complete</button> <button name="action" value="cancel">Fail</button></form></body></html>`

/** The card fields, in a document of the gateway's own: our page never sees what is typed here. */
export const FIELDS_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Card fields (local double)</title>
<style>body{margin:0;font:16px system-ui;display:grid;gap:8px;padding:2px}label{display:grid;gap:4px}input{font:inherit;padding:10px;border:1px solid #999;border-radius:6px}</style></head>
<body><label>Card number <input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiry <input id="expiry" placeholder="MM / YY" autocomplete="cc-exp"></label><label>CVC <input id="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
<script>
addEventListener('message', async event => {
  const { call, id, key } = event.data || {}
  if (!call) return
  const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map(name => document.getElementById(name).value.replace(/\\s/g, ''))
  let answer = {}
  if (number.length < 13 || !/^\\d{2}\\/?\\d{2}$/.test(expiry) || cvc.length < 3) answer = { error: { type: 'validation_error', message: 'Your card number is incomplete.' } }
  else if (call === 'token') {
    const body = JSON.stringify({ number, exp_month: Number(expiry.slice(0, 2)), exp_year: 2000 + Number(expiry.slice(-2)) })
    answer = { confirmationToken: await (await fetch('/js/tokens', { method: 'POST', headers: { authorization: 'Bearer ' + key }, body })).json() }
  }
  event.source.postMessage({ id, answer }, event.origin)
})
parent.postMessage({ ready: true }, '*')
</script></body></html>`

/** A script with the part of Stripe.js's interface that a page with the Payment Element uses. */
export const browserScript = (origin: string): string => `
window.Stripe = key => {
  const waiting = new Map()
  let frame = null
  addEventListener('message', event => {
    if (event.origin !== ${JSON.stringify(origin)} || !event.data) return
    if (event.data.ready && frame && frame.onready) frame.onready()
    const done = waiting.get(event.data.id)
    if (done) { waiting.delete(event.data.id); done(event.data.answer) }
  })
  const ask = call => new Promise(done => {
    const id = Math.random().toString(36).slice(2)
    waiting.set(id, done)
    frame.contentWindow.postMessage({ call, id, key }, ${JSON.stringify(origin)})
  })
  return {
    elements: options => ({
      update() {},
      submit: () => ask('check'),
      create: () => {
        const listeners = {}
        return {
          on(name, listener) { listeners[name] = listener; return this },
          update() {},
          mount(target) {
            frame = document.createElement('iframe')
            frame.src = ${JSON.stringify(origin)} + '/fields'
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
