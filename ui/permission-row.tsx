import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A permission: a design block, a tracking code, a web service user. */
export type PermissionKind = 'block' | 'code' | 'key'

/**
 * A permission that an item needs, or (without `kind`) does not need; needed ones come first. `end`
 * is for "needed" or a switch.
 */
export function PermissionRow({
  kind,
  title,
  reason,
  end,
  as: Row = 'li',
  className,
}: {
  kind?: PermissionKind
  title: ReactNode
  reason: ReactNode
  end?: ReactNode
  as?: 'li' | 'div'
  className?: string
}) {
  return (
    <Row className={classes('flex items-start gap-3', className)}>
      <span
        className={classes(
          'grid size-8.5 shrink-0 place-items-center rounded-control',
          kind ? 'bg-turquoise-tint text-link' : 'border border-line2 text-ink2',
        )}
      >
        <Icon name={kind ?? 'close'} size={kind ? 18 : 16} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="type-label wrap-anywhere-safe">{title}</p>
        <p className="type-sm text-ink2 wrap-anywhere-safe">{reason}</p>
      </div>
      {end}
    </Row>
  )
}

/** The rows of one item. */
export function PermissionList({
  children,
  className,
}: {
  children: ReactNode
  className?: string
}) {
  return <ul className={classes('grid content-start gap-4', className)}>{children}</ul>
}

/** "Does not touch: × customers × orders" in one line. */
export function Untouched({
  label,
  things,
  className,
}: {
  label: string
  things: readonly string[]
  className?: string
}) {
  return (
    <div className={classes('type-sm flex flex-wrap gap-x-4 gap-y-1', className)}>
      <span className="strong">{label}</span>
      <ul className="contents">
        {things.map((thing) => (
          <li key={thing} className="inline-flex items-center gap-1.5 text-ink2">
            <Icon name="close" size={14} />
            {thing}
          </li>
        ))}
      </ul>
    </div>
  )
}
