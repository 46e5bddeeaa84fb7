import { ButtonForm } from '../../forms.tsx'
import type { Installation, listInstallations } from '#modules/installs/contract.ts'
import { PERMISSION_GLYPHS, askTitle } from '#modules/installs/ui/words.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import type { AnswerOf } from '#kernel/operation.ts'
import { LinkButton } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { Progress } from '#ui/progress.tsx'
import { UpdateCard } from '#ui/update-card.tsx'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useMay, useShell } from '../../shell.tsx'
import { moves } from './use-live-installations.ts'

export type OldInstallation = AnswerOf<typeof listInstallations>['data'][number]

/** A card for each outdated item: what the update changes, what it asks for, and its progress. */
export function UpdateCards({
  rows,
  live,
}: {
  rows: readonly OldInstallation[]
  live: readonly Installation[]
}) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      {rows.map((row) => (
        <li key={row.id} className="grid">
          <OneUpdate row={row} now={live.find((one) => one.id === row.id) ?? row} />
        </li>
      ))}
    </ul>
  )
}

function OneUpdate({ row, now }: { row: OldInstallation; now: Installation }) {
  const { t } = useWords()
  const { update } = row
  const several = (update?.notes.length ?? 0) > 1
  return (
    <UpdateCard
      icon={<ItemIcon item={row.item} size={56} />}
      name={row.item.name}
      from={row.version}
      to={update?.version ?? row.latest_version}
      toLabel={t('updates.to')}
      badge={
        update?.asks.length
          ? t('updates.asks', { count: update.asks.length })
          : update?.order_steps.length
            ? t('order_steps.newly')
            : t('updates.asks_nothing')
      }
      changes={update?.notes
        .filter((note) => note.notes !== '')
        .map((note) => (several ? `${note.version}: ${note.notes}` : note.notes))}
      asks={[
        ...(update?.asks ?? []).map((ask) => ({
          kind: PERMISSION_GLYPHS[ask.code],
          title: askTitle(ask, t),
          reason: ask.reason,
        })),
        ...(update?.order_steps.length
          ? [
              {
                kind: 'code' as const,
                title: t('order_steps.newly'),
                reason: t('order_steps.note'),
              },
            ]
          : []),
      ]}
      actions={<Actions row={row} now={now} />}
    />
  )
}

function Actions({ row, now }: { row: OldInstallation; now: Installation }) {
  const { t } = useWords()
  const { market, framed, sites } = useShell()
  const mayInstall = useMay('install')
  const paths = usePaths()
  const { item } = row
  const here = item.market === market
  const review = here
    ? paths.update(item.slug)
    : `${sites[item.market] ?? ''}${framed ? '/market' : ''}/update/${item.slug}`
  if (moves(now)) {
    const steps = now.run?.steps ?? []
    const done = steps.filter((step) => step.state === 'done').length
    const words = now.run?.kind === 'restore' ? t('updates.restoring') : t('updates.running')
    return (
      <Progress
        label={`${item.name}: ${words}`}
        done={done}
        all={Math.max(1, steps.length)}
        note={words}
        percent={`${done}/${steps.length}`}
        className="w-full"
      />
    )
  }
  if (now.version !== row.version) {
    return (
      <Notice
        tone="done"
        className="w-full"
        title={t('updates.done', { version: now.version })}
        action={
          <LinkButton
            href={now.store.url}
            target="_blank"
            rel="noreferrer"
            kind="secondary"
            size="small"
            icon="external"
          >
            {t('installs.done.see')}
          </LinkButton>
        }
      />
    )
  }
  if (!mayInstall) return <p className="type-sm text-ink2">{t('errors.session.may_not_install')}</p>
  const failed = now.run?.kind === 'restore' || now.state === 'needs_action'
  return (
    <>
      {failed && (
        <Notice tone="attention" className="w-full">
          {now.state === 'needs_action' ? t('updates.stuck') : t('errors.installs.update_failed')}
        </Notice>
      )}
      {row.update?.ready && now.state === 'installed' && (
        <ButtonForm
          fields={{ intent: UPDATE_ONE, installation: row.id }}
          label={t('updates.start_of', { item: item.name, version: row.update.version })}
        >
          {t('updates.start', { version: row.update.version })}
        </ButtonForm>
      )}
      <LinkButton
        href={review}
        kind={row.update?.ready ? 'quiet' : 'secondary'}
        aria-label={t(row.update?.ready ? 'updates.plan_of' : 'updates.review_of', {
          item: item.name,
        })}
      >
        {row.update?.ready ? t('updates.plan') : t('updates.review')}
      </LinkButton>
    </>
  )
}

/**
 * Starts all updates without new permissions. Hidden for a single one, whose card has the button.
 */
export function UpdateAll({
  rows,
  live,
}: {
  rows: readonly OldInstallation[]
  live: readonly Installation[]
}) {
  const { t } = useWords()
  const mayInstall = useMay('install')
  const ready = rows.filter(
    (row) =>
      row.update?.ready && (live.find((one) => one.id === row.id) ?? row).state === 'installed',
  )
  if (ready.length < 2 || !mayInstall) return null
  return (
    <ButtonForm fields={{ intent: UPDATE_ALL }}>
      {t('updates.all', { count: ready.length })}
    </ButtonForm>
  )
}

/** Updates that failed to start; the others have started. */
export function FailedUpdates({
  failed,
  className,
}: {
  failed: readonly FailedUpdate[] | undefined
  className?: string
}) {
  const { t } = useWords()
  if (!failed?.length) return null
  return (
    <ErrorSummary
      title={t('updates.not_started', { count: failed.length })}
      items={failed.map((one) => ({ text: `${one.name}: ${one.message}` }))}
      round={1}
      className={className}
    />
  )
}

/**
 * The submitted updates: one, or all that need no consent. Separate from the code that starts them,
 * because contracts import the schema library, which the browser does not need.
 */
const UPDATE_ONE = 'update'
export const UPDATE_ALL = 'update-all'

export interface FailedUpdate {
  name: string
  message: string
}
