import type { DOMAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'

export interface FooterGroup {
  title: string
  links: readonly { href: string; name: string }[]
}

const wayLook =
  'inline-flex min-h-8.5 items-center type-sm text-ink2 hover:text-ink hover:underline hover:underline-offset-4' +
  ' md:text-[.9375rem]'

/** The site's footer: newsletter form at the start, then the links. */
export function SiteFooter({
  newsletter,
  nav,
  wide,
  note,
  label,
  className,
}: {
  newsletter?: { title: string; text: string; form: ReactNode }
  /** `FooterLinks`, or their HTML. */
  nav: Pick<DOMAttributes<Element>, 'children' | 'dangerouslySetInnerHTML'>
  /** There are more than three groups of links. */
  wide: boolean
  /** Where the items come from, in small type. */
  note?: ReactNode
  label: string
  className?: string
}) {
  return (
    <footer
      className={classes('later mt-14.5 border-t border-line pt-8 pb-10 unprinted', className)}
    >
      <div className="page grid gap-x-9 gap-y-8 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,2fr)] lg:gap-x-13">
        <div className="max-w-md">
          {newsletter && (
            <>
              <h2 className="type-d4">{newsletter.title}</h2>
              <p className="type-sm mt-0.5 mb-3 text-ink2">{newsletter.text}</p>
              {newsletter.form}
            </>
          )}
          {note && <p className="type-xs mt-4 text-ink2">{note}</p>}
        </div>
        <nav
          aria-label={label}
          className={classes(
            'grid grid-cols-2 gap-x-6 gap-y-7',
            wide ? 'md:grid-cols-4' : 'md:grid-cols-3',
          )}
          {...nav}
        />
      </div>
    </footer>
  )
}

/** The links of the site's footer. */
export const FooterLinks = ({ groups }: { groups: readonly FooterGroup[] }) =>
  groups.map((group) => (
    <div key={group.title}>
      <h2 className="type-label mb-1.5">{group.title}</h2>
      <ul>
        {group.links.map((link) => (
          <li key={link.href}>
            <Anchor href={link.href} className={wayLook}>
              {link.name}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  ))

/** The one-line footer of checkout and frame. */
export function SmallFooter({
  text,
  links,
  className,
}: {
  text: string
  links?: readonly { href: string; name: string }[]
  className?: string
}) {
  return (
    <footer className={classes('mt-14.5 border-t border-line py-5 unprinted', className)}>
      <div className="page type-sm flex flex-wrap items-center gap-x-5 gap-y-2 text-ink2">
        <p className="flex items-center gap-2">
          <Icon name="lock" size={15} />
          {text}
        </p>
        {links?.map((link) => (
          <Anchor
            key={link.href}
            href={link.href}
            className="link inline-flex min-h-9 items-center"
          >
            {link.name}
          </Anchor>
        ))}
      </div>
    </footer>
  )
}
