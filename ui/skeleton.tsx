import { archPath } from './arches.tsx'
import { classes } from './classes.ts'

/**
 * A still grey place of the size of what will come. `label` is said aloud once, on the outermost.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classes('skeleton block', className)} />
}

/** Cards that are on their way; as high as they will be. */
export function CardSkeletons({
  label,
  count = 6,
  className,
}: {
  label: string
  count?: number
  className?: string
}) {
  return (
    <div
      role="status"
      aria-label={label}
      className={classes('grid gap-4 lg:grid-cols-2', className)}
    >
      {Array.from({ length: count }, (_, n) => (
        <div
          key={n}
          className="grid grid-cols-[60px_1fr] gap-4 rounded-card border border-line p-5"
        >
          <Skeleton className="size-15 rounded-[25%]" />
          <div>
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="mt-3 h-3.5" />
            <Skeleton className="mt-2 h-3.5 w-3/5" />
            <Skeleton className="mt-4 h-3.5 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Covers that are on their way. */
export function CoverSkeletons({ label, count = 6 }: { label: string; count?: number }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="grid grid-cols-2 gap-x-4 gap-y-9 md:gap-x-7 lg:grid-cols-3"
    >
      {Array.from({ length: count }, (_, n) => (
        <div key={n}>
          <svg aria-hidden="true" viewBox="0 0 100 106" className="block w-full fill-stone2">
            <path d={archPath(100, 106, 35.5)} />
          </svg>
          <Skeleton className="mt-4 h-5 w-1/2" />
          <Skeleton className="mt-2 h-3.5 w-1/4" />
        </div>
      ))}
    </div>
  )
}
