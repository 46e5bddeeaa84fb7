import type { MouseEvent, ReactNode } from 'react'
import { Form } from 'react-router'
import { callApi } from '#lib/api-client.ts'
import { useCallAddress } from './call-address.ts'
import { requireTarget } from './go-to.ts'
import { usePaths } from './paths.ts'
import { useShell } from './shell.tsx'

/**
 * A form with one button that opens a linked shop, which asks "Continue as …?" first. In the
 * panel's frame it gets a tab of its own, because the frame belongs to the panel of this shop.
 */
export function OpenShopForm({
  id,
  next,
  children,
}: {
  id: string
  /** Where it goes on there. */
  next?: string
  children: (open: (event: MouseEvent) => void) => ReactNode
}) {
  const { store, framed } = useShell()
  const paths = usePaths()
  const addressOf = useCallAddress()
  function open(event: MouseEvent) {
    if (!framed) return
    // Within the click event, or the browser blocks the window.
    const tab = window.open('', '_blank')
    if (!tab) return
    event.preventDefault()
    tab.opener = null
    void callApi<{ data: { url: string } }>(addressOf(`/shops/${id}/open`, { next }), {
      method: 'POST',
    }).then((result) => {
      if (result.ok) tab.location.replace(requireTarget(result.answer.data.url, true).href)
      else tab.close()
    })
  }
  return (
    <Form method="post" action={paths.shops}>
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="open" value={id} />
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      {children(open)}
    </Form>
  )
}
