import type { Rights } from '#modules/apps/access/contract.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { ButtonForm } from '../../button-form.tsx'

/** The key with which the app comes: only when, for nobody but the app has it. */
export function KeyPanel({ rights }: { rights: Rights }) {
  const { t } = useWords()
  const dates = useDates()
  const { taken_at: taken, renew_asked_at: asked, renews_at: renews } = rights.key
  return (
    <Panel as="section" label={t('rights.key')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.key')}</h2>
        <p className="type-body mt-1">
          {taken ? t('rights.key_taken', { date: dates.day(taken) }) : t('rights.key_none')}
        </p>
        {renews && (
          <p className="type-sm mt-1 text-ink2">
            {t('rights.key_renews', { date: dates.day(renews) })}
          </p>
        )}
        {asked && (
          <p className="type-sm mt-1 text-ink2">
            {t('rights.key_asked', { date: dates.day(asked) })}
          </p>
        )}
        {taken && (
          <div className="mt-4">
            <ButtonForm
              fields={{ intent: 'renew' }}
              disabled={rights.busy}
              kind="secondary"
              size="small"
            >
              {t('rights.key_renew')}
            </ButtonForm>
            <p className="type-sm mt-2 text-ink2">{t('rights.key_note')}</p>
          </div>
        )}
      </PanelPart>
    </Panel>
  )
}
