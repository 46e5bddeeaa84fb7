import { useLocation } from 'react-router'
import type { Installation } from '#modules/installs/contract.ts'
import { OutcomePanel } from '#modules/installs/ui/run-progress.tsx'
import type { Stage } from '#modules/installs/ui/plan-facts.ts'
import { LinkButton } from '#ui/button.tsx'
import { CheckList } from '#ui/panel.tsx'
import { useWords } from '../../messages.tsx'
import { OpenAppLink } from '../../open-app-link.tsx'
import { usePaths } from '../../paths.ts'
import type { InstallData } from './load-install.ts'

/**
 * What stands where the steps were: it is on the shop, it was taken back, or it stopped halfway.
 */
export function InstallOutcome({
  page,
  installation,
  stage,
  onAgain,
}: {
  page: InstallData
  installation: Installation
  stage: Stage
  onAgain: () => void
}) {
  const { t } = useWords()
  const paths = usePaths()
  const { pathname } = useLocation()
  const { item } = page
  const names = { item: item.name }
  if (stage === 'installed') return <Installed page={page} installation={installation} />
  if (stage === 'removed') {
    return (
      <OutcomePanel
        look="undone"
        title={t('installs.uninstall.done')}
        note={t('installs.uninstall.done_text', names)}
        actions={
          <LinkButton href={paths.item(item.slug)} kind="secondary">
            {t('installs.uninstall.back')}
          </LinkButton>
        }
      />
    )
  }
  if (stage === 'taken-back') {
    const restored = installation.run?.state === 'succeeded' && installation.run.failure === null
    return (
      <OutcomePanel
        look="failed"
        title={t('installs.failed', names)}
        note={restored ? t('installs.failed.restored') : installation.run?.failure?.message}
        actions={
          <>
            <LinkButton
              href={pathname}
              icon="refresh"
              onClick={(event) => {
                event.preventDefault()
                onAgain()
              }}
            >
              {t('installs.failed.again')}
            </LinkButton>
            <LinkButton href={paths.item(item.slug)} kind="quiet">
              {t('installs.uninstall.back')}
            </LinkButton>
          </>
        }
      />
    )
  }
  return (
    <OutcomePanel
      look="failed"
      title={t('installs.failed.stuck', names)}
      note={
        <>
          {installation.run?.failure?.message} {t('installs.failed.stuck_note')}
        </>
      }
      actions={
        <LinkButton href={paths.installation(item.slug)} icon="refresh">
          {t('installed.fix')}
        </LinkButton>
      }
    />
  )
}

function Installed({ page, installation }: { page: InstallData; installation: Installation }) {
  const { t } = useWords()
  const paths = usePaths()
  const { item, plan } = page
  const old = installation.release_state === 'old'
  const run = installation.run?.kind === 'install' ? installation.run : null
  const facts = [
    t('installs.done.version', { version: installation.version }),
    t('installs.count.changes', { count: installation.change_count }),
    ...(run && run.seconds !== null
      ? [
          t('installs.count.steps', { count: run.steps.length }),
          t('installs.count.seconds', { count: run.seconds }),
        ]
      : []),
  ]
  const made = plan.changes.filter(
    (change) => change.kind === 'theme' || installation.granted.includes(change.permission),
  )
  return (
    <OutcomePanel
      look="done"
      title={t('installs.done', { item: item.name })}
      note={
        <p className="figures">
          {facts.join(' · ')}
          {old && (
            <span className="block text-coral-text">
              {t('installs.done.old', { version: installation.latest_version })}
            </span>
          )}
        </p>
      }
      actions={
        <>
          <LinkButton
            href={installation.store.url}
            target="_blank"
            rel="noreferrer"
            icon="external"
          >
            {t('installs.done.see')}
          </LinkButton>
          {item.goToApp && (
            <OpenAppLink href={item.goToApp} kind="secondary">
              {t('installs.done.open')}
            </OpenAppLink>
          )}
          <LinkButton href={paths.installation(item.slug)} kind="secondary">
            {t('installed.details')}
          </LinkButton>
          <LinkButton href={paths.installed} kind="quiet">
            {t('installs.done.list')}
          </LinkButton>
          {page.versions.length > 1 && (
            <LinkButton
              href={paths.update(item.slug)}
              kind={old ? 'primary' : 'quiet'}
              icon={old ? 'arrow-up' : undefined}
            >
              {old ? t('installed.update') : t('update.other')}
            </LinkButton>
          )}
          <LinkButton href={paths.uninstall(item.slug)} kind="quiet" icon="undo">
            {t('installs.done.undo')}
          </LinkButton>
        </>
      }
    >
      <h2 className="type-label mb-2">{t('installs.done.changes')}</h2>
      <CheckList items={made.map((change) => change.title)} />
    </OutcomePanel>
  )
}
