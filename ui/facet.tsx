import { useId } from 'react'
import type { ReactNode } from 'react'
import { archPath } from './arches.tsx'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A group of filter options with a line above. Children are `Checkbox` or `Radio` with counts. */
export function Facet({
  title,
  children,
  className,
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <fieldset
      className={classes('min-w-0 border-line py-4 not-first:border-t first:pt-0', className)}
    >
      <legend className="type-label float-start w-full pb-1.5">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  )
}

/** The rest of a long facet, collapsed. */
export function FacetMore({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-9 items-center gap-1.5 type-sm medium text-link">
        {label}
        <Icon name="chevron-down" size={16} className="group-open:-scale-y-100" />
      </summary>
      {children}
    </details>
  )
}

/** A choice of colors as arches; each is a checkbox with an accessible name. */
export function ColourFacet({
  name,
  colours,
  onChange,
}: {
  name: string
  colours: readonly { value: string; colour: string; label: string; chosen?: boolean }[]
  onChange?: (value: string, chosen: boolean) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {colours.map(({ value, colour, label, chosen }) => (
        <label key={value} className="relative block" title={label}>
          <input
            type="checkbox"
            name={name}
            value={value}
            aria-label={label}
            className="peer absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            {...(onChange
              ? {
                  checked: Boolean(chosen),
                  onChange: (event) => onChange(value, event.target.checked),
                }
              : { defaultChecked: Boolean(chosen) })}
          />
          <svg
            aria-hidden="true"
            width="30"
            height="36"
            viewBox="-1 -1 32 38"
            className={classes(
              'block rounded-tick outline-offset-2 peer-checked:outline-2 peer-checked:outline-ink',
              'peer-focus-visible:outline-3 peer-focus-visible:outline-focus',
            )}
          >
            <path d={archPath(30, 36, 13)} fill={colour} className="stroke-line2" strokeWidth="1" />
          </svg>
        </label>
      ))}
    </div>
  )
}

/**
 * The facets of a list: a column at its start, below 1000 px a sheet behind a button. One set of
 * controls serves both, because style sheets can show a popover in place.
 */
export function FacetPanel({
  label,
  button,
  close,
  show,
  children,
  className,
}: {
  label: string
  /** "Filters" with the number of active ones. */
  button: ReactNode
  close: string
  /** The sheet's submit button: "Show 16 themes". */
  show: string
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <div className={className}>
      <Button kind="secondary" icon="filter" popoverTarget={id} className="min-h-11 lg:hidden">
        {button}
      </Button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className="sheet sheet-bottom facet-sheet"
      >
        <div className="flex items-center justify-between px-5 pt-4 lg:hidden">
          <p className="type-d3">{label}</p>
          <Button kind="quiet" popoverTarget={id} popoverTargetAction="hide">
            {close}
          </Button>
        </div>
        <div className="px-5 pt-3 pb-4 lg:p-0">{children}</div>
        <div className="sticky bottom-0 border-t border-line bg-paper p-3.5 lg:hidden">
          <Button wide popoverTarget={id} popoverTargetAction="hide">
            {show}
          </Button>
        </div>
      </div>
    </div>
  )
}
