import type { ReactNode } from 'react'
import { Amount } from './amount.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** The order: sticky next to the form; below 1000 px after it, with `SummaryBar`. */
export function OrderSummary({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <section aria-label={label} className={classes('rounded-panel bg-stone', className)}>
      {children}
    </section>
  )
}

/** A part of the summary, with a line above. */
export function SummaryPart({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={classes(
        'border-paper p-5 not-first:border-t-[1.5px] dark:border-line md:px-6.5 md:py-6',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** The bought item: icon, name, terms. */
export function SummaryItem({
  icon,
  name,
  note,
  className,
}: {
  icon: ReactNode
  name: ReactNode
  note: ReactNode
  className?: string
}) {
  return (
    <div className={classes('flex items-center gap-4', className)}>
      {icon}
      <div className="min-w-0">
        <p className="type-d4 line-clamp-2 wrap-anywhere-safe">{name}</p>
        <p className="type-sm text-ink2">{note}</p>
      </div>
    </div>
  )
}

export interface SummaryLine {
  label: string
  /** Formatted; a discount begins with − (U+2212). */
  amount: string
  /** A discount, shown in green. */
  discount?: boolean
}

/** Lines and total. */
export function SummaryLines({
  lines,
  total,
  className,
}: {
  lines: readonly SummaryLine[]
  total: { label: string; amount: string; note?: string }
  className?: string
}) {
  return (
    <dl className={classes('grid gap-2.5', className)}>
      {lines.map((line) => (
        <div
          key={line.label}
          className={classes(
            'type-body flex items-baseline justify-between gap-4',
            line.discount && 'text-green',
          )}
        >
          <dt className="min-w-0 wrap-anywhere-safe">{line.label}</dt>
          <dd>
            <Amount text={line.amount} />
          </dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline justify-between gap-4">
        <dt className="type-d3">
          {total.label}
          {total.note && <span className="type-sm text-ink2 block">{total.note}</span>}
        </dt>
        <dd className="type-d3">
          <Amount text={total.amount} />
        </dd>
      </div>
    </dl>
  )
}

/**
 * Below 1000 px: total, a button for the lines, and the main button, at the bottom of the screen.
 * The lines are a native popover, which closes on Escape or a click outside without a script. Must
 * be last in the form.
 */
export function SummaryBar({
  id,
  label,
  close,
  total,
  button,
  className,
  children,
}: {
  id: string
  /** "Summary". */
  label: string
  /** Accessible name of the drawer's close button. */
  close: string
  total: string
  button: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <>
      <div
        className={classes(
          'sticky bottom-0 z-20 -mx-(--gutter) flex items-center gap-3 border-t border-line bg-paper px-(--gutter)',
          'pt-2.5 unprinted lg:hidden',
          'pb-[max(10px,env(safe-area-inset-bottom))]',
          className,
        )}
      >
        <button
          type="button"
          popoverTarget={id}
          className="min-h-11 min-w-0 rounded-control pe-2 text-start"
        >
          <span className="type-sm flex items-center gap-1 text-ink2">
            {label}
            <Icon name="chevron-up" size={14} />
          </span>
          <span className="type-lg strong figures block leading-tight">
            <Amount text={total} />
          </span>
        </button>
        <div className="ms-auto min-w-0 flex-1">{button}</div>
      </div>
      <div id={id} popover="auto" aria-label={label} role="dialog" className="sheet sheet-bottom">
        <div className="flex items-center justify-between gap-3 px-5 pt-4">
          <p className="type-d3">{label}</p>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label={close}
            className="grid size-11 place-items-center rounded-control hover:bg-stone2"
          >
            <Icon name="close" size={22} />
          </button>
        </div>
        <div className="px-5 pt-2 pb-6">{children}</div>
      </div>
    </>
  )
}
