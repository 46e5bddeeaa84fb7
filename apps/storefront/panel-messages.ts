/** What the framed page tells the panel (docs/protocols/store-connector.md, 1). */
export type PanelMessage =
  | { type: 'arasta:path'; path: string }
  | { type: 'arasta:renew'; request_id: string }

/**
 * Only at the panel's exact origins: nobody else gets the message. Where the browser says who
 * frames us, the others are not even tried; where it does not (Firefox), it drops what is addressed
 * to them.
 */
export function tellPanel(panelOrigins: readonly string[], message: PanelMessage): void {
  if (window.parent === window) return
  const framer = window.location.ancestorOrigins?.[0]
  for (const origin of panelOrigins)
    if (framer === undefined || origin === framer) window.parent.postMessage(message, origin)
}
