import { useEffect, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { tellPanel } from './panel-messages.ts'
import { useShell } from './shell.tsx'

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
