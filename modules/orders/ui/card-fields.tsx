import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { digitsOf } from '#lib/text.ts'
import { Badge } from '#ui/badge.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { maskField } from '#ui/mask.ts'
import { fieldId } from '#ui/use-form-check.ts'
import type { SavedCard } from '../card-contract.ts'
import {
  BRAND_NAMES,
  brandOf,
  CARD_ID,
  type CardBrand,
  cardField,
  type CardPart,
  cvcLength,
  formatCardNumber,
  formatExpiry,
  NEW_CARD,
} from './card-form.ts'
import { CardMark, isBrand } from './card-mark.tsx'
import type { T } from './order-amounts.ts'
import type { ErrorTexts } from './payment-form.ts'

/**
 * Fields of a typed card (S2.23, S3.2). Only the holder's name is ever rendered; a new `round`
 * (after a decline) empties the others. `onDigits` receives at most the first eight digits.
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
  /** The gateway can save cards. */
  keeps: boolean
  errors: ErrorTexts
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
  // Reads digits that were autofilled or typed before hydration; after a decline there are none.
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

/** Checkbox for saving the card; the card's name opens by CSS alone. */
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

/** "Visa •••• 0008", left to right in every language. */
export function CardName({ card }: { card: Pick<SavedCard, 'brand' | 'last_four'> }) {
  return (
    <bdi dir="ltr">{`${isBrand(card.brand) ? BRAND_NAMES[card.brand] : card.brand} •••• ${card.last_four}`}</bdi>
  )
}

/** "Expires 12 / 30"; nothing where the gateway does not tell it. */
export function CardExpiry({
  card: { expiry_month: month, expiry_year: year },
  message,
  t,
}: {
  card: Pick<SavedCard, 'expiry_month' | 'expiry_year'>
  message: 'pay.card.until' | 'cards.until' | `subscription.card.${'until' | 'expired'}`
  t: T
}) {
  if (month === null || year === null) return null
  const date = `\u2066${String(month).padStart(2, '0')} / ${String(year).slice(-2)}\u2069`
  return <span className="block">{t(message, { date })}</span>
}

/**
 * Saved cards, the one used last selected, and a new one whose fields open by CSS alone, so also
 * without JavaScript.
 */
export function CardChoice({
  cards,
  chosen,
  onChoose,
  errors,
  t,
}: {
  cards: readonly SavedCard[]
  chosen: string
  onChoose: (id: string) => void
  errors: ErrorTexts
  t: T
}) {
  if (cards.length === 0) return <input type="hidden" name={CARD_ID} value={NEW_CARD} />
  return (
    <>
      <ChoiceGroup label={t('pay.card.choose')} hidden className="grid gap-3 md:grid-cols-2">
        {cards.map((card, n) => (
          <RadioCard
            key={card.id}
            id={n === 0 ? fieldId(CARD_ID) : undefined}
            name={CARD_ID}
            value={card.id}
            checked={chosen === card.id}
            disabled={!card.may_pay}
            onChange={() => onChoose(card.id)}
            title={card.store_name ? <bdi>{card.store_name}</bdi> : <CardName card={card} />}
            badge={card.expired && <Badge>{t('pay.card.expired')}</Badge>}
          >
            <span className="mt-1 flex items-center gap-2.5">
              <CardMark brand={card.brand} className="shrink-0" />
              <span className="min-w-0">
                {card.store_name && (
                  <span className="block">
                    <CardName card={card} />
                  </span>
                )}
                <CardExpiry card={card} message="pay.card.until" t={t} />
              </span>
            </span>
          </RadioCard>
        ))}
        <RadioCard
          name={CARD_ID}
          value={NEW_CARD}
          checked={chosen === NEW_CARD}
          onChange={() => onChoose(NEW_CARD)}
          title={t('pay.card.other')}
        >
          {t('pay.card.other_note')}
        </RadioCard>
      </ChoiceGroup>
      {errors[CARD_ID] && <FieldError>{errors[CARD_ID]}</FieldError>}
    </>
  )
}
