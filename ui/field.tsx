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
  /** One line below the field: its purpose or format. */
  hint?: ReactNode
  /** The error and its fix, below the field: "A tax number has 10 digits; 2 are missing." */
  error?: string
  /** Next to the label, e.g. "optional". */
  note?: ReactNode
  className?: string
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/**
 * Label, control, and hint or error, connected for screen readers. `children` receives the
 * control's attributes.
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
  /** Inside the field at its end, e.g. a card's brand. */
  after?: ReactNode
  /** For short codes: large, spaced digits. */
  figures?: boolean
  /** Below the field, over the following content: a list of options. */
  below?: ReactNode
  /** On the field's line, e.g. the button that applies a coupon. */
  beside?: ReactNode
}

/** A single-line field. Use `dir="ltr"` for Latin-only values (domain, e-mail, card). */
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
          {/* Content after a left-to-right value belongs at the right end in every language. */}
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

/** A multi-line field. */
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

/** A native select: best on phones, works without a script. */
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
