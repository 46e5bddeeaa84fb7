import type { ReactNode } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
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
  live,
  oneColumn,
  t,
}: {
  fields: readonly InputField[]
  /** Values typed before, when the form is shown again. */
  given: Readonly<Record<string, string>> | null
  errors: Readonly<Record<string, string>>
  /** By field, when the item is installed: one column, each with what is on the shop. */
  live?: Readonly<Record<string, LiveValue>>
  /** Beside something else. */
  oneColumn?: boolean
  t: T
}) {
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5',
        live || oneColumn ? 'divide-y divide-line [&>*:not(:last-child)]:pb-5' : 'md:grid-cols-2',
      )}
    >
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          given={given}
          error={errors[inputName(field)]}
          live={live?.[field.name]}
          isAlone={live !== undefined || oneColumn === true}
          t={t}
        />
      ))}
    </div>
  )
}

/** What is on the shop now, in words, and the mark of a form that differs from it. */
export interface LiveValue {
  now: string | null
  changed?: ReactNode
}

function OneField({
  field,
  given,
  error,
  live,
  isAlone,
  t,
}: {
  field: InputField
  given: Readonly<Record<string, string>> | null
  error: string | undefined
  live: LiveValue | undefined
  isAlone: boolean
  t: T
}) {
  const name = inputName(field)
  const start = given ? (given[name] ?? '') : String(field.default ?? '')
  const look = {
    id: fieldId(name),
    name,
    label: field.title,
    hint: hintOf(field, live, t),
    error,
    defaultValue: start,
    note: live?.changed ?? (field.required ? undefined : t('checkout.optional')),
    className: live?.changed ? 'field-changed' : undefined,
  }
  if (field.type === 'boolean') {
    const checked = given ? name in given : field.default === true
    return (
      <Checkbox
        id={look.id}
        name={name}
        value="1"
        defaultChecked={checked}
        className={classes(!isAlone && 'md:col-span-2')}
      >
        <span className="type-label">{field.title}</span> {live?.changed}
        {look.hint && <span className="type-sm block text-ink2">{look.hint}</span>}
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
      <Field
        id={look.id}
        label={look.label}
        hint={look.hint}
        error={error}
        note={look.note}
        className={look.className}
      >
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

function hintOf(field: InputField, live: LiveValue | undefined, t: T): ReactNode {
  if (!live) return field.description ?? undefined
  return (
    <>
      {field.description && <span className="block">{field.description}</span>}
      <span className="block">
        {t('settings.live', { value: `\u2068${live.now ?? t('settings.empty')}\u2069` })}
      </span>
    </>
  )
}
