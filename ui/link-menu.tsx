import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'

export interface MenuLink {
  href: string
  name: ReactNode
  current?: boolean
  lang?: string
  /** Language of the linked page. */
  hrefLang?: string
}

/**
 * What opens below its button. A `<details>`, so it works without a script; with one, Escape and a
 * click outside close it.
 */
export function Menu({
  label,
  button,
  children,
  className,
  buttonClassName,
}: {
  /** Screen reader text before the button's text. */
  label: string
  button: ReactNode
  /** `close` is for what leads away. */
  children: (close: () => void) => ReactNode
  className?: string | undefined
  buttonClassName?: string
}) {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const details = ref.current
    if (!details) return
    const close = () => {
      details.open = false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      close()
      details.querySelector('summary')?.focus()
    }
    const onPress = (event: Event) => {
      if (event.target instanceof Node && !details.contains(event.target)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])
  return (
    <details ref={ref} className={classes('relative', className)}>
      <summary
        className={classes(
          'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 type-sm medium hover:bg-stone2',
          buttonClassName,
        )}
      >
        {label && <span className="sr-only">{label}: </span>}
        {button}
      </summary>
      {children(() => {
        if (ref.current) ref.current.open = false
      })}
    </details>
  )
}

/** A short list of links below its button. */
export const LinkMenu = ({
  links,
  stays = false,
  ...menu
}: Omit<Parameters<typeof Menu>[0], 'children'> & {
  links: readonly MenuLink[]
  /** It stays open after a press, for links of which one follows several. */
  stays?: boolean
}) => (
  <Menu {...menu}>
    {(close) => (
      <ul className="menu">
        {links.map((link) => (
          <li key={link.href}>
            <Anchor
              href={link.href}
              lang={link.lang}
              hrefLang={link.hrefLang}
              aria-current={link.current ? 'true' : undefined}
              onClick={stays ? undefined : close}
              className="menu-link"
            >
              <span>{link.name}</span>
              {link.current && <Icon name="check" size={16} className="text-link" />}
            </Anchor>
          </li>
        ))}
      </ul>
    )}
  </Menu>
)

/** Links to the page in other languages with `?hl=`, each by its own name. */
export function LanguageMenu({
  label,
  languages,
  className,
}: {
  label: string
  languages: readonly { code: string; name: string; href: string; current?: boolean }[]
  className?: string
}) {
  const current = languages.find((language) => language.current)
  return (
    <LinkMenu
      label={label}
      className={className}
      button={
        <>
          <Icon name="globe" size={17} />
          <span lang={current?.code}>{current?.name}</span>
        </>
      }
      links={languages.map(({ code, ...rest }) => ({ ...rest, lang: code, hrefLang: code }))}
    />
  )
}

/** Links that sort a list: "Sort Smart ⌄". */
export function SortMenu({
  label,
  choices,
  className,
}: {
  label: string
  choices: readonly MenuLink[]
  className?: string
}) {
  const current = choices.find((choice) => choice.current)
  return (
    <LinkMenu
      label=""
      className={className}
      links={choices}
      buttonClassName="min-h-11 rounded-control border border-line2 bg-card px-3.5 hover:border-ink hover:bg-card"
      button={
        <>
          <span className="regular text-ink2">{label}</span>
          <span className="strong">{current?.name}</span>
          <Icon name="chevron-down" size={16} className="ms-1" />
        </>
      }
    />
  )
}
