import { BRAND_COLOURS } from '#modules/market/rules.ts'
import { useState } from 'react'
import { hexOf } from '#lib/contrast.ts'
import { readTokens, type Tokens, worstPair } from '#ui/contrast.ts'
import tokensCss from '#ui/tokens.css?raw'
import { ColorField, HEX } from './color-field.tsx'
import { useField } from './forms.tsx'
import type { FormAnswer } from './read-form.ts'
import { useWords } from './words.tsx'

type Mode = 'light' | 'dark'
/** What holds where nothing is given. */
const TOKENS: Record<Mode, Tokens> = readTokens(tokensCss)
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
  const [typed, setTyped] = useState<Record<string, string>>({})
  const valueOf = (token: string, mode: Mode) =>
    typed[`colours.${token}.${mode}`] ??
    field(`colours.${token}.${mode}`, colours[token]?.[mode] ?? '').defaultValue
  const drawn = (mode: Mode): Tokens => ({
    ...TOKENS[mode],
    ...Object.fromEntries(
      BRAND_COLOURS.map((token) => [token, valueOf(token, mode)]).filter(([, color]) =>
        HEX.test(String(color)),
      ),
    ),
  })
  return BRAND_COLOURS.map((token) => (
    <fieldset
      key={token}
      className="grid gap-x-5 gap-y-2 md:grid-cols-[1fr_1fr_1fr] md:items-start"
    >
      <legend className="contents">
        <span className="type-label md:pt-9">{t(`console.settings.colour.${token}`)}</span>
      </legend>
      {(['light', 'dark'] as const).map((mode) => (
        <div key={mode}>
          <ColorField
            {...field(`colours.${token}.${mode}`, colours[token]?.[mode] ?? '')}
            label={t(mode === 'light' ? 'console.settings.by_day' : 'console.settings.by_night')}
            fallback={hexOf(TOKENS[mode][token])}
            readOnly={readOnly}
            onColor={(color) =>
              setTyped((before) => ({ ...before, [`colours.${token}.${mode}`]: color }))
            }
          />
          <ContrastNote token={token} tokens={drawn(mode)} />
        </div>
      ))}
    </fieldset>
  ))
}

/** How well a color is seen where it is hardest to see: the pair itself, its contrast, the least. */
function ContrastNote({ token, tokens }: { token: string; tokens: Tokens }) {
  const { t, locale } = useWords()
  const worst = worstPair(token, tokens)
  if (!worst) return null
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const isEnough = worst.ratio >= worst.least
  return (
    <p className="type-sm mt-1.5 flex items-center gap-2 text-ink2">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-tick border border-line"
        style={{ background: tokens[worst.ground] }}
      >
        <span className="size-3 rounded-full" style={{ background: tokens[worst.seen] }} />
      </span>
      <span className={isEnough ? undefined : 'text-coral-text'}>
        {t(isEnough ? 'console.color.enough' : 'console.color.weak', {
          ratio: number.format(Math.floor(worst.ratio * 10) / 10),
          least: number.format(worst.least),
        })}
      </span>
    </p>
  )
}
