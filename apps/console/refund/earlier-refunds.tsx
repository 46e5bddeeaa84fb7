import { Notice } from '#ui/notice.tsx'
import { useDates } from '../dates.ts'
import { moneyOf } from '../state-badges.tsx'
import { useWords } from '../words.tsx'
import type { Preview } from './what-will-happen.tsx'

const isOpen = (one: Preview['earlier'][number]): boolean =>
  one.state === 'requested' || one.state === 'unknown'

/** Whether the bank has not answered a refund yet: until then there is no second one. */
export const isWaiting = ({ earlier }: Preview): boolean => earlier.some(isOpen)

/** What others have given back of it, or just now asked for. */
export function EarlierRefunds({ preview }: { preview: Preview }) {
  const { t } = useWords()
  const dates = useDates()
  if (preview.earlier.length === 0) return null
  return (
    <Notice tone={isWaiting(preview) ? 'attention' : 'note'}>
      <ul className="grid gap-1">
        {preview.earlier.map((one) => (
          <li key={one.id}>
            {t(`console.refund.earlier.${one.state}`, {
              amount: moneyOf(one.amount, preview.currency),
              who: one.by ?? t('console.orders.by.system'),
              at: dates.time(one.at),
            })}
          </li>
        ))}
      </ul>
      {isWaiting(preview) && <p className="mt-1.5">{t('console.refund.waiting')}</p>}
    </Notice>
  )
}
