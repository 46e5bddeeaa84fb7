import { OutcomePanel } from '#contexts/installs/ui/outcome-panel.tsx'
import type { Installation } from '#contexts/installs/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { useWords } from '../../messages.tsx'
import { OpenAppLink } from '../../open-app-link.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import type { InstallData } from '../install/load-install.ts'

export type Outcome = 'done' | 'latest' | 'restored' | 'stuck' | 'absent'

/** S4.7: how an update ended, or why there is none; and what can be done now. */
export function UpdateOutcome({ page, installation, outcome }: { page: InstallData; installation: Installation | null; outcome: Outcome }) {
  const { t } = useWords()
  const paths = usePaths()
  const { item } = page
  const names = { item: item.name, version: installation?.version ?? '' }
  const list = (
    <LinkButton href={paths.installed} kind="secondary">
      {t('installs.done.list')}
    </LinkButton>
  )
  if (installation === null || outcome === 'absent') {
    return (
      <OutcomePanel
        look="nothing"
        title={t('installs.uninstall.missing', names)}
        note={t('update.absent')}
        actions={
          <LinkButton href={paths.item(item.slug)} kind="secondary">
            {t('installs.uninstall.back')}
          </LinkButton>
        }
      />
    )
  }
  if (outcome === 'stuck' || outcome === 'restored') {
    const stuck = outcome === 'stuck'
    return (
      <OutcomePanel
        look="failed"
        title={stuck ? t('installs.failed.stuck', names) : t('update.restored', names)}
        note={stuck ? `${installation.run?.failure?.message ?? ''} ${t('installs.failed.stuck_note')}` : t('update.restored_note', names)}
        actions={
          <>
            <LinkButton href={stuck ? paths.installation(item.slug) : paths.update(item.slug)} icon="refresh">
              {stuck ? t('installed.fix') : t('installs.failed.again')}
            </LinkButton>
            {list}
          </>
        }
      />
    )
  }
  const previous = installation.previous_version
  return (
    <OutcomePanel
      look="done"
      title={outcome === 'done' ? t('update.done', names) : t('update.latest', names)}
      note={outcome === 'done' ? t('update.done_note') : t('update.latest_note', names)}
      actions={
        <>
          <LinkButton href={installation.store.url} target="_blank" rel="noreferrer" icon="external">
            {t('installs.done.see')}
          </LinkButton>
          {installation.go_to_app && (
            <OpenAppLink href={installation.go_to_app} kind="secondary">
              {t('installs.done.open')}
            </OpenAppLink>
          )}
          {list}
          {previous && page.versions.some(one => one.version === previous) && (
            <LinkButton href={withQuery(paths.update(item.slug), { release: previous })} kind="quiet" icon="undo">
              {t('installed.back', { version: previous })}
            </LinkButton>
          )}
        </>
      }
    />
  )
}
