import type { InputHTMLAttributes } from 'react'
import { Field, type FieldLook } from '#ui/field.tsx'

/** A file to choose: the browser's own button, in the look of the other fields. */
export function FileField({ label, hint, error, ...input }: FieldLook & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'>) {
  return (
    <Field {...{ label, ...(hint !== undefined && { hint }), ...(error !== undefined && { error }) }}>
      {control => <input {...input} {...control} type="file" className="control block py-2.5" />}
    </Field>
  )
}
