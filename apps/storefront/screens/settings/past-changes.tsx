import type { SettingChange } from '#modules/installs/settings-contract.ts'
import { useDates } from '../../formats.ts'
import { ButtonForm } from '../../forms.tsx'
import { useWords } from '../../messages.tsx'
import type { SettingsData } from './settings-form.tsx'

/** What was changed before, newest first, each with its way back; then the install. */
export function PastChanges({ settings }: { settings: SettingsData }) {
  const { t } = useWords()
  const dates = useDates()
  const said = (change: SettingChange) =>
    t('settings.change', {
      title: change.title,
      now: change.now ?? t('settings.empty'),
      after: change.after ?? t('settings.empty'),
    })
  const { installed_at: since } = settings.installation
  if (settings.inputs.length === 0) return null
  return (
    <section aria-labelledby="past-heading" className="mt-10">
      <h2 id="past-heading" className="type-d3 mb-4">
        {t('settings.past')}
      </h2>
      <ol className="rounded-card border border-line bg-card">
        {settings.history.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line px-5 py-3.5 not-first:border-t"
          >
            <time dateTime={entry.at} className="type-sm min-w-28 text-ink2">
              {dates.day(entry.at)}
            </time>
            <ul className="type-body min-w-0 flex-1 wrap-anywhere-safe">
              {entry.changes.map((change) => (
                <li key={change.name}>{said(change)}</li>
              ))}
            </ul>
            {entry.undo_until && settings.installation.state === 'installed' && (
              <ButtonForm
                fields={{ intent: 'undo', change: entry.id }}
                kind="secondary"
                size="small"
                icon="undo"
                label={`${t('settings.undo')}: ${entry.changes.map((one) => one.title).join(', ')}`}
              >
                {t('settings.undo')}
              </ButtonForm>
            )}
          </li>
        ))}
        {since && (
          <li className="flex flex-wrap items-center gap-x-5 gap-y-2 border-line px-5 py-3.5 not-first:border-t">
            <time dateTime={since} className="type-sm min-w-28 text-ink2">
              {dates.day(since)}
            </time>
            <span className="type-body flex-1">{t('history.install')}</span>
            <span className="type-sm text-ink2">{t('settings.first')}</span>
          </li>
        )}
      </ol>
    </section>
  )
}
