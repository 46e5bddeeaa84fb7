import type { MouseEvent, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { downloadFile } from '#lib/api-client.ts'
import { useCallAddress } from './call-address.ts'

/** Downloads an order's invoice. */
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
 * For links to files of the signed-in store. A native download has no session where cookies are
 * blocked, and cannot report an expired one, so the page fetches the file. When the session has
 * expired, the page is loaded again and its guard handles it (S6.3).
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
  // The response explains the error: open it instead of the file.
  if (!result.ok) return void window.open(href, '_blank', 'noopener')
  const url = URL.createObjectURL(result.answer.file)
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: result.answer.name ?? 'arasta.pdf',
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
