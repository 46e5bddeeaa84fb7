import type { MouseEvent, ReactNode } from 'react'
import { askFile } from '#lib/ask.ts'
import { useCallAddress } from './call-address.ts'
import { useShell } from './shell.tsx'

/** Saves an order's document. In the frame a download of the browser's own comes without the session, so the page fetches the file and hands it over. */
export function ReceiptLink({ orderNumber, document: number, children }: { orderNumber: string; document?: string; children: ReactNode }) {
  const { framed } = useShell()
  const href = useCallAddress()(`/checkout/receipt/${orderNumber}`, { document: number })
  const save = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!framed) return
    event.preventDefault()
    void saveFetched(href)
  }
  return (
    <a className="link" href={href} download onClick={save}>
      {children}
    </a>
  )
}

/** Fetches with the session of the page, and saves what comes. */
export async function saveFetched(href: string): Promise<void> {
  const asked = await askFile(href)
  // The answer says in words what is wrong: shown where the file would have been.
  if (!asked.ok) return void window.open(href, '_blank', 'noopener')
  const url = URL.createObjectURL(asked.answer.file)
  const link = Object.assign(document.createElement('a'), { href: url, download: asked.answer.name ?? 'arasta.pdf' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
