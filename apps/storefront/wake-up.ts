/**
 * A page can be read and its links and forms used before any of our code is there, so the code comes after it: when everything that the
 * page shows has been loaded and painted and the browser has nothing else to do, or at once when somebody touches the page. Travels as text in
 * the document's head like `watchStart`, and must not use anything from outside itself either. `sleeping` is what `scripts-last.ts` wrote.
 * On a phone, what is not in the first screenful (`.later`, `.waits`, `ui/base.css`) is not even asked for until then: a slow line is free for what is
 * read first. In the panel's frame a page wakes at once: where the browser keeps no cookie for us, a link that it follows by itself forgets who is signed in.
 */
export function wakeLater(sleeping: string, patienceMs: number, atOnce: boolean): void {
  const TOUCHES = ['pointerdown', 'touchstart', 'keydown', 'focusin']
  let asked = false
  let showRest = () => {}

  function rouse(): void {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${sleeping}"]`)) link.rel = 'modulepreload'
    for (const script of document.querySelectorAll<HTMLScriptElement>(`script[type="${sleeping}"]`)) {
      // a copy has what the policy wants to see of the page's own, and has never been looked at
      const live = script.cloneNode(true) as HTMLScriptElement
      live.type = 'module'
      document.head.append(live)
    }
  }
  function holdRest(): void {
    // who comes for a place within the page is to see it
    if (location.hash !== '' || !('adoptedStyleSheets' in document)) return
    const sheet = new CSSStyleSheet()
    // On an Arabic page the market's name alone needs the face of headings: it stands in its stand-in, which is as wide.
    sheet.replaceSync(`@media screen and (width < 700px) { .later { content-visibility: hidden !important } .waits > * { display: none !important }
      :root:lang(ar) .wordmark { font-family: 'Display Fallback', sans-serif !important } }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    showRest = () => {
      showRest = () => {}
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet)
    }
    window.addEventListener('scroll', () => showRest(), { once: true, passive: true })
  }
  function wake(): void {
    if (asked) return
    asked = true
    showRest()
    for (const touch of TOUCHES) window.removeEventListener(touch, wake, true)
    // What wakes the page stands at its end.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', rouse)
    else rouse()
  }
  const whenIdle = () => {
    showRest()
    if (typeof requestIdleCallback === 'function') requestIdleCallback(wake, { timeout: patienceMs })
    else setTimeout(wake)
  }

  if (atOnce) return wake()
  holdRest()
  for (const touch of TOUCHES) window.addEventListener(touch, wake, { capture: true, passive: true })
  window.addEventListener('load', () => {
    // A page that nobody looks at is painted when somebody does, and some must do their work all the same.
    setTimeout(wake, patienceMs)
    if (performance.getEntriesByName('first-contentful-paint').length > 0) whenIdle()
    else new PerformanceObserver(whenIdle).observe({ type: 'paint' })
  })
}
