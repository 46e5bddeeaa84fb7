import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { digitsOf } from '#lib/digits.ts'
import { Checkbox } from '#ui/choice.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import { maskField } from '#ui/mask.ts'
import { cardField, type CardPart } from './card-form.ts'
import { CardMark } from './card-mark.tsx'
import {
  brandOf,
  cvcLength,
  formatCardNumber,
  formatExpiry,
  type CardBrand,
} from './card-number.ts'
import type { FieldErrors, T } from './words.ts'

/**
 * S2.23, S3.2. Nothing of the card is ever written into the page by us but the holder's name; a new
 * `round` (after a decline) empties the other fields. `onDigits` hears the first eight digits, no
 * more.
 */
export function CardFields({
  given,
  keeps,
  errors,
  round,
  onDigits,
  t,
}: {
  given: Readonly<Record<string, string>>
  /** The gateway can keep a card. */
  keeps: boolean
  errors: FieldErrors
  round: number
  onDigits: (firstDigits: string) => void
  t: T
}) {
  const [brand, setBrand] = useState<CardBrand | null>(null)
  const fields = useRef<HTMLDivElement>(null)
  function hear(digits: string) {
    setBrand(brandOf(digits))
    onDigits(digits.slice(0, 8))
  }
  const look = useEffectEvent(hear)
  // What the browser filled in, or somebody typed before the page was awake, nobody has told us;
  // after a decline there is nothing.
  useEffect(
    () =>
      look(
        digitsOf(
          fields.current?.querySelector<HTMLInputElement>(`[name="${cardField('number')}"]`)
            ?.value ?? '',
        ),
      ),
    [round],
  )
  const untouched = Object.keys(given).length === 0
  const field = (part: CardPart & ('number' | 'name' | 'expiry' | 'cvc')) => {
    const name = cardField(part)
    return { name, id: fieldId(name), label: t(`checkout.card.${part}`), error: errors[name] }
  }
  const figures = {
    dir: 'ltr',
    inputMode: 'numeric',
    autoCorrect: 'off',
    spellCheck: false,
  } as const
  return (
    <div ref={fields} className="grid grid-cols-2 gap-x-4 gap-y-5">
      <TextField
        key={`number-${round}`}
        {...field('number')}
        {...figures}
        autoComplete="cc-number"
        className="col-span-2"
        after={<CardMark brand={brand} />}
        onInput={(event) => {
          maskField(event, formatCardNumber)
          hear(digitsOf(event.currentTarget.value))
        }}
      />
      <TextField
        {...field('name')}
        defaultValue={given[cardField('name')] ?? ''}
        autoComplete="cc-name"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={80}
        className="col-span-2"
        hint={t('checkout.card.name_hint')}
      />
      <TextField
        key={`expiry-${round}`}
        {...field('expiry')}
        {...figures}
        autoComplete="cc-exp"
        hint={t('checkout.card.expiry_hint')}
        onInput={(event) => maskField(event, formatExpiry)}
      />
      <TextField
        key={`cvc-${round}`}
        {...field('cvc')}
        {...figures}
        autoComplete="cc-csc"
        hint={t('checkout.card.cvc_hint', { count: cvcLength(brand) })}
        onInput={(event) =>
          maskField(event, (text) => digitsOf(text).slice(0, brand === null ? 4 : cvcLength(brand)))
        }
      />
      <div className="col-span-2 -mt-1 grid gap-1">
        <Checkbox
          name={cardField('secure_3d')}
          value="1"
          defaultChecked={untouched || given[cardField('secure_3d')] === '1'}
        >
          {t('checkout.card.secure_3d')}
        </Checkbox>
        {keeps && <KeepCard given={given} error={errors[cardField('store_name')]} t={t} />}
      </div>
    </div>
  )
}

/** A box that nobody ticks but the buyer; what the card is to be called opens by style alone. */
export function KeepCard({
  given,
  error,
  t,
}: {
  given: Readonly<Record<string, string>>
  error: string | undefined
  t: T
}) {
  const name = cardField('store_name')
  return (
    <div className="group/keep">
      <Checkbox
        name={cardField('store_card')}
        value="1"
        defaultChecked={cardField('store_card') in given}
      >
        {t('pay.card.keep')}
      </Checkbox>
      <div className="hidden ps-8.5 group-has-[input[type=checkbox]:checked]/keep:block">
        <p className="type-sm mb-3 max-w-[58ch] text-ink2">{t('pay.card.keep_hint')}</p>
        <TextField
          name={name}
          id={fieldId(name)}
          label={t('pay.card.keep_name')}
          note={t('checkout.optional')}
          hint={t('pay.card.keep_name_hint')}
          defaultValue={given[name] ?? ''}
          autoComplete="off"
          maxLength={80}
          {...(error !== undefined && { error })}
        />
      </div>
    </div>
  )
}
