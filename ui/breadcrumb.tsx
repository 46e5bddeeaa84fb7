import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'

/**
 * Breadcrumbs. `label` is their accessible name; the last one is the kind of the shown object, not
 * its name.
 */
export function Breadcrumb({
  label,
  crumbs,
  className,
}: {
  label: string
  crumbs: readonly { href: string; name: string }[]
  className?: string
}) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="type-sm flex flex-wrap items-center gap-x-2 text-ink2">
        {crumbs.map((crumb, n) => (
          <li key={crumb.href} className="flex items-center gap-2">
            {n > 0 && <Icon name="chevron-right" size={14} />}
            <Anchor
              href={crumb.href}
              className="inline-flex min-h-9 items-center hover:text-ink hover:underline hover:underline-offset-4"
            >
              {crumb.name}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A link one level up, for pages without breadcrumbs such as checkout. */
export function BackLink({
  href,
  children,
  className,
}: {
  href: string
  children: string
  className?: string
}) {
  return (
    <Anchor
      href={href}
      className={classes(
        'type-sm inline-flex min-h-9 items-center gap-1.5 text-ink2 hover:text-ink hover:underline hover:underline-offset-4',
        className,
      )}
    >
      <Icon name="chevron-left" size={15} />
      {children}
    </Anchor>
  )
}
