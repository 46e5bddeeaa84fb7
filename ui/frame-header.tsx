import { useRef, type ReactNode } from 'react'
import { useCurrentInSight } from './current-in-sight.ts'
import { Logo } from './logo.tsx'
import { NavLinks } from './site-header.tsx'
import type { NavLink } from './site-header.tsx'

/** The header inside a platform's panel, without store and language, which the panel shows. */
export function FrameHeader({
  id,
  name,
  logo,
  home,
  nav,
  search,
  end,
  label,
}: {
  id?: string
  name: string
  logo?: string
  home: string
  nav: readonly NavLink[]
  search?: ReactNode
  /** After the search: the notices. */
  end?: ReactNode
  label: string
}) {
  const row = useRef<HTMLElement>(null)
  useCurrentInSight(row, nav.find((link) => link.current)?.href)
  return (
    <header id={id} className="border-b border-line unprinted">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 md:min-h-17 md:gap-x-6">
        <Logo name={name} logo={logo} href={home} small />
        <nav
          ref={row}
          aria-label={label}
          className="-mx-1 overflow-x-auto px-1 [scrollbar-width:none] max-md:min-w-0 max-md:flex-1 max-md:basis-3/5 md:max-w-full"
        >
          <NavLinks links={nav} className="gap-5" />
        </nav>
        {search && (
          <div className="min-w-0 flex-1 max-md:basis-56 md:ms-auto md:w-72 md:flex-none">
            {search}
          </div>
        )}
        {end}
      </div>
    </header>
  )
}
