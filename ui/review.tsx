import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Stars } from './stars.tsx'

/** A store's review with the facts behind it: version, time installed, platform. */
export function Review({
  stars,
  starsLabel,
  shop,
  facts,
  reply,
  replyLabel,
  end,
  as: Box = 'li',
  children,
  className,
}: {
  stars: number
  starsLabel: string
  shop: ReactNode
  facts: readonly ReactNode[]
  reply?: ReactNode
  replyLabel?: ReactNode
  /** Actions below the review. */
  end?: ReactNode
  as?: 'li' | 'div'
  children?: ReactNode
  className?: string
}) {
  return (
    <Box
      className={classes(
        'border-line',
        Box === 'li' && 'py-5 not-first:border-t first:pt-0',
        className,
      )}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars value={stars} label={starsLabel} />
        <bdi className="type-body strong wrap-anywhere-safe">{shop}</bdi>
      </p>
      {children && <div className="type-body prose mt-1.5 wrap-anywhere-safe">{children}</div>}
      <ul className="type-sm mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-ink2">
        {facts.map((fact, n) => (
          <li key={n}>{fact}</li>
        ))}
      </ul>
      {reply && (
        <div className="mt-3 border-s-2 border-turquoise-light ps-4">
          <p className="type-sm strong">{replyLabel}</p>
          <div className="type-body prose wrap-anywhere-safe">{reply}</div>
        </div>
      )}
      {end}
    </Box>
  )
}
