import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { Anchor } from './link.tsx'

/**
 * The signed-in store. Below 1000 px only the icon is visible; the domain is its accessible name.
 */
export function StoreChip({
  domain,
  href,
  label,
  full,
  className,
}: {
  domain: string
  href?: string
  /** "Your shop: magaza-1.demo.localhost". */
  label: string
  /** Show the domain at every width. */
  full?: boolean
  className?: string
}) {
  const look = classes(
    'inline-flex min-h-9 max-w-[min(14rem,100%)] items-center gap-2 rounded-control border border-line2 bg-card px-3 py-1.5 type-sm strong',
    href && 'hover:border-ink',
    className,
  )
  const inside = (
    <>
      <Icon name="shop" size={17} />
      <bdi aria-hidden="true" dir="ltr" className={classes('truncate', !full && 'hidden lg:block')}>
        {domain}
      </bdi>
      <span className="sr-only">{label}</span>
    </>
  )
  return href ? (
    <Anchor href={href} className={look}>
      {inside}
    </Anchor>
  ) : (
    <span className={look}>{inside}</span>
  )
}
