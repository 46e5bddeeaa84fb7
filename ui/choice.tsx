import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { FieldError } from './field-error.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.gen.ts'

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'>

/** A labeled group of checkboxes, radios, cards or segments. */
export function ChoiceGroup({
  label,
  hidden,
  error,
  className,
  children,
}: {
  label: string
  hidden?: boolean
  /** Error of the group. */
  error?: string
  className?: string
  children: ReactNode
}) {
  const errorId = useId()
  return (
    <fieldset
      aria-describedby={error ? errorId : undefined}
      className={classes('min-w-0', className)}
    >
      <legend className={hidden ? 'sr-only' : 'type-label mb-1.5'}>{label}</legend>
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

/**
 * A radio with room for details: a saved address, an installment plan. The whole card is clickable.
 */
export function RadioCard({
  title,
  badge,
  children,
  className,
  ...input
}: Omit<Native, 'title'> & {
  title: ReactNode
  badge?: ReactNode
  children?: ReactNode
  className?: string
}) {
  return (
    <label
      className={classes(
        'flex min-w-0 items-start gap-3 rounded-control-lg border border-line2 bg-card p-4 transition-colors hover:border-ink2',
        'has-checked:border-action has-checked:bg-turquoise-tint/45 has-checked:inset-ring has-checked:inset-ring-action',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        className,
      )}
    >
      <input type="radio" {...input} className="radio mt-0.5 focus-visible:outline-none" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="type-label">{title}</span>
          {badge}
        </span>
        {children && <span className="type-sm block text-ink2 wrap-anywhere-safe">{children}</span>}
      </span>
    </label>
  )
}

/** A switch with immediate effect. `on` and `off` are the texts beside it. */
export function Switch({
  label,
  on,
  off,
  className,
  ...input
}: Native & { label: string; on?: string; off?: string; className?: string }) {
  return (
    <label className={classes('group inline-flex min-h-11 items-center gap-3', className)}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own state */}
      <input type="checkbox" role="switch" aria-label={label} {...input} className="switch" />
      {on && (
        <span aria-hidden="true" className="type-sm text-ink2 group-not-has-checked:hidden">
          {on}
        </span>
      )}
      {off && (
        <span aria-hidden="true" className="type-sm text-ink2 group-has-checked:hidden">
          {off}
        </span>
      )}
    </label>
  )
}

export interface Segment {
  value: string
  label: string
  icon?: IconName
}

/** Two to four views of the same content, as radios in one track. */
export function Segmented({
  label,
  name,
  segments,
  defaultValue,
  value,
  onChange,
  className,
}: {
  label: string
  name: string
  segments: readonly Segment[]
  defaultValue?: string
  value?: string
  onChange?: (value: string) => void
  className?: string
}) {
  return (
    <fieldset
      className={classes(
        'inline-flex max-w-full flex-wrap rounded-control-lg border border-line bg-stone2 p-0.75',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classes(
            'relative inline-flex min-h-9 items-center gap-2 rounded-[9px] px-4 type-sm medium',
            'text-ink2 transition-colors hover:text-ink',
            'has-checked:bg-card has-checked:text-ink has-focus-visible:outline-3 has-focus-visible:outline-focus',
            'forced-colors:has-checked:outline',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            {...(value === undefined
              ? { defaultChecked: segment.value === defaultValue }
              : { checked: segment.value === value })}
            onChange={onChange && (() => onChange(segment.value))}
          />
          {segment.icon && <Icon name={segment.icon} size={17} />}
          {segment.label}
        </label>
      ))}
    </fieldset>
  )
}
