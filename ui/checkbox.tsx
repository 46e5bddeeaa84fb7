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

function Option({
  kind,
  children,
  error,
  count,
  className,
  ...input
}: OptionProps & { kind: 'checkbox' | 'radio' }) {
  const errorId = useId()
  return (
    <div className={className}>
      <label className={classes('option', input.disabled && 'cursor-default text-ink2')}>
        <input
          type={kind}
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className={kind === 'checkbox' ? 'checkbox' : 'radio'}
        />
        <span className="option-text">{children}</span>
        {count !== undefined && count !== false && <span className="option-count">{count}</span>}
      </label>
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
