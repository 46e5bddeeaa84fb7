import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton, type ButtonKind, type ButtonSize } from '#ui/button.tsx'
import type { SignInDialogProps } from './sign-in-dialog.tsx'
import { useWords } from './messages.tsx'
import { optionalPart } from './optional-part.ts'
import { usePaths } from './paths.ts'

/** Event of a click on a `SignInLink`; whoever opens the dialog calls `preventDefault`. */
const ASKED = 'arasta:enter'

/** The current page, to return to; on a sign-in page, the page before it. */
function useHere(): string {
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  return pathname === '/connect' || asked.has('sign-in')
    ? (asked.get('next') ?? '/')
    : pathname + search
}

/** Placed once on a page with `SignInLink`s; loads the dialog with its messages on demand. */
export function SignInPlace() {
  const { prepare } = useWords()
  const { connect } = usePaths()
  const next = useHere()
  const [Dialog, setDialog] = useState<ComponentType<SignInDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const show = useEffectEvent(async (event: Event) => {
    event.preventDefault()
    const way = connect(next)
    try {
      // its messages are those of the sign-in page
      const [{ SignInDialog }] = await Promise.all([
        optionalPart(() => import('./sign-in-dialog.tsx')),
        prepare(way),
      ])
      setDialog(() => SignInDialog)
      setOpen(true)
    } catch {
      window.location.assign(way)
    }
  })
  useEffect(() => {
    const listen = (event: Event) => void show(event)
    document.addEventListener(ASKED, listen)
    return () => document.removeEventListener(ASKED, listen)
  }, [])
  return Dialog && <Dialog next={next} open={open} onClose={() => setOpen(false)} />
}

/** Opens the sign-in dialog, or without a script the sign-in page. */
export function SignInLink({
  kind,
  size,
  wide,
  children,
}: {
  kind?: ButtonKind
  size?: ButtonSize
  wide?: boolean
  children: ReactNode
}) {
  const paths = usePaths()
  return (
    <LinkButton
      href={paths.connect(useHere())}
      kind={kind}
      size={size}
      wide={wide}
      onClick={(event) => {
        if (!document.dispatchEvent(new Event(ASKED, { cancelable: true }))) event.preventDefault()
      }}
    >
      {children}
    </LinkButton>
  )
}
