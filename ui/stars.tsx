import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export const STAR = 'M10 1.6l2.6 5.5 6 .8-4.4 4.2 1.1 6L10 15.2 4.7 18.1l1.1-6L1.400 7.9l6-.8z'

/** One star with the average; `reviews` is a text of the page ("186 reviews"). */
export function Rating({
  text,
  label,
  className,
  children,
}: {
  /** Formatted, "4,8". */
  text: string
  /** Screen reader text: "4,8 out of 5". */
  label: string
  className?: string
  children?: ReactNode
}) {
  return (
    <span className={classes('rating', className)}>
      <svg aria-hidden="true" width="15" height="15" viewBox="0 0 20 20" className="rating-star">
        <path d={STAR} />
      </svg>
      <span aria-hidden="true" className="strong figures text-ink">
        {text}
      </span>
      <span className="sr-only">{label}</span>
      {children}
    </span>
  )
}

/** Five stars, filled from the start of the line, with fractions. The number is next to them. */
export function Stars({
  value,
  label,
  size = 16,
  className,
}: {
  value: number
  label: string
  size?: number
  className?: string
}) {
  const step = 22
  const all = 5 * step - 2
  const whole = Math.floor(value)
  const filled = Math.max(0, Math.min(all, whole * step + (value - whole) * 20))
  const five = [0, 1, 2, 3, 4].map((n) => (
    <path key={n} d={STAR} transform={`translate(${n * step} 0)`} />
  ))
  return (
    <span
      role="img"
      aria-label={label}
      className={classes('relative inline-block shrink-0 rtl:-scale-x-100', className)}
    >
      <svg
        aria-hidden="true"
        width={(all * size) / 20}
        height={size}
        viewBox={`0 0 ${all} 20`}
        className="block fill-line"
      >
        {five}
      </svg>
      {/* the same five stars clipped; mirrored as a whole on right-to-left pages */}
      <svg
        aria-hidden="true"
        width={(filled * size) / 20}
        height={size}
        viewBox={`0 0 ${filled} 20`}
        preserveAspectRatio="xMinYMin slice"
        className="absolute inset-y-0 start-0 fill-sun rtl:start-auto rtl:end-0"
      >
        {five}
      </svg>
    </span>
  )
}
