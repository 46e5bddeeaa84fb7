import { useId } from 'react'
import { classes } from './classes.ts'

/** Progress by completed steps: `done` of `all`. */
export function Progress({
  label,
  done,
  all,
  note,
  percent,
  className,
}: {
  /** Screen reader text: "2 of 4 steps done". */
  label: string
  done: number
  all: number
  /** Below the bar at the start: "About 2 seconds left". */
  note?: string
  /** Below the bar at the end, formatted. */
  percent?: string
  className?: string
}) {
  const id = useId()
  return (
    <div className={className}>
      <progress id={id} className="bar" value={done} max={all} aria-label={label} />
      {(note || percent) && (
        <p className={classes('type-sm figures mt-1.5 flex justify-between gap-3 text-ink2')}>
          <span>{note}</span>
          <span className="text-ink">{percent}</span>
        </p>
      )}
    </div>
  )
}
