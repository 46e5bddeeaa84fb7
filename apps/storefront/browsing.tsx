import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useLocation, useNavigation, useSubmit } from 'react-router'
import { LinkProvider } from '#ui/link.tsx'
import { needsDocument, RouterLink } from './router-link.tsx'

/**
 * Handles links and GET forms below it with client-side navigation. Both are plain HTML without the
 * script; a form with its own `onSubmit` opts out by `preventDefault`.
 */
export function Browsing({ children }: { children: ReactNode }) {
  const submit = useSubmit()
  const location = useLocation()
  const isLeaving = useNavigation().state === 'loading'
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
    <div className="contents" data-leaving={isLeaving || undefined} onSubmit={onSubmit}>
      <LinkProvider link={RouterLink}>{children}</LinkProvider>
    </div>
  )
}

/**
 * As after a full load: moves the focus to the new page's content. On the same page (a filter, more
 * results) the focus stays, unless its element was removed.
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

/** Focuses the field when the search sheet opens. */
function focusSearch(event: Event) {
  if (
    event instanceof ToggleEvent &&
    event.newState === 'open' &&
    event.target instanceof HTMLElement
  ) {
    event.target.querySelector<HTMLInputElement>('input[type=search]')?.focus()
  }
}

/** Closes menu and search sheet after a navigation. */
function closeSheets() {
  for (const open of document.querySelectorAll<HTMLElement>('[popover]:popover-open'))
    open.hidePopover()
}

/** Leaves empty fields out of the query. */
function withoutEmpty(form: FormData): FormData {
  const filled = new FormData()
  for (const [name, value] of form) if (value !== '') filled.append(name, value)
  return filled
}
