import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface Bar {
  key: string
  name: ReactNode
  value: number
  note?: ReactNode
}

/**
 * A few parts of a whole, largest first: a table whose rows have a bar, so that screen readers get
 * the same data.
 */
export function BarList({
  label,
  columns,
  bars,
  format,
  className,
}: {
  label: string
  /** Headings of the name and the value column. */
  columns: readonly [string, string]
  bars: readonly Bar[]
  format: (value: number) => string
  className?: string
}) {
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  return (
    <table className={classes('type-body w-full', className)}>
      <caption className="type-d4 mb-2 text-start">{label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{columns[0]}</th>
          <th scope="col">{columns[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              <span className="wrap-anywhere-safe">{bar.name}</span>
              {bar.note && <span className="type-sm block text-ink2">{bar.note}</span>}
              <svg
                aria-hidden="true"
                width="100%"
                height="6"
                className="mt-1.5 block rtl:-scale-x-100"
              >
                <rect width="100%" height="6" rx="3" className="fill-stone2" />
                <rect
                  width={`${Math.round((bar.value / most) * 1000) / 10}%`}
                  height="6"
                  rx="3"
                  className="fill-turquoise"
                />
              </svg>
            </th>
            <td className="figures strong ps-4 text-end align-middle">{format(bar.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
