import { Checkbox } from '#ui/checkbox.tsx'
import { Field, SelectField, TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import type { InputField } from '../contract.ts'
import { inputName } from './read-inputs.ts'
import type { T } from './words.ts'

/** S7.15: the questions of an item before it is installed. */
export function InputFields({
  fields,
  given,
  errors,
  t,
}: {
  fields: readonly InputField[]
  /** Values typed before, when the form is shown again. */
  given: Readonly<Record<string, string>> | null
  errors: Readonly<Record<string, string>>
  t: T
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 md:grid-cols-2">
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          given={given}
          error={errors[inputName(field)]}
          t={t}
        />
      ))}
    </div>
  )
}

function OneField({
  field,
  given,
  error,
  t,
}: {
  field: InputField
  given: Readonly<Record<string, string>> | null
  error: string | undefined
  t: T
}) {
  const name = inputName(field)
  const start = given ? (given[name] ?? '') : String(field.default ?? '')
  const look = {
    id: fieldId(name),
    name,
    label: field.title,
    hint: field.description ?? undefined,
    error,
    defaultValue: start,
    note: field.required ? undefined : t('checkout.optional'),
  }
  if (field.type === 'boolean') {
    const checked = given ? name in given : field.default === true
    return (
      <Checkbox
        id={look.id}
        name={name}
        value="1"
        defaultChecked={checked}
        className="md:col-span-2"
      >
        <span className="type-label">{field.title}</span>
        {field.description && <span className="type-sm block text-ink2">{field.description}</span>}
      </Checkbox>
    )
  }
  if (field.choices)
    return (
      <SelectField
        {...look}
        choices={field.choices}
        empty={field.required && start !== '' ? undefined : t('installs.inputs.choose')}
      />
    )
  if (field.format === 'color') {
    return (
      <Field id={look.id} label={look.label} hint={look.hint} error={error} note={look.note}>
        {(control) => (
          <input
            type="color"
            {...control}
            name={name}
            defaultValue={start || '#00616d'}
            className="control w-24 p-1.5"
          />
        )}
      </Field>
    )
  }
  const kind =
    field.type === 'integer'
      ? ({ inputMode: 'numeric', dir: 'ltr' } as const)
      : field.format === 'email'
        ? ({ type: 'email', dir: 'ltr' } as const)
        : field.format === 'uri'
          ? ({ type: 'url', dir: 'ltr' } as const)
          : {}
  return <TextField {...look} {...kind} autoComplete="off" maxLength={2000} />
}
