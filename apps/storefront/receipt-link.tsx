import type { MouseEvent, ReactNode } from 'react'
import { hasMemorySession } from './frame-session.ts'
import { useWords } from './messages.tsx'

/** Saves an order's document. In a frame without cookies the session is in memory, so the file is fetched there and handed over. */
export function ReceiptLink({ orderNumber, document: number, children }: { orderNumber: string; document?: string; children: ReactNode }) {
  const { locale } = useWords()
  const query = new URLSearchParams({ hl: locale.toUpperCase(), ...(number !== undefined && { document: number }) })
  const href = `/api/checkout/receipt/${orderNumber}?${query}`
  const save = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!hasMemorySession()) return
    event.preventDefault()
    void saveFetched(href)
  }
  return (
    <a className="link" href={href} download onClick={save}>
      {children}
    </a>
  )
}

async function saveFetched(href: string): Promise<void> {
  const answer = await fetch(href)
  // The answer says in words what is wrong: shown where the file would have been.
  if (!answer.ok) return void window.open(href, '_blank', 'noopener')
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'arasta.pdf'
  const url = URL.createObjectURL(await answer.blob())
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
