import { useEffect, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { useShell } from './shell.tsx'

/** To the panel that frames us, at its exact origins (docs/protocols/store-connector.md, 1): nobody else gets the message. */
function tellPanel(origins: string[], message: object) {
  if (window.parent === window) return
  for (const origin of origins) window.parent.postMessage(message, origin)
}

/** Reports the framed page's height and address, whenever they change. */
export function usePanelReports(page: RefObject<HTMLElement | null>): void {
  const { panelOrigins } = useShell()
  const { pathname, search } = useLocation()
  useEffect(() => tellPanel(panelOrigins, { type: 'arasta:path', path: pathname + search }), [panelOrigins, pathname, search])
  useEffect(() => {
    const element = page.current
    if (!element) return
    // the page's own box and not the window's: a window that was made high for a long page would never get lower
    const observer = new ResizeObserver(() => {
      tellPanel(panelOrigins, { type: 'arasta:height', height: Math.ceil(element.getBoundingClientRect().height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [panelOrigins, page])
}
