import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A version with its date, changes, and new permissions. */
export function ReleaseNote({
  version,
  date,
  dateTime,
  downloads,
  permissions,
  asksMore,
  children,
  className,
}: {
  version: string
  /** Left out when unknown. */
  date?: string
  dateTime?: string
  /** "1,204 downloads". */
  downloads?: string
  /** "Asks for nothing new", or the new permission; left out for listings without a release. */
  permissions?: string
  /** Shows the new permission in coral. */
  asksMore?: boolean
  /** Left out when there are no notes. */
  children?: ReactNode
  className?: string
}) {
  return (
    <li
      className={classes(
        'grid gap-x-6 gap-y-1 border-line py-5 not-first:border-t first:pt-0 md:grid-cols-[150px_1fr]',
        className,
      )}
    >
      <div>
        <p className="type-body strong figures">
          <bdi>{version}</bdi>
        </p>
        {date && (
          <p className="type-sm text-ink2">
            <time dateTime={dateTime}>{date}</time>
          </p>
        )}
      </div>
      <div className="min-w-0">
        {children && (
          <div dir="auto" className="type-body prose mb-1.5 wrap-anywhere-safe">
            {children}
          </div>
        )}
        {downloads && <p className="type-sm figures text-ink2">{downloads}</p>}
        {permissions && (
          <p
            className={classes(
              'type-sm flex items-center gap-1.5',
              asksMore ? 'strong text-coral-text' : 'text-ink2',
            )}
          >
            <Icon name="shield" size={15} />
            {permissions}
          </p>
        )}
      </div>
    </li>
  )
}
