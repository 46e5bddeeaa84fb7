import type { Installation } from '#modules/installs/contract.ts'
import { ComingNotice, NewerNotice } from '#modules/installs/ui/fit-notice.tsx'
import type { Stage } from '#modules/installs/ui/plan-facts.ts'
import { LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { OpenAppLink } from '../../open-app-link.tsx'
import { usePaths, withQuery } from '../../paths.ts'
import { useMay } from '../../shell.tsx'
import type { InstallData } from '../install/load-install.ts'
import { ButtonForm } from '../../forms.tsx'
import type { ChangedPart } from '#modules/installs/lifecycle-contract.ts'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import { Badge } from '#ui/badge.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'

/** State, reason and the button that helps, then other actions. */
export function Standing({
  page,
  installation: one,
  stage,
  subscription,
}: {
  page: InstallData
  installation: Installation
  stage: Stage
  /** Id of its subscription, while one runs. */
  subscription: string | null
}) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const mayAsk = useMay('ask')
  const mayBuy = useMay('buy')
  const mayInstall = useMay('install')
  const { item } = page
  return (
    <Panel as="section" label={t('installation.state')}>
      <PanelPart>
        <StateNotice item={item} installation={one} stage={stage} />
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
              mayInstall && (
                <LinkButton href={paths.update(item.slug)} kind="secondary" size="small">
                  {t('updates.review')}
                </LinkButton>
              )
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
        {mayBuy && subscription !== null && (
          <LinkButton href={paths.subscription(subscription)} kind="secondary" size="medium">
            {t('installation.subscription')}
          </LinkButton>
        )}
        {mayAsk && <HelpLink slug={item.slug} />}
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
            {mayAsk && one.go_to_app && (
              <OpenAppLink href={one.go_to_app} kind="secondary" size="medium">
                {t('installs.done.open')}
              </OpenAppLink>
            )}
            {mayInstall && one.release_state === 'old' && (
              <LinkButton href={paths.update(item.slug)} size="medium" icon="arrow-up">
                {t('updates.start', { version: one.latest_version })}
              </LinkButton>
            )}
            {mayInstall && page.plan.inputs.length > 0 && (
              <LinkButton
                href={paths.settings(item.slug)}
                kind="secondary"
                size="medium"
                icon="settings"
              >
                {t('installation.settings')}
              </LinkButton>
            )}
            {mayInstall && (
              <ButtonForm fields={{ intent: 'pause' }} kind="secondary" size="medium">
                {t('installation.pause')}
              </ButtonForm>
            )}
          </>
        )}
        {mayInstall && item.market === 'app' && one.granted.includes('web_service_user') && (
          <LinkButton href={paths.rights(item.slug)} kind="secondary" size="medium" icon="key">
            {t('installation.rights')}
          </LinkButton>
        )}
        {mayInstall ? (
          <LinkButton
            href={paths.uninstall(item.slug)}
            kind="danger-quiet"
            size="medium"
            icon="trash"
          >
            {t('installs.uninstall.start_short')}
          </LinkButton>
        ) : (
          <p className="type-sm w-full text-ink2">{t('errors.session.may_not_install')}</p>
        )}
        {mayInstall && stage === 'installed' && (
          <p className="type-sm w-full text-ink2">{t('installation.pause_note')}</p>
        )}
      </PanelPart>
    </Panel>
  )
}

/** What it is doing now, and what the owner can do about it. */
function StateNotice({
  item,
  installation: one,
  stage,
}: {
  item: InstallData['item']
  installation: Installation
  stage: Stage
}) {
  const { t } = useWords()
  const paths = usePaths()
  const mayInstall = useMay('install')
  return stage === 'stuck' ? (
    <Notice
      tone="attention"
      title={t('installs.failed.stuck', { item: item.name })}
      action={
        mayInstall && (
          <ButtonForm fields={{ intent: 'retry' }} size="medium" icon="refresh">
            {t('installs.failed.again')}
          </ButtonForm>
        )
      }
    >
      {one.run?.failure?.message} {t('installation.stuck_note')}
    </Notice>
  ) : stage === 'paused' && one.draft ? (
    <Notice
      title={t('draft.kept', { item: item.name })}
      action={
        mayInstall && (
          <LinkButton href={paths.live(item.slug)} size="medium">
            {t('draft.make_live')}
          </LinkButton>
        )
      }
    >
      {t('draft.kept_note')}
    </Notice>
  ) : stage === 'paused' ? (
    <Notice
      title={t('installation.paused')}
      action={
        mayInstall && (
          <ButtonForm fields={{ intent: 'resume' }} size="medium">
            {t('installation.resume')}
          </ButtonForm>
        )
      }
    >
      {t('installation.paused_note')}
    </Notice>
  ) : one.covered_by !== null ? (
    <Notice title={t('installed.covered', { theme: one.covered_by })}>
      {t('installed.covered_note', { theme: one.covered_by })}
    </Notice>
  ) : (
    <Notice tone="done" title={t(item.market === 'theme' ? 'installed.shown' : 'installed.works')}>
      {t('installs.count.changes', { count: one.change_count })}
    </Notice>
  )
}

function HelpLink({ slug }: { slug: string }) {
  const { t } = useWords()
  return (
    <LinkButton href={usePaths().help(slug)} kind="secondary" size="medium" icon="mail">
      {t('installation.help')}
    </LinkButton>
  )
}

/**
 * D12: effects that somebody else changed on the shop, and the owner's choice for each. Nothing is
 * overwritten before.
 */
export function ChangedParts({ parts }: { parts: readonly ChangedPart[] }) {
  const { t } = useWords()
  const mayInstall = useMay('install')
  const open = parts.filter((part) => !part.settled).length
  return (
    <section aria-labelledby="changed-heading">
      <h2 id="changed-heading" className="type-d3 mb-1">
        {t('installation.changed')}
      </h2>
      <p className="type-body mb-4 max-w-[62ch] text-ink2">
        {t(open > 0 ? 'installation.changed_note' : 'installation.changed_settled')}
      </p>
      <ul className="grid gap-4">
        {parts.map((part) => (
          <li
            key={part.id}
            className={`rounded-control-lg p-4 ${part.settled ? 'border border-line' : 'bg-coral-tint'}`}
          >
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="type-label wrap-anywhere-safe">{part.title}</span>
              <Badge>
                {t(
                  part.settled ? 'installation.changed.kept' : `installation.changed.${part.what}`,
                )}
              </Badge>
            </p>
            <p className="type-sm text-ink2">
              {part.placement === null
                ? t(part.kind === 'theme' ? 'installs.placement.theme' : 'installs.placement.user')
                : t(`installs.placement.${part.placement}` as 'installs.placement.1')}
            </p>
            <details className="mt-2">
              <summary className="link inline-flex min-h-6 items-center">{t('plan.code')}</summary>
              <SourceDiff
                lines={diffLines(part.ours, part.theirs)}
                label={t('plan.code_of', { title: part.title })}
                gone={t('plan.code_gone')}
                added={t('plan.code_new')}
                className="mt-2"
              />
            </details>
            {mayInstall && (
              <div className="mt-3 flex flex-wrap gap-2.5">
                {!part.settled && (
                  <ButtonForm
                    fields={{ intent: 'keep', part: part.id }}
                    size="small"
                    label={`${part.title}: ${t(`installation.keep.${part.what}`)}`}
                  >
                    {t(`installation.keep.${part.what}`)}
                  </ButtonForm>
                )}
                <ButtonForm
                  fields={{ intent: 'put', part: part.id }}
                  kind="secondary"
                  size="small"
                  icon="undo"
                  label={`${part.title}: ${t('installation.put')}`}
                >
                  {t('installation.put')}
                </ButtonForm>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All versions available to this shop with their notes, each with a link to its plan. */
export function VersionList({
  page,
  installation,
}: {
  page: InstallData
  installation: Installation
}) {
  const { t } = useWords()
  const dates = useDates()
  const paths = usePaths()
  const mayInstall = useMay('install')
  const at = page.versions.findIndex((one) => one.version === installation.version)
  return (
    <section aria-labelledby="versions-heading">
      <h2 id="versions-heading" className="type-d3 mb-1">
        {t('installation.versions')}
      </h2>
      <p className="type-body mb-4 max-w-[62ch] text-ink2">{t('installation.versions_note')}</p>
      <ol className="border-b border-line">
        {page.versions.map((one, index) => (
          <li
            key={one.version}
            className="grid gap-x-4 gap-y-2 border-t border-line py-4 md:grid-cols-[1fr_auto] md:items-start"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
                <span className="type-label figures">
                  <bdi>{one.version}</bdi>
                </span>
                {one.version === installation.version && (
                  <Badge tone="turquoise">{t('installation.version_here')}</Badge>
                )}
                {one.published_at && (
                  <span className="type-sm text-ink2">{dates.day(one.published_at)}</span>
                )}
              </p>
              {one.notes && (
                <p className="type-sm mt-1 text-ink2 wrap-anywhere-safe">{one.notes}</p>
              )}
            </div>
            {mayInstall &&
              one.version !== installation.version &&
              installation.state === 'installed' && (
                <LinkButton
                  href={withQuery(paths.update(page.item.slug), { release: one.version })}
                  kind="secondary"
                  size="small"
                  icon={at !== -1 && index > at ? 'undo' : 'arrow-up'}
                  className="justify-self-start"
                >
                  {t(at !== -1 && index > at ? 'installed.back' : 'updates.start', {
                    version: one.version,
                  })}
                </LinkButton>
              )}
          </li>
        ))}
      </ol>
    </section>
  )
}
