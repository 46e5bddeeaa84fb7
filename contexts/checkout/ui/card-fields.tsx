import { useState } from 'react'
import { digitsOf } from '#lib/digits.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/tick.tsx'
import { TextField } from '#ui/field.tsx'
import { fieldId } from '#ui/form-check.ts'
import { maskField } from '#ui/mask.ts'
import { BRAND_NAMES, brandOf, cvcLength, formatCardNumber, formatExpiry, type CardBrand } from './card-number.ts'
import { cardField, type CardPart } from './payment-form.ts'
import type { FieldErrors, T } from './words.ts'

/**
 * S2.23, S3.2. Nothing of the card is ever written into the page by us but the holder's name; a new `round` (after a
 * decline) empties the other fields.
 */
export function CardFields({
  holder,
  secure3d,
  errors,
  round,
  t,
}: {
  holder: string
  secure3d: boolean
  errors: FieldErrors
  round: number
  t: T
}) {
  const [brand, setBrand] = useState<CardBrand | null>(null)
  const field = (part: CardPart & ('number' | 'name' | 'expiry' | 'cvc')) => {
    const name = cardField(part)
    return { name, id: fieldId(name), label: t(`checkout.card.${part}`), error: errors[name] }
  }
  const figures = { dir: 'ltr', inputMode: 'numeric', autoCorrect: 'off', spellCheck: false } as const
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-5">
      <TextField
        key={`number-${round}`}
        {...field('number')}
        {...figures}
        autoComplete="cc-number"
        maxLength={23}
        className="col-span-2"
        after={brand && <Badge>{BRAND_NAMES[brand]}</Badge>}
        onInput={event => {
          maskField(event, formatCardNumber)
          setBrand(brandOf(digitsOf(event.currentTarget.value)))
        }}
      />
      <TextField
        {...field('name')}
        defaultValue={holder}
        autoComplete="cc-name"
        autoCapitalize="characters"
        maxLength={80}
        className="col-span-2"
        hint={t('checkout.card.name_hint')}
      />
      <TextField
        key={`expiry-${round}`}
        {...field('expiry')}
        {...figures}
        autoComplete="cc-exp"
        maxLength={9}
        hint={t('checkout.card.expiry_hint')}
        onInput={event => maskField(event, formatExpiry)}
      />
      <TextField
        key={`cvc-${round}`}
        {...field('cvc')}
        {...figures}
        autoComplete="cc-csc"
        maxLength={cvcLength(brand)}
        hint={t('checkout.card.cvc_hint', { count: cvcLength(brand) })}
        onInput={event => maskField(event, text => digitsOf(text).slice(0, 4))}
      />
      <Checkbox name={cardField('secure_3d')} value="1" defaultChecked={secure3d} className="col-span-2">
        {t('checkout.card.secure_3d')}
      </Checkbox>
    </div>
  )
}
