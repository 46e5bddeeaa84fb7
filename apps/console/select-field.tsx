import { SelectField as Select } from '#ui/long-field.tsx'

/** One of a few, uncontrolled: the form reads it. */
export function SelectField({
  label,
  name,
  value,
  options,
  error,
}: {
  label: string
  name: string
  value: string
  options: readonly { value: string; name: string }[]
  error?: string | undefined
}) {
  return (
    <Select
      label={label}
      error={error}
      name={name}
      defaultValue={value}
      choices={options.map((option) => ({ value: option.value, label: option.name }))}
    />
  )
}
