import { classes } from './classes.ts'
import { Anchor } from './link.tsx'

/**
 * The distribution of ratings: stars, bar, count. A row with `href` links to its reviews; `current`
 * marks the one shown.
 */
export function RatingBars({
  rows,
  className,
}: {
  rows: readonly { stars: number; count: number; label: string; href?: string; current?: boolean }[]
  className?: string
}) {
  const most = Math.max(
    1,
    rows.reduce((sum, row) => sum + row.count, 0),
  )
  const line = 'grid grid-cols-[1ch_1fr_auto] items-center gap-3'
  const inside = (row: (typeof rows)[number]) => (
    <>
      <span aria-hidden="true" className="figures">
        {row.stars}
      </span>
      <progress
        className="bar [--bar:var(--sun)]"
        max={most}
        value={row.count}
        aria-label={row.label}
      />
      <span aria-hidden="true" className="figures min-w-8 text-end text-ink2">
        {row.count}
      </span>
    </>
  )
  return (
    <ul className={classes('grid type-sm', className)}>
      {rows.map((row) => (
        <li key={row.stars}>
          {row.href ? (
            <Anchor
              href={row.href}
              aria-current={row.current ? 'true' : undefined}
              className={classes(
                line,
                '-mx-2 min-h-8 rounded-control px-2 transition-colors hover:bg-stone2',
                row.current && 'bg-stone2 strong',
              )}
            >
              {inside(row)}
            </Anchor>
          ) : (
            <div className={classes(line, 'min-h-8')}>{inside(row)}</div>
          )}
        </li>
      ))}
    </ul>
  )
}
