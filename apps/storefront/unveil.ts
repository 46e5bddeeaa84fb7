import { useEffect } from 'react'

type Whenever = (work: () => void) => void
const whenIdle: Whenever = work => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, 50)
}

/**
 * What stands below the first screenful (`.later`, `ui/base.css`) is laid out one by one once the page is awake, never all at once: then the page is as
 * long as it is, and going back finds its place.
 */
export function unveil(page: Document, later: Whenever = whenIdle): void {
  const veiled = [...page.querySelectorAll('.later')]
  const next = () => {
    const one = veiled.shift()
    if (!one) {
      page.documentElement.dataset.unveiled = ''
      return
    }
    one.setAttribute('data-seen', '')
    later(next)
  }
  later(next)
}

/** Once: what comes on later pages is laid out as it comes. */
export function useUnveiling(): void {
  useEffect(() => unveil(document), [])
}
