/**
 * Deferred hydration: a page can be read and its links and forms used without scripts, so they are
 * requested when everything else has been loaded and painted and the browser is idle, or at once
 * when somebody interacts with the page. `deferred` is the type that `defer-scripts.ts` wrote. On a
 * phone, pictures outside the first screenful (`.later`, `.waits` in `ui/base.css`) are held back
 * until then as well. In the panel's frame a page hydrates at once: where the browser keeps no
 * cookie, a link that it follows by itself loses the session.
 *
 * The function is sent as text in the document's head and must not use anything from outside
 * itself.
 */
export function hydrateLater(deferred: string, timeoutMs: number, atOnce: boolean): void {
  const INTERACTIONS = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  let requested = false
  let showRest = () => {}

  function activateScripts(): void {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${deferred}"]`))
      link.rel = 'modulepreload'
    for (const script of document.querySelectorAll<HTMLScriptElement>(
      `script[type="${deferred}"]`,
    )) {
      // The copy carries the nonce, and the browser has not processed it yet.
      const active = script.cloneNode(true) as HTMLScriptElement
      active.type = 'module'
      document.head.append(active)
    }
  }
  function holdRest(): void {
    // A link to a place within the page shows that place.
    if (location.hash !== '' || !('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    // On an Arabic page only the market's name needs the heading font: it uses the fallback, which
    // is as wide, until then.
    sheet.replaceSync(`@media screen and (width < 700px) { .later { content-visibility: hidden !important } .waits > * { display: none !important }
      :root:lang(ar) .wordmark { font-family: 'Display Fallback', sans-serif !important } }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    showRest = () => {
      showRest = () => {}
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
    window.addEventListener('scroll', () => showRest(), { once: true, passive: true })
  }
  function hydrate(): void {
    if (requested) return
    requested = true
    showRest()
    for (const type of INTERACTIONS) window.removeEventListener(type, hydrate, true)
    // The deferred scripts stand at the end of the page.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', activateScripts)
    else activateScripts()
  }
  const whenIdle = () => {
    showRest()
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(hydrate, { timeout: timeoutMs })
    else setTimeout(hydrate)
  }

  if (atOnce) return hydrate()
  holdRest()
  for (const type of INTERACTIONS)
    window.addEventListener(type, hydrate, { capture: true, passive: true })
  window.addEventListener('load', () => {
    // A page in the background is not painted, but hydrates all the same.
    setTimeout(hydrate, timeoutMs)
    if (performance.getEntriesByName('first-contentful-paint').length > 0) whenIdle()
    else new PerformanceObserver(whenIdle).observe({ type: 'paint' })
  })
}
