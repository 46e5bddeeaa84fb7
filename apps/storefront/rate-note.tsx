import { useDates } from './formats.ts'
import { useWords } from './messages.tsx'

/** Beside a converted price: at the rate of which day (D27). Nothing beside the partner's own. */
export function RateNote({ day }: { day: string | null }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    day !== null && (
      <p className="type-sm mt-1.5 text-ink2">{t('price.converted', { day: dates.day(day) })}</p>
    )
  )
}
