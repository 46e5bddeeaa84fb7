import { BRAND_COLOURS } from '#modules/market/rules.ts'
import { TextField } from '#ui/field.tsx'
import { useField } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

type Colours = Partial<Record<string, { light: string; dark: string }>>

/** The colors of a brand by day and by night, for an action. */
export const coloursOf = (text: (name: string) => string) =>
  Object.fromEntries(
    BRAND_COLOURS.map((token) => [
      token,
      {
        light: text(`colours.${token}.light`).trim(),
        dark: text(`colours.${token}.dark`).trim(),
      },
    ]),
  )

/** Fields of the colors of a brand; an empty pair keeps what holds without it. */
export function BrandFields({
  form,
  answer,
  colours,
  readOnly = false,
}: {
  form: string
  answer: FormAnswer | undefined
  colours: Colours
  readOnly?: boolean
}) {
  const { t } = useWords()
  const field = useField(answer, form)
  return BRAND_COLOURS.map((token) => (
    <fieldset key={token} className="grid gap-x-5 gap-y-2 md:grid-cols-[1fr_1fr_1fr] md:items-end">
      <legend className="contents">
        <span className="type-label md:pb-3">{t(`console.settings.colour.${token}`)}</span>
      </legend>
      {(['light', 'dark'] as const).map((mode) => (
        <TextField
          key={mode}
          {...field(`colours.${token}.${mode}`, colours[token]?.[mode] ?? '')}
          label={t(mode === 'light' ? 'console.settings.by_day' : 'console.settings.by_night')}
          dir="ltr"
          maxLength={7}
          autoComplete="off"
          readOnly={readOnly}
        />
      ))}
    </fieldset>
  ))
}
