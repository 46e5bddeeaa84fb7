import type { ComponentProps, MouseEvent } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { callApi } from '#lib/api-client.ts'
import { useCallAddress } from './call-address.ts'
import { requireTarget } from './go-to.ts'
import { useShell } from './shell.tsx'

const OWN_ADDRESS = /\/account\/apps\/([\w-]+)$/

/**
 * Opens an installed app (D19) by a URL of ours, which creates the app's token. In the panel's
 * frame a new tab would have no session there: the frame requests the app's URL with its own
 * session, and the tab goes straight to it. The session never leaves the frame.
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
    // Within the click event, or the browser blocks the window.
    const tab = window.open('', '_blank')
    if (!tab) return
    event.preventDefault()
    tab.opener = null
    void callApi<{ data: { url: string } }>(addressOf(`/app-store/app/${slug}/open`), {
      method: 'POST',
    }).then((result) => {
      // On failure, the page at the link's own URL shows the error or asks to sign in.
      tab.location.replace(result.ok ? requireTarget(result.answer.data.url, true).href : href)
    })
  }
  return <LinkButton href={href} target="_blank" rel="noreferrer" onClick={open} {...rest} />
}
