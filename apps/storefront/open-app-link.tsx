import type { ComponentProps, MouseEvent } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { callApi } from '#lib/api-client.ts'
import { useCallAddress } from './call-address.ts'
import { requireTarget } from './go-to.ts'
import { useShell } from './shell.tsx'

const OWN_ADDRESS = /\/account\/apps\/([\w-]+)$/

/**
 * To an app that is installed (D19). Its address is one of ours, which makes the token that the app
 * is opened with. In the panel's frame the new tab would have no session there: so the frame asks
 * with its own, and the tab goes straight to the app. Nothing of the session leaves the frame.
 */
export function OpenAppLink({
  href,
  ...rest
}: Omit<ComponentProps<typeof LinkButton>, 'href' | 'target' | 'rel' | 'onClick'> & {
  href: string
}) {
  const { framed } = useShell()
  const addressOf = useCallAddress()
  const slug = OWN_ADDRESS.exec(href)?.[1]
  function open(event: MouseEvent<HTMLAnchorElement>) {
    if (!framed || slug === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
    // In the press itself, or the browser takes it for a window that nobody result for.
    const tab = window.open('', '_blank')
    if (!tab) return
    event.preventDefault()
    tab.opener = null
    void callApi<{ data: { url: string } }>(addressOf(`/app-store/app/${slug}/open`), {
      method: 'POST',
    }).then((result) => {
      // The page at the link's own address says what is wrong, or asks to sign in.
      tab.location.replace(result.ok ? requireTarget(result.answer.data.url, true).href : href)
    })
  }
  return <LinkButton href={href} target="_blank" rel="noreferrer" onClick={open} {...rest} />
}
