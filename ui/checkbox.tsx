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
      <label
        className={classes(
          'flex min-h-8.5 items-start gap-3 py-1.5',
          input.disabled && 'cursor-default text-ink2',
        )}
      >
        <input
          type={kind}
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className={classes(kind === 'checkbox' ? 'checkbox' : 'radio', 'mt-0.5')}
        />
        <span className="min-w-0 flex-1 wrap-anywhere-safe">{children}</span>
        {count !== undefined && count !== false && (
          <span className="type-sm figures mt-0.5 text-ink2">{count}</span>
        )}
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
