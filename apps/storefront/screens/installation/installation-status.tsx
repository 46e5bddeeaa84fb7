import type { Installation } from '#modules/installs/contract.ts'
import { ComingNotice, NewerNotice } from '#modules/installs/ui/fit-notice.tsx'
import type { Stage } from '#modules/installs/ui/plan-facts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../dates.ts'
import { useWords } from '../../messages.tsx'
import { OpenAppLink } from '../../open-app-link.tsx'
import { usePaths } from '../../paths.ts'
import type { InstallData } from '../install/load-install.ts'
import { ButtonForm } from '../../button-form.tsx'

/** How it stands, why, and the one button that helps; then what else can be done with it. */
export function Standing({
  page,
  installation: one,
  stage,
}: {
  page: InstallData
  installation: Installation
  stage: Stage
}) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const { item } = page
  const old = one.release_state === 'old'
  return (
    <Panel as="section" label={t('installation.state')}>
      <PanelPart>
        {stage === 'stuck' ? (
          <Notice
            tone="attention"
            title={t('installs.failed.stuck', { item: item.name })}
            action={
              <ButtonForm fields={{ intent: 'retry' }} size="medium" icon="refresh">
                {t('installs.failed.again')}
              </ButtonForm>
            }
          >
            {one.run?.failure?.message} {t('installation.stuck_note')}
          </Notice>
        ) : stage === 'paused' ? (
          <Notice
            title={t('installation.paused')}
            action={
              <ButtonForm fields={{ intent: 'resume' }} size="medium">
                {t('installation.resume')}
              </ButtonForm>
            }
          >
            {t('installation.paused_note')}
          </Notice>
        ) : one.covered_by !== null ? (
          <Notice title={t('installed.covered', { theme: one.covered_by })}>
            {t('installed.covered_note', { theme: one.covered_by })}
          </Notice>
        ) : (
          <Notice
            tone="done"
            title={t(item.market === 'theme' ? 'installed.shown' : 'installed.works')}
          >
            {t('installs.count.changes', { count: one.change_count })}
          </Notice>
        )}
        <NewerNotice fit={page.fit} t={t} className="mt-3" />
        {page.fit?.coming && (
          <ComingNotice
            coming={page.fit.coming}
            day={dates.day(page.fit.coming.live_on)}
            t={t}
            className="mt-3"
          />
        )}
        {one.automatic.waiting && (
          <Notice
            tone="attention"
            className="mt-3"
            title={t('installation.waits', { version: one.automatic.waiting.version })}
            action={
              <LinkButton href={paths.update(item.slug)} kind="secondary" size="small">
                {t('updates.review')}
              </LinkButton>
            }
          >
            {t(`installation.waits.${one.automatic.waiting.why}`, { from: one.version })}
          </Notice>
        )}
        {one.automatic.failed && (
          <Notice
            tone="attention"
            className="mt-3"
            title={t('installation.auto_failed', { version: one.automatic.failed })}
          >
            {t('update.restored_note', { version: one.version })}
          </Notice>
        )}
      </PanelPart>
      <PanelPart className="flex flex-wrap items-center gap-2.5">
        {stage === 'installed' && (
          <>
            <LinkButton
              href={one.store.url}
              target="_blank"
              rel="noreferrer"
              kind="secondary"
              size="medium"
              icon="external"
            >
              {t('installs.done.see')}
            </LinkButton>
            {one.go_to_app && (
              <OpenAppLink href={one.go_to_app} kind="secondary" size="medium">
                {t('installs.done.open')}
              </OpenAppLink>
            )}
            {old && (
              <LinkButton href={paths.update(item.slug)} size="medium" icon="arrow-up">
                {t('updates.start', { version: one.latest_version })}
              </LinkButton>
            )}
            <ButtonForm fields={{ intent: 'pause' }} kind="secondary" size="medium">
              {t('installation.pause')}
            </ButtonForm>
          </>
        )}
        {item.market === 'app' && one.granted.includes('web_service_user') && (
          <LinkButton href={paths.rights(item.slug)} kind="secondary" size="medium" icon="key">
            {t('installation.rights')}
          </LinkButton>
        )}
        <LinkButton
          href={paths.uninstall(item.slug)}
          kind="danger-quiet"
          size="medium"
          icon="trash"
        >
          {t('installs.uninstall.start_short')}
        </LinkButton>
        {stage === 'installed' && (
          <p className="type-sm w-full text-ink2">{t('installation.pause_note')}</p>
        )}
      </PanelPart>
    </Panel>
  )
}
