import { type ComponentProps, useState } from 'react'
import { TextField } from '#ui/field.tsx'
import { useWords } from './words.tsx'

/** `#rrggbb`, as browsers pick and servers take it. */
export const HEX = /^#[0-9a-f]{6}$/i

interface ColorFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'> {
  defaultValue: string
  /** Offered to be pressed. */
  swatches?: readonly string[]
  /** What the picker begins with while the field is empty. */
  fallback: string
  onColor?: (color: string) => void
}

/** A color: typed, picked, or one of the swatches. Without a script it is typed. */
export function ColorField({
  defaultValue,
  swatches = [],
  fallback,
  onColor,
  ...field
}: ColorFieldProps) {
  const { t } = useWords()
  const [color, setColor] = useState(defaultValue)
  const choose = (value: string) => {
    setColor(value)
    onColor?.(value)
  }
  return (
    <div>
      <TextField
        {...field}
        dir="ltr"
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        value={color}
        onChange={(event) => choose(event.target.value.trim())}
        beside={
          <input
            type="color"
            aria-label={t('console.color.pick', { field: field.label })}
            disabled={field.readOnly}
            value={HEX.test(color) ? color.toLowerCase() : fallback}
            onChange={(event) => choose(event.target.value)}
            className="size-11.5 shrink-0 cursor-pointer rounded-control border border-line2 bg-card p-1"
          />
        }
      />
      {swatches.length > 0 && !field.readOnly && (
        <div className="mt-2 flex flex-wrap gap-2">
          {swatches.map((swatch) => (
            <button
              key={swatch}
              type="button"
              aria-label={swatch}
              aria-pressed={swatch === color.toLowerCase()}
              onClick={() => choose(swatch)}
              className="size-9 rounded-control border border-line2 aria-pressed:outline-3 aria-pressed:outline-offset-2 aria-pressed:outline-focus pointer-coarse:size-11"
              style={{ background: swatch }}
            />
          ))}
        </div>
      )}
    </div>
  )
}
