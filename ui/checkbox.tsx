import { useId } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import { FieldError } from './field-error.tsx'

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'>

interface OptionProps extends Native {
  /** The label beside the box; may contain links. */
  children: ReactNode
  error?: string
  /** At the end of the line, e.g. the number of matching items. */
  count?: ReactNode
  className?: string
}

type Kind = 'checkbox' | 'radio'

/** The label with its box: an option that has no place for an error. */
function Label({
  kind,
  children,
  count,
  className,
  ...input
}: Omit<OptionProps, 'error'> & { kind: Kind }) {
  return (
    <label className={classes('option', input.disabled && 'cursor-default text-ink2', className)}>
      <input type={kind} {...input} className={kind} />
      <span className="option-text">{children}</span>
      {count !== undefined && count !== false && <span className="option-count">{count}</span>}
    </label>
  )
}

function Option({ error, className, ...label }: OptionProps & { kind: Kind }) {
  const errorId = useId()
  return (
    <div className={className}>
      <Label
        {...label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** A box to tick, with its sentence. `count` makes it an option of a facet. */
export function Checkbox(props: OptionProps) {
  return <Option kind="checkbox" {...props} />
}

/** One of several, with its sentence. Stands inside a `ChoiceGroup`. */
export function Radio(props: OptionProps) {
  return <Option kind="radio" {...props} />
}

/** An option of a facet. */
export function FacetRadio(props: Omit<OptionProps, 'error'>) {
  return <Label kind="radio" {...props} />
}

/** A box to tick without a place for an error: of lists, which have many. */
export function ListCheckbox(props: Omit<OptionProps, 'error'>) {
  return <Label kind="checkbox" {...props} />
}
