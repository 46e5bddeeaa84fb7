import { Form, useNavigation } from 'react-router'
import type { SavedCard } from '#contexts/checkout/card-contract.ts'
import { CardName, untilOf } from '#contexts/checkout/ui/card-choice.tsx'
import { CardMark } from '#contexts/checkout/ui/card-mark.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { useShell } from '../../shell.tsx'

/** One kept card. Removing asks once more, without a script too. */
export function KeptCard({ card }: { card: SavedCard }) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  const names = { name: card.store_name ?? `\u2066•••• ${card.last_four}\u2069` }
  return (
    <li className="flex min-w-0 flex-col rounded-panel border border-line bg-card p-5">
      <div className="flex items-start gap-4">
        <CardMark brand={card.brand} className="mt-1 shrink-0" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="type-d4 wrap-anywhere-safe">{card.store_name ? <bdi>{card.store_name}</bdi> : <CardName card={card} />}</h2>
            {card.expired && <Badge>{t('cards.expired')}</Badge>}
          </div>
          <div className="type-body mt-1 text-ink2">
            {card.store_name && <p><CardName card={card} /></p>}
            <p>{t('cards.until', { date: untilOf(card) })}</p>
            <p className="type-sm mt-1">{card.expired ? t('cards.expired_note') : t('cards.kept_on', { date: dates.day(card.created_at) })}</p>
          </div>
        </div>
      </div>
      <details className="group/remove mt-auto pt-3">
        <summary
          className="inline-flex min-h-9 cursor-pointer list-none items-center rounded-control px-3 type-sm strong text-coral-text hover:bg-coral-tint"
          aria-label={t('cards.remove_of', names)}
        >
          {t('cards.remove')}
        </summary>
        <div className="mt-2 flex flex-wrap items-center gap-2 ps-3">
          <span className="type-sm">{t('cards.remove_sure')}</span>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="store" value={store?.id ?? ''} />
            <input type="hidden" name="card" value={card.id} />
            <Button type="submit" kind="danger" size="small" busy={busy} aria-label={t('cards.remove_yes_of', names)}>
              {t('cards.remove_yes')}
            </Button>
          </Form>
        </div>
      </details>
    </li>
  )
}
