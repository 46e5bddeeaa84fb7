import type { Rights } from '#modules/apps/access/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { ButtonForm } from '../../button-form.tsx'

/** D19: what the app was let see by way of the market, and the way to end that. */
export function ConnectionPanel({
  rights: { connection, connect_url: begin },
}: {
  rights: Rights
}) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <Panel as="section" label={t('rights.connection')}>
      <PanelPart>
        <h2 className="type-d4">{t('rights.connection')}</h2>
        {connection ? (
          <>
            <ul className="mt-2 grid list-disc gap-1 ps-5 type-body">
              {connection.scopes.map((scope) => (
                <li key={scope}>{t(`authorize.scope.${scope}`)}</li>
              ))}
            </ul>
            <p className="type-sm mt-2 text-ink2">
              {t('rights.connection_since', {
                date: dates.day(connection.since),
                name: `\u2068${connection.approved_by}\u2069`,
              })}{' '}
              {connection.last_used_at
                ? t('rights.connection_used', { date: dates.day(connection.last_used_at) })
                : t('rights.never')}
            </p>
            <div className="mt-4">
              <ButtonForm fields={{ intent: 'disconnect' }} kind="danger" size="small">
                {t('rights.disconnect')}
              </ButtonForm>
            </div>
          </>
        ) : (
          <>
            <p className="type-body mt-1 text-ink2">{t('rights.connection_none')}</p>
            {begin && (
              <LinkButton
                href={begin}
                kind="secondary"
                size="small"
                iconAfter="external"
                className="mt-3"
                target="_blank"
                rel="noopener"
              >
                {t('rights.connect')}
              </LinkButton>
            )}
          </>
        )}
      </PanelPart>
    </Panel>
  )
}
