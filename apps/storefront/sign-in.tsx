import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton, type ButtonKind, type ButtonSize } from '#ui/button.tsx'
import type { SignInDialogProps } from './sign-in-dialog.tsx'
import { useWords } from './messages.tsx'
import { optionalPart } from './optional-part.ts'
import { usePaths } from './paths.ts'

/**
 * Asked for by a press of an `SignInLink`; whoever can explain it here says so by `preventDefault`.
 */
const ASKED = 'arasta:enter'

/**
 * The page that somebody is on, to come back to; where it is one of the ways in itself, the page
 * that led there.
 */
function useHere(): string {
  const { pathname, search } = useLocation()
  const asked = new URLSearchParams(search)
  return pathname === '/connect' || asked.has('sign-in')
    ? (asked.get('next') ?? '/')
    : pathname + search
}

/**
 * Stands once on a page that has `SignInLink`s; the dialog comes with its words when somebody asks
 * for it.
 */
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
      // its words are those of the page that it leads to
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

/**
 * Explains how to come in: in a dialog where there is a script, on a page of its own where there is
 * none.
 */
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
