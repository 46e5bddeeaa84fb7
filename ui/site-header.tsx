import { useId } from 'react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'
import { Logo } from './logo.tsx'

export interface NavLink {
  href: string
  name: string
  current?: boolean
  /** After the name: the number of available updates. */
  note?: ReactNode
}

/** Navigation links. The current page is underlined and marked for screen readers. */
export function NavLinks({ links, className }: { links: readonly NavLink[]; className?: string }) {
  return (
    <ul className={classes('flex items-center gap-6', className)}>
      {links.map((link) => (
        <li key={link.href}>
          <Anchor
            href={link.href}
            aria-current={link.current ? 'page' : undefined}
            className={classes(
              'relative inline-flex min-h-11 items-center gap-2 type-body text-[.9375rem] whitespace-nowrap',
              link.current ? 'nav-current strong text-ink' : 'text-ink2 hover:text-ink',
            )}
          >
            {link.name}
            {link.note}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

export interface SiteHeaderProps {
  /** `head` on a page with one header: hidden or shown as a whole (`ui/base.css`). */
  id?: string
  /** Name of the market next to the logo. */
  name: string
  /** URL of the market's logo; the default mark without it. */
  logo?: string
  home?: string
  nav: readonly NavLink[]
  /**
   * A `SearchField`; left out on pages that begin with one. Below 1000 px it opens from its icon.
   */
  search?: ReactNode
  language: ReactNode
  /** `StoreChip`, or the sign-in link. */
  account: ReactNode
  words: { nav: string; menu: string; search: string; close: string }
  /** `wall` continues into a stone background (home, errors); `page` ends with a line. */
  ground?: 'page' | 'wall'
}

/**
 * The site's header. Menu and search on small screens are native popovers, which work without a
 * script.
 */
export function SiteHeader({
  id: headerId,
  name,
  logo,
  home,
  nav,
  search,
  language,
  account,
  words,
  ground = 'page',
}: SiteHeaderProps) {
  const id = useId()
  // more only fit next to each other on a wide screen
  const isMany = nav.length > 5
  return (
    <header
      id={headerId}
      className={classes('unprinted', ground === 'wall' ? 'bg-stone' : 'border-b border-line')}
    >
      <div className="page flex min-h-15 items-center gap-x-2 md:min-h-17 md:gap-x-6 lg:gap-x-9">
        <Logo name={name} logo={logo} href={home} />
        <nav
          aria-label={words.nav}
          className={isMany ? 'hidden min-w-0 lg:block' : 'hidden md:block'}
        >
          <NavLinks links={nav} />
        </nav>
        {search && <div className="hidden w-100 shrink lg:block">{search}</div>}
        <div className="ms-auto flex min-w-0 items-center gap-1 md:gap-3">
          <div className="hidden lg:block">{language}</div>
          {account}
          {search && (
            <Opener
              icon="search"
              label={words.search}
              target={`${id}search`}
              className="lg:hidden"
            />
          )}
          <Opener
            icon="menu"
            label={words.menu}
            target={`${id}menu`}
            className="-me-2.5 lg:hidden"
          />
        </div>
      </div>
      <Sheet
        id={`${id}menu`}
        label={words.menu}
        close={words.close}
        head={<Logo name={name} logo={logo} href={home} />}
      >
        <nav aria-label={words.nav} className={isMany ? 'lg:hidden' : 'md:hidden'}>
          <ul className="grid gap-0.5 pb-4">
            {nav.map((link) => (
              <li key={link.href}>
                <Anchor
                  href={link.href}
                  aria-current={link.current ? 'page' : undefined}
                  className={classes(
                    'flex min-h-13 items-center justify-between gap-3 border-b border-line type-d4',
                    !link.current && 'text-ink2',
                  )}
                >
                  {link.name}
                  {link.note}
                </Anchor>
              </li>
            ))}
          </ul>
        </nav>
        <div className="-ms-2 pb-5">{language}</div>
      </Sheet>
      {search && (
        <Sheet
          id={`${id}search`}
          label={words.search}
          close={words.close}
          head={<div className="flex-1">{search}</div>}
        />
      )}
    </header>
  )
}

function Opener({
  icon,
  label,
  target,
  className,
}: {
  icon: 'search' | 'menu' | 'close'
  label: string
  target: string
  className?: string
}) {
  return (
    <button
      type="button"
      aria-label={label}
      popoverTarget={target}
      popoverTargetAction={icon === 'close' ? 'hide' : 'toggle'}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-control hover:bg-stone2',
        className,
      )}
    >
      <Icon name={icon} size={23} />
    </button>
  )
}

function Sheet({
  id,
  label,
  close,
  head,
  children,
}: {
  id: string
  label: string
  close: string
  head: ReactNode
  children?: ReactNode
}) {
  return (
    <div id={id} popover="auto" role="dialog" aria-label={label} className="sheet">
      <div className="page">
        <div className="flex min-h-15 items-center justify-between gap-3 md:min-h-17">
          {head}
          <Opener icon="close" label={close} target={id} className="-me-2.5" />
        </div>
        {children}
      </div>
    </div>
  )
}
