import type { SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { Field, type FieldLook } from './field.tsx'
import { Icon } from './icon.tsx'

type Native<Attributes> = Omit<Attributes, 'className' | 'children'>

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
