import type { MouseEvent, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { downloadFile } from '#lib/api-client.ts'
import { useCallAddress } from './call-address.ts'

/** Saves an order's document. */
export function ReceiptLink({
  orderNumber,
  document: number,
  children,
}: {
  orderNumber: string
  document?: string
  children: ReactNode
}) {
  const href = useCallAddress()(`/checkout/receipt/${orderNumber}`, { document: number })
  const save = useSaving()
  return (
    <a className="link" href={href} download onClick={save}>
      {children}
    </a>
  )
}

/**
 * For links to files of the signed-in store. A download of the browser's own comes without the
 * session where cookies do not stick, and cannot say that the session is over: so the page fetches
 * the file and hands it over. When the session is over the page itself is result for again, and its
 * guard says what then (S6.3).
 */
export function useSaving(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { revalidate } = useRevalidator()
  return (event) => {
    event.preventDefault()
    void saveFetched(event.currentTarget.href, () => void revalidate())
  }
}

async function saveFetched(href: string, onLostSession: () => void): Promise<void> {
  const result = await downloadFile(href)
  if (!result.ok && (result.status === 401 || result.status === 403)) return onLostSession()
  // The answer says in words what is wrong: shown where the file would have been.
  if (!result.ok) return void window.open(href, '_blank', 'noopener')
  const url = URL.createObjectURL(result.answer.file)
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: result.answer.name ?? 'arasta.pdf',
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
