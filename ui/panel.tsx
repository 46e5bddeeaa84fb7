import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.gen.ts'
import { Anchor } from './link.tsx'

/** A box with large radius; its parts (`PanelPart`) are separated by lines. */
export function Panel({
  as: Box = 'div',
  label,
  className,
  children,
}: {
  as?: 'div' | 'aside' | 'section'
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <Box
      aria-label={label}
      className={classes('rounded-panel border border-line bg-card', className)}
    >
      {children}
    </Box>
  )
}

export function PanelPart({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classes('border-line p-5 not-first:border-t md:p-6', className)}>
      {children}
    </div>
  )
}

/** "✓ Works with Demo Commerce". */
export function Works({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={classes('type-sm strong flex items-center gap-2 text-green', className)}>
      <Icon name="check" size={17} />
      {children}
    </p>
  )
}

/** Short benefits or features, each with a check mark. */
export function CheckList({
  items,
  className,
}: {
  items: readonly ReactNode[]
  className?: string
}) {
  return (
    <ul className={classes('grid gap-1.5 type-sm', className)}>
      {items.map((item, n) => (
        <li key={n} className="flex gap-2.5">
          <Icon name="check" size={16} className="mt-0.5" />
          <span className="min-w-0 wrap-anywhere-safe">{item}</span>
        </li>
      ))}
    </ul>
  )
}

/** A link across the panel's width. */
export function PanelLink({
  href,
  icon,
  isElsewhere,
  children,
}: {
  href: string
  icon: IconName
  isElsewhere?: boolean
  children: ReactNode
}) {
  return (
    <Anchor
      href={href}
      {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}
      className="-mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 type-body transition-colors hover:bg-stone2"
    >
      <Icon name={icon} size={18} />
      <span className="min-w-0 flex-1">{children}</span>
      <Icon name={isElsewhere ? 'external' : 'chevron-right'} size={16} />
    </Anchor>
  )
}

/** Labels and values, separated by lines, in one or two columns. */
export function FactList({
  facts,
  columns = 1,
  open,
  className,
}: {
  facts: readonly { label: string; value: ReactNode }[]
  columns?: 1 | 2
  /** Without a line at its end, above the end of a box. */
  open?: boolean
  className?: string
}) {
  return (
    <dl
      className={classes(
        'grid gap-x-9 border-t border-line',
        columns === 2 && 'md:grid-cols-2',
        open && '[&>div:last-child]:border-b-0 [&>div:last-child]:pb-0',
        className,
      )}
    >
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="flex items-baseline justify-between gap-4 border-b border-line py-3"
        >
          <dt className="type-body text-ink2">{fact.label}</dt>
          <dd className="type-body strong min-w-0 text-end wrap-anywhere-safe figures">
            <Isolated>{fact.value}</Isolated>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Key figures in a row: rating, installs, version, added page weight. */
export function KeyFigures({
  figures,
  className,
}: {
  figures: readonly { label: string; figure: ReactNode; note?: ReactNode }[]
  className?: string
}) {
  return (
    <dl className={classes('flex flex-wrap gap-x-9 gap-y-4 border-y border-line py-4', className)}>
      {figures.map((item) => (
        <div key={item.label}>
          <dt className="type-sm text-ink2">{item.label}</dt>
          <dd className="flex items-baseline gap-2">
            <span className="type-d3 figures">
              <Isolated>{item.figure}</Isolated>
            </span>
            {item.note && <span className="type-sm text-ink2">{item.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Keeps "31 kB" in order on right-to-left pages. */
function Isolated({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <bdi>{children}</bdi> : children
}
