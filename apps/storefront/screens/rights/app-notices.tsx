import type { AnswerOf } from '#kernel/operation.ts'
import type { listAppNotices } from '#modules/apps/webhooks/contract.ts'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { ButtonForm } from '../../button-form.tsx'

/** What the app was told of this shop, and the owner's right to what it knows. */
export function AppNotices({ notices }: { notices: AnswerOf<typeof listAppNotices>['data'] }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Panel as="section" label={t('rights.notices')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.notices')}</h2>
        {notices.messages.length === 0 ? (
          <p className="type-body mt-1 text-ink2">
            {t(notices.told ? 'rights.notices_none' : 'rights.notices_untold')}
          </p>
        ) : (
          <ul
            className="mt-3 grid max-h-96 gap-2.5 overflow-y-auto"
            tabIndex={0}
            aria-label={t('rights.notices')}
          >
            {notices.messages.map((one) => (
              <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="type-body">{t(`rights.event.${one.type}`)}</span>
                <span className="type-sm text-ink2">
                  {t(`rights.state.${one.state}`)} ·{' '}
                  <time dateTime={one.occurred_at}>{dates.day(one.occurred_at)}</time>
                </span>
              </li>
            ))}
          </ul>
        )}
      </PanelPart>
      {notices.told && (
        <PanelPart>
          <h3 className="type-label">{t('rights.data')}</h3>
          <p className="type-sm mt-1 text-ink2">{t('rights.data_note')}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <ButtonForm
              fields={{ intent: 'data' }}
              disabled={!notices.may_ask.includes('data')}
              kind="secondary"
              size="small"
            >
              {t('rights.ask_data')}
            </ButtonForm>
            <ButtonForm
              fields={{ intent: 'erase' }}
              kind="danger"
              disabled={!notices.may_ask.includes('erase')}
              size="small"
            >
              {t('rights.ask_erase')}
            </ButtonForm>
          </div>
        </PanelPart>
      )}
    </Panel>
  )
}
