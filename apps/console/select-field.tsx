import { Field } from '#ui/field.tsx'

/** One of a few, by the browser's own list. */
export function SelectField({ label, name, value, options, error }: { label: string; name: string; value: string; options: readonly { value: string; name: string }[]; error?: string | undefined }) {
  return (
    <Field label={label} error={error}>
      {control => (
        <select {...control} name={name} defaultValue={value} className="control">
          {options.map(option => <option key={option.value} value={option.value}>{option.name}</option>)}
        </select>
      )}
    </Field>
  )
}
