import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useLocation, useSubmit } from 'react-router'
import { LinkProvider } from '#ui/link.tsx'
import { needsDocument, RouterLink } from './router-link.tsx'

/**
 * Makes links and GET forms below it go without a reload. Both are plain HTML before and without
 * the script; a form with an `onSubmit` of its own says so by `preventDefault`.
 */
export function Browsing({ children }: { children: ReactNode }) {
  const submit = useSubmit()
  const location = useLocation()
  useEffect(closeSheets, [location.pathname])
  useFocusOnNewPage(location)
  useEffect(() => {
    document.addEventListener('toggle', focusSearch, true)
    return () => document.removeEventListener('toggle', focusSearch, true)
  }, [])

  function onSubmit(event: FormEvent<HTMLDivElement>) {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get')
      return
    const { pathname } = new URL(form.action)
    if (needsDocument(pathname, location.pathname)) return
    event.preventDefault()
    const samePage = pathname === location.pathname
    if (!samePage) closeSheets()
    void submit(withoutEmpty(new FormData(form)), {
      action: pathname,
      preventScrollReset: samePage,
    })
  }
  return (
    <div className="contents" onSubmit={onSubmit}>
      <LinkProvider link={RouterLink}>{children}</LinkProvider>
    </div>
  )
}

/**
 * As after a load of a document: the keyboard and the screen reader go on at the new page's
 * content. On the same page (a filter, more results) the focus stays where it is, unless what had
 * it is gone.
 */
function useFocusOnNewPage({ pathname, key }: { pathname: string; key: string }) {
  const last = useRef({ pathname, key })
  useEffect(() => {
    if (last.current.key === key) return
    const samePage = last.current.pathname === pathname
    last.current = { pathname, key }
    if (!samePage || document.activeElement === document.body)
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, key])
}

/** Who opens the search over the page wants to write. */
function focusSearch(event: Event) {
  if (
    event instanceof ToggleEvent &&
    event.newState === 'open' &&
    event.target instanceof HTMLElement
  ) {
    event.target.querySelector<HTMLInputElement>('input[type=search]')?.focus()
  }
}

/** Menus and the search over the page make way for the page that was chosen in them. */
function closeSheets() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open'))
    open.hidePopover()
}

/** Fields that were left empty leave no trace in the address. */
function withoutEmpty(form: FormData): FormData {
  const filled = new FormData()
  for (const [name, value] of form) if (value !== '') filled.append(name, value)
  return filled
}
