import { Badge } from '#ui/badge.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { FieldError } from '#ui/field.tsx'
import { fieldId } from '#ui/use-form-check.ts'
import type { SavedCard } from '../card-contract.ts'
import { CARD_ID, NEW_CARD } from './card-form.ts'
import { CardMark, isBrand } from './card-mark.tsx'
import { BRAND_NAMES } from './card-number.ts'
import type { FieldErrors, T } from './words.ts'

/** "Visa •••• 0008"; it reads from left to right in every language. */
export function CardName({ card }: { card: Pick<SavedCard, 'brand' | 'last_four'> }) {
  return (
    <bdi dir="ltr">{`${isBrand(card.brand) ? BRAND_NAMES[card.brand] : card.brand} •••• ${card.last_four}`}</bdi>
  )
}

/** "12 / 30" */
export const untilOf = ({
  expiry_month: month,
  expiry_year: year,
}: Pick<SavedCard, 'expiry_month' | 'expiry_year'>): string =>
  `\u2066${String(month).padStart(2, '0')} / ${String(year).slice(-2)}\u2069`

/**
 * Kept cards first, the one used last chosen, and another one. The fields of that open by style
 * alone, so also without a script.
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
  errors: FieldErrors
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
                <span className="block">{t('pay.card.until', { date: untilOf(card) })}</span>
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
