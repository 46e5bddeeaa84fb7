/**
 * A change from one page to the next that is cut short (another link, going back, a window that is hidden) rejects the browser's `ready`, to which
 * the router does not listen: an error in the console that is none, for the page itself changes all the same. Whoever does listen still hears it.
 */
export function hushCutTransitions(page: Document): void {
  if (typeof page.startViewTransition !== 'function') return
  const start = page.startViewTransition.bind(page)
  page.startViewTransition = update => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
