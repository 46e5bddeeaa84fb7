import type { HistoryEntry } from '#contexts/installs/lifecycle-contract.ts'
import { Icon } from '#ui/icon.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'

/** What happened when, by whom, and how it ended. */
export function HistoryList({ history }: { history: readonly HistoryEntry[] }) {
  const { t } = useWords()
  const dates = useDates()
  const words = (one: HistoryEntry): string => {
    const versions = { from: one.from_version ?? '', to: one.to_version ?? '' }
    if (one.kind === 'install') return t(one.to_version ? 'history.install_version' : 'history.install', versions)
    if (one.kind === 'update') return t(one.from_version === one.to_version ? 'history.rights' : 'history.update', versions)
    return t(`history.${one.kind}`)
  }
  return (
    <section aria-labelledby="history-heading">
      <h2 id="history-heading" className="type-d3 mb-4">
        {t('history.title')}
      </h2>
      <ol className="grid gap-4 border-s-2 border-line ps-5">
        {history.map(one => (
          <li key={one.id} className="min-w-0">
            <p className="type-body flex items-start gap-2 wrap-anywhere-safe">
              <span className="min-w-0">{words(one)}</span>
              {one.state === 'failed' && <Icon name="warning" size={16} className="mt-1 text-coral-text" />}
            </p>
            <p className="type-sm figures text-ink2 wrap-anywhere-safe">
              <time dateTime={one.at}>{dates.minute(one.at)}</time>
              {' · '}
              {one.by === 'owner' ? (one.name ?? t('history.by.owner')) : t(`history.by.${one.by}`)}
            </p>
            {one.failure && <p className="type-sm text-coral-text wrap-anywhere-safe">{one.failure.message}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
