// First on every page of a preview. The page has no origin: what it would keep in cookies or
// storage it keeps here, until the next page. Nothing relies on this script: whoever takes it out
// finds the sandbox behind it.
;(() => {
  const { note, outside, failed } = document.currentScript.dataset
  const tell = () => {
    if (parent !== window)
      parent.postMessage(
        { type: 'arasta:preview', path: location.pathname, failed: failed ?? null },
        '*',
      )
  }
  tell()
  addEventListener('message', (event) => {
    if (event.source === parent && event.data?.type === 'arasta:preview?') tell()
  })

  const memory = () => {
    const kept = new Map()
    return {
      getItem: (name) => kept.get(String(name)) ?? null,
      setItem: (name, value) => {
        kept.set(String(name), String(value))
      },
      removeItem: (name) => {
        kept.delete(String(name))
      },
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size
      },
    }
  }
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { value: memory(), configurable: true })
  const cookies = new Map()
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    set(text) {
      const [pair, ...rest] = String(text).split(';')
      const [name, ...value] = pair.split('=')
      const over = rest.some(
        (part) =>
          /^\s*max-age\s*=\s*(0|-)/i.test(part) ||
          (/^\s*expires\s*=/i.test(part) && Date.parse(part.split('=')[1]) < Date.now()),
      )
      if (over) cookies.delete(name.trim())
      else cookies.set(name.trim(), value.join('=').trim())
    },
  })
  if (note === undefined) return

  let shown
  const say = (text) => {
    shown?.remove()
    shown = Object.assign(document.createElement('div'), { textContent: text })
    shown.setAttribute('role', 'status')
    shown.style.cssText =
      'position:fixed;inset-inline:16px;inset-block-end:16px;z-index:2147483647;margin-inline:auto;max-inline-size:460px;padding:12px 18px;' +
      'border-radius:12px;background:#14202b;color:#fff;font:500 15px/1.45 system-ui,sans-serif;text-align:center;box-shadow:0 12px 40px rgb(0 0 0/.28)'
    document.body.append(shown)
    const here = shown
    setTimeout(() => here.remove(), 5000)
  }
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || event.target.method !== 'post') return
    event.preventDefault()
    say(note)
  })
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!link || event.defaultPrevented || !/^https?:$/.test(link.protocol)) return
    if (link.target) link.target = '_self'
    if (link.origin === location.origin) return
    event.preventDefault()
    say(outside)
  })
})()
