import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { tellPanel } from './panel-messages.ts'
import { useShell } from './shell.tsx'

/** Reports the framed page's address whenever it changes, so that the panel's own address can follow. */
export function usePanelReports(): void {
  const { panelOrigins } = useShell()
  const { pathname, search } = useLocation()
  useEffect(() => tellPanel(panelOrigins, { type: 'arasta:path', path: pathname + search }), [panelOrigins, pathname, search])
}
