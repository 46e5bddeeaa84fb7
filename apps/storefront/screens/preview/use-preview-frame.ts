import { useEffect, useRef, useState } from 'react'

interface Told {
  path: string
  failed: string | null
}

/**
 * What the page in the frame says of itself. It is foreign: its word decides only which page's name is shown and whether pictures take
 * its place. Asked once after waking up, for it may have spoken before.
 */
export function usePreviewFrame(address: string, { key, search }: { key: string; search: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const last = useRef({ key, search })
  const [told, setTold] = useState<Told | null>(null)
  useEffect(() => {
    setTold(null)
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.source === null) return
      const said = event.data as { type?: unknown; path?: unknown; failed?: unknown } | null
      if (said?.type !== 'arasta:preview' || typeof said.path !== 'string') return
      setTold({ path: said.path.slice(0, 500), failed: typeof said.failed === 'string' ? said.failed : null })
    }
    addEventListener('message', hear)
    // without an origin the page can only be written to by `*`; the question is no secret
    frame.current?.contentWindow?.postMessage({ type: 'arasta:preview?' }, '*')
    return () => removeEventListener('message', hear)
  }, [address])
  useEffect(() => {
    const again = last.current.key !== key && last.current.search === search
    last.current = { key, search }
    // the same page was chosen once more: the shop was left on another one
    if (again && frame.current) frame.current.src = address
  }, [key, search, address])
  return { frame, told }
}
