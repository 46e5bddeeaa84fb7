import { useRef, type RefObject } from 'react'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { LanguageMenu, LinkMenu } from '#ui/link-menu.tsx'
import { Anchor } from '#ui/link.tsx'
import { Logo } from '#ui/logo.tsx'
import { FormKey } from './forms.tsx'
import { countsBelow, type InboxCount, sumOf } from './inbox/places.ts'
import { KeyHint } from './key-hint.tsx'
import { useLanguageLinks } from './language-links.ts'
import { usePlaces, type SectionLink } from './navigation.ts'
import { FIND } from './search/places.ts'
import { useShell } from './shell.tsx'
import { useWords } from './words.tsx'

const ID = 'console-pages'
const INBOX = '/operator/inbox'

/**
 * Sections of the console beside the page. Below 700 px it is a sheet behind the button of a header
 * of one line: a native popover, which style sheets show in place where there is room, so that it
 * works without a script and exists once.
 */
export function SideNavigation({
  counts,
  onSearch,
  onKeys,
}: {
  counts: readonly InboxCount[]
  onSearch(): void
  onKeys(): void
}) {
  const { t } = useWords()
  const { branding, person, searchKeys } = useShell()
  const { sections, sides, side } = usePlaces()
  const ref = useRef<HTMLElement>(null)
  const logo = branding.logo ? { logo: branding.logo } : {}
  const search = (
    <>
      <Icon name="search" size={17} />
      <span className="flex-1 text-start">{t('console.go.open')}</span>
      <KeyHint keys={searchKeys} className="max-md:hidden" />
    </>
  )
  return (
    <>
      <header className="unprinted flex min-h-14 items-center gap-3 border-b border-line bg-stone px-4.5 md:hidden">
        <Logo small name={branding.name} {...logo} href="/" />
        <span className="type-sm min-w-0 truncate text-ink2">
          {sections.find((section) => section.current)?.name}
        </span>
        <SheetButton icon="menu" label={t('console.nav.menu')} className="ms-auto -me-2.5" />
      </header>
      <nav
        ref={ref}
        id={ID}
        popover="auto"
        aria-label={t('console.nav.label')}
        className="sheet side-nav"
      >
        <div className="flex min-h-11 items-center justify-between gap-2">
          <Logo small name={branding.name} {...logo} href="/" />
          <SheetButton icon="close" label={t('console.nav.close')} className="-me-2.5 md:hidden" />
        </div>
        {person?.operatorRole ? (
          <Anchor
            href={FIND}
            onClick={(event) => {
              event.preventDefault()
              onSearch()
            }}
            className="side-search"
          >
            {search}
          </Anchor>
        ) : (
          <button type="button" onClick={onSearch} className="side-search scripted">
            {search}
          </button>
        )}
        <ul className="grid gap-0.5">
          {sections.map((section) => (
            <SectionItem key={section.key} section={section} counts={counts} sheet={ref} />
          ))}
        </ul>
        <div className="mt-auto grid gap-0.5 border-t border-line pt-2">
          <button type="button" onClick={onKeys} className="side-link scripted">
            <KeyHint keys="?" />
            <span>{t('console.keys.title')}</span>
          </button>
          <LanguageMenu label={t('console.language')} languages={useLanguageLinks()} />
          <div className="flex items-center justify-between">
            <LinkMenu
              label={t('console.side.label')}
              links={sides}
              className="min-w-0"
              buttonClassName="max-w-full"
              button={
                <>
                  <Icon name="user" size={17} />
                  <bdi className="min-w-0 truncate">{side}</bdi>
                  <Icon name="chevron-up" size={15} />
                </>
              }
            />
            <form method="post" action="/sign-out">
              <FormKey />
              <button
                type="submit"
                className="grid size-11 place-items-center rounded-control hover:bg-stone2"
                aria-label={t('console.sign_out')}
              >
                <Icon name="sign-out" size={18} />
              </button>
            </form>
          </div>
        </div>
      </nav>
    </>
  )
}

/** A section; the open one with its pages. */
function SectionItem({
  section,
  counts,
  sheet,
}: {
  section: SectionLink
  counts: readonly InboxCount[]
  sheet: RefObject<HTMLElement | null>
}) {
  const { href, name, icon, current, pages } = section
  const close = () => {
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover()
  }
  const isAlone = pages.length === 1
  const countOf = (hrefs: readonly string[]) =>
    sumOf(hrefs.includes(INBOX) ? counts : countsBelow(counts, hrefs))
  return (
    <li>
      <Anchor
        href={href}
        onClick={close}
        aria-current={current ? (isAlone ? 'page' : 'true') : undefined}
        className={classes('side-link', current && 'side-current')}
      >
        <Icon name={icon} size={17} />
        <span className="min-w-0 flex-1">{name}</span>
        <Count text={countOf(pages.map((page) => page.href))} strong={current} />
      </Anchor>
      {current && !isAlone && (
        <ul className="mt-0.5 mb-1.5 grid gap-0.5">
          {pages.map((page) => (
            <li key={page.href}>
              <Anchor
                href={page.href}
                onClick={close}
                aria-current={page.current ? 'page' : undefined}
                className={classes('side-page', page.current && 'strong text-ink')}
              >
                <span className="min-w-0 flex-1">{page.name}</span>
                {page.href !== INBOX && <Count text={countOf([page.href])} />}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** How much waits there. */
function Count({ text, strong = false }: { text: string | null; strong?: boolean }) {
  const { t } = useWords()
  if (text === null) return null
  return (
    <span
      className={classes(
        'type-xs figures',
        strong && 'rounded-full bg-action px-2 py-0.5 strong text-on-action',
      )}
    >
      {text}
      <span className="sr-only"> {t('console.nav.waiting')}</span>
    </span>
  )
}

function SheetButton({
  icon,
  label,
  className,
}: {
  icon: 'menu' | 'close'
  label: string
  className: string
}) {
  return (
    <button
      type="button"
      aria-label={label}
      popoverTarget={ID}
      popoverTargetAction={icon === 'close' ? 'hide' : 'show'}
      className={classes('grid size-11 place-items-center rounded-control', className)}
    >
      <Icon name={icon} size={21} />
    </button>
  )
}
