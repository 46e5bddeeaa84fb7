import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { classes } from './classes.ts'
import { FieldError } from './field-error.tsx'
import { Icon } from './icon.tsx'

export interface FieldLook {
  label: string
  /** One line under the field: what it is for, or its form. */
  hint?: ReactNode
  /**
   * What is wrong and what to do: "A tax number has 10 digits; 2 are missing." Stands under the
   * field.
   */
  error?: string
  /** Beside the label, e.g. "optional". */
  note?: string
  className?: string
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * Label above, control, then hint or error, wired for screen readers. `children` gets what the
 * control needs.
 */
export function Field({
  label,
  hint,
  error,
  note,
  className,
  id: givenId,
  children,
}: FieldLook & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const ownId = useId()
  const id = givenId ?? ownId
  const described =
    [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className="type-label mb-1.5 flex items-baseline justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{label}</span>
        {note && <span className="type-xs text-ink2">{note}</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="type-sm mt-1.5 text-ink2">
          {hint}
        </p>
      )}
    </div>
  )
}

type Native<Attributes> = Omit<Attributes, 'className' | 'children'>

export interface TextFieldProps extends FieldLook, Native<InputHTMLAttributes<HTMLInputElement>> {
  /** Inside the field at its end, e.g. the brand of a card. */
  after?: ReactNode
  /** A short code, written big: each figure stands for itself. */
  figures?: boolean
  /** Hangs below the field, over what follows: a list to choose from. */
  below?: ReactNode
  /** On the same line as the field, e.g. the button that applies a coupon. */
  beside?: ReactNode
}

/** A field of one line. Latin-only things (domain, e-mail, card) take `dir="ltr"`. */
export function TextField({
  label,
  hint,
  error,
  note,
  className,
  after,
  below,
  beside,
  figures,
  id,
  type = 'text',
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, note, className, id }}>
      {(control) => (
        <div className="flex gap-2">
          {/* What stands at the end of figures that read from left to right, stands at their end. */}
          <div className="relative min-w-0 flex-1" dir={after ? input.dir : undefined}>
            <input
              type={type}
              {...input}
              {...control}
              className={classes('control', after && 'pe-16', figures && 'control-figures')}
            />
            {after && (
              <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center">
                {after}
              </span>
            )}
            {below}
          </div>
          {beside}
        </div>
      )}
    </Field>
  )
}

/** A field of several lines. */
export function TextArea({
  label,
  hint,
  error,
  note,
  className,
  id,
  ...area
}: FieldLook & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Field {...{ label, hint, error, note, className, id }}>
      {(control) => <textarea {...area} {...control} className="control block" />}
    </Field>
  )
}

export interface Choice {
  value: string
  label: string
}

/** The browser's own list: best on phones, works without a script. */
export function SelectField({
  label,
  hint,
  error,
  note,
  className,
  id,
  choices,
  empty,
  ...select
}: FieldLook &
  Native<SelectHTMLAttributes<HTMLSelectElement>> & {
    choices: readonly Choice[]
    empty?: string
  }) {
  return (
    <Field {...{ label, hint, error, note, className, id }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="control">
            {empty !== undefined && <option value="">{empty}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            size={16}
            className="pointer-events-none absolute inset-y-0 end-3.5 my-auto"
          />
        </div>
      )}
    </Field>
  )
}
