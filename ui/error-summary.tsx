import { useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export interface ErrorSummaryItem {
  /** DOM id of the field to link to; without it, plain text. */
  fieldId?: string
  text: string
}

/**
 * The errors of a form, above it. Takes the focus with each new `round` except 0 (the initial
 * page); each item links to its field. Works without a script as the first content of the response.
 */
export function ErrorSummary({
  title,
  items,
  round,
  className,
}: {
  title: string
  items: readonly ErrorSummaryItem[]
  round: number
  className?: string
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (round > 0) ref.current?.focus()
  }, [round])
  return (
    <div ref={ref} tabIndex={-1} role="alert" className={classes('rounded-control-lg', className)}>
      <div className="flex gap-3 rounded-control-lg bg-coral-tint px-4.5 py-3.5">
        <Icon name="warning" size={19} className="mt-0.5 text-coral-text" />
        <div className="min-w-0 wrap-anywhere-safe">
          <p className="type-body strong">{title}</p>
          {items.length > 0 && (
            <ul
              className={classes(
                'type-body mt-1 gap-x-10 *:py-0.5',
                items.length > 4 && 'md:columns-2',
                items.length > 8 && 'lg:columns-3',
              )}
            >
              {items.map((item, n) => (
                <li key={n}>
                  {item.fieldId ? <FieldLink id={item.fieldId}>{item.text}</FieldLink> : item.text}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  )
}

function FieldLink({ id, children }: { id: string; children: string }) {
  return (
    <a
      href={`#${id}`}
      className="inline-flex min-h-6 items-center text-coral-text underline underline-offset-4"
      onClick={(event) => {
        const field = document.getElementById(id)
        if (!field) return
        event.preventDefault()
        field.focus({ preventScroll: true })
        field.scrollIntoView({ block: 'center' })
      }}
    >
      {children}
    </a>
  )
}
