import type { SavedCard } from '#modules/orders/card-contract.ts'
import { CardExpiry, CardName } from '#modules/orders/ui/card-fields.tsx'
import { CardMark } from '#modules/orders/ui/card-mark.tsx'
import { ChoiceGroup, RadioCard } from '#ui/choice.tsx'
import { useWords } from '../../messages.tsx'

export const SAVED_CARD = 'saved_card_id'

/** The saved cards that can be charged. */
export function CardSelect({
  cards,
  chosen,
  isNarrow,
  className,
}: {
  cards: readonly SavedCard[]
  /** The one that is used now; the first one unless it is there. */
  chosen?: string | undefined
  /** One below the other. */
  isNarrow?: boolean
  className?: string
}) {
  const { t } = useWords()
  const first = cards.find((card) => card.id === chosen) ?? cards[0]
  return (
    <ChoiceGroup label={t('subscription.card.choose')} className={className}>
      <div className={isNarrow ? 'grid gap-3' : 'grid gap-3 md:grid-cols-2'}>
        {cards.map((card) => (
          <RadioCard
            key={card.id}
            name={SAVED_CARD}
            value={card.id}
            defaultChecked={card === first}
            title={card.store_name ? <bdi>{card.store_name}</bdi> : <CardName card={card} />}
          >
            <span className="mt-1 flex items-center gap-2.5">
              <CardMark brand={card.brand} className="shrink-0" />
              <span className="min-w-0">
                {card.store_name && (
                  <span className="block">
                    <CardName card={card} />
                  </span>
                )}
                <CardExpiry card={card} message="subscription.card.until" t={t} />
              </span>
            </span>
          </RadioCard>
        ))}
      </div>
    </ChoiceGroup>
  )
}
