import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** The page's width and margins. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('page', className)}>{children}</div>
}

/** A background across the whole window for a row or section. */
export function Wall({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('bg-stone', className)}>{children}</div>
}

const KINDS = {
  /** An item and its panel. */
  detail: 'lg:grid-cols-[minmax(0,1fr)_372px] lg:gap-x-14',
  /** A form and the order. */
  checkout: 'lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-x-16',
  /** Facets and results; the facets become a sheet below 1000 px. */
  list: 'lg:grid-cols-[236px_minmax(0,1fr)] lg:gap-x-11',
  /** The same without facets. */
  one: '',
  /** A plan and the picture of the shop. */
  plan: 'lg:grid-cols-[minmax(0,1fr)_minmax(0,520px)] lg:gap-x-14',
  /** Two columns, 1.62 : 1. */
  editorial: 'lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)] lg:gap-x-12',
  'editorial-turned': 'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.62fr)] lg:gap-x-12',
}

/** Two columns from 1000 px, one below. */
export function Columns({
  kind,
  className,
  children,
}: {
  kind: keyof typeof KINDS
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classes('grid grid-cols-[minmax(0,1fr)] gap-y-9', KINDS[kind], className)}>
      {children}
    </div>
  )
}

/** A sticky column next to a longer one. */
export function Sticky({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classes('self-start lg:sticky lg:top-6', className)}>{children}</div>
}

/** A long section with its heading in a column of its own, and a line above. */
export function HangingSection({
  heading,
  aside,
  id,
  className,
  children,
}: {
  heading: string
  /** Below the heading, e.g. the average rating. */
  aside?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-x-9 gap-y-4 border-t border-line py-9 md:py-11 lg:grid-cols-[188px_minmax(0,1fr)]',
        className,
      )}
    >
      <div>
        <h2 className="type-d3 lg:text-[1.25rem]">{heading}</h2>
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}

/** A section's heading with a link at its end. */
export function SectionHeading({
  title,
  end,
  lead,
  as: Title = 'h2',
  className,
}: {
  title: ReactNode
  end?: ReactNode
  lead?: ReactNode
  as?: 'h1' | 'h2'
  className?: string
}) {
  return (
    <div
      className={classes(
        'mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1',
        className,
      )}
    >
      <Title className="type-d2">{title}</Title>
      {end && <div className="type-sm md:text-[.9375rem]">{end}</div>}
      {lead && <p className="type-lg w-full text-ink2">{lead}</p>}
    </div>
  )
}
