import type { ReactNode } from 'react'
import { useDates } from '../dates.ts'
import { useWords } from '../words.tsx'

export interface TimelineEntry {
  id: string
  at: string
  text: ReactNode
  /** Below the sentence: by whom, about what. */
  more?: ReactNode
  /** What somebody wrote. */
  note?: string | null
  /** As it is stored; folded. */
  raw?: string | null
}

/** What happened, in sentences, as they are given. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <ol className="border-t border-line">
      {entries.map(({ id, at, text, more, note, raw }) => (
        <li
          key={id}
          className="grid gap-x-6 gap-y-1 border-b border-line py-2.5 md:grid-cols-[13rem_minmax(0,1fr)]"
        >
          <time dateTime={at} className="type-sm figures text-ink2">
            {dates.time(at)}
          </time>
          <div className="min-w-0">
            <p className="type-body wrap-anywhere-safe">{text}</p>
            {note && (
              <p dir="auto" className="type-body whitespace-pre-line text-ink2 wrap-anywhere-safe">
                {note}
              </p>
            )}
            {more && <p className="type-sm text-ink2 wrap-anywhere-safe">{more}</p>}
            {raw && (
              <details className="type-sm text-ink2">
                <summary>{t('console.orders.raw')}</summary>
                <code dir="ltr" className="wrap-anywhere-safe">
                  {raw}
                </code>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** As it is stored: "paid → refunded · amount_minor: 100". */
export const rawOf = (head: string, facts: Record<string, unknown>): string =>
  [
    head,
    ...Object.entries(facts)
      .filter(([, value]) => value !== null && value !== '')
      .map(
        ([name, value]) =>
          `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
      ),
  ]
    .filter(Boolean)
    .join(' · ')
