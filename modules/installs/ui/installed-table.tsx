import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Progress } from '#ui/progress.tsx'
import { TextLink } from '#ui/link.tsx'
import type { Installation } from '../contract.ts'
import { ItemIcon } from './item-head.tsx'
import type { T } from './words.ts'

export interface InstalledRow {
  installation: Installation
  /** Parts that somebody else has changed on the shop. */
  changed: number
  /** "12 Kasım 2026" */
  since: string | null
  /** "₺249,90", or that it was free. */
  paid: string
  /** Leads to its subscription, of which `paid` is the price. */
  subscription: string | null
  /** Null when it is managed in the other market, where `elsewhere` leads. */
  hrefs: { details: string; update: string; back: string | null; uninstall: string } | null
  elsewhere: string | null
}

// Below 700 px a row is a card of its own.
const TABLE =
  'block w-full rounded-card border border-line bg-card md:table md:table-fixed md:border-separate ' +
  'md:border-spacing-0'
const ROW =
  'grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 border-line p-4 not-first:border-t md:table-row md:p-0'

/** Installed items: a table on wide screens, cards on narrow ones. */
export function InstalledTable({
  label,
  rows,
  t,
}: {
  label: string
  rows: readonly InstalledRow[]
  t: T
}) {
  const head = 'type-sm px-2 py-2.5 text-start font-normal text-ink2'
  return (
    <table className={TABLE}>
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only md:not-sr-only">
        <tr>
          <th scope="col" className={`${head} w-[27%] ps-5`}>
            {t('installed.name')}
          </th>
          <th scope="col" className={`${head} w-[14%]`}>
            {t('installed.version')}
          </th>
          <th scope="col" className={`${head} w-[20%]`}>
            {t('installed.state')}
          </th>
          <th scope="col" className={`${head} w-[9%]`}>
            {t('installed.paid')}
          </th>
          <th scope="col" className={`${head} pe-5 text-end`}>
            <span className="sr-only">{t('installed.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {rows.map((row) => (
          <Row key={row.installation.id} row={row} t={t} />
        ))}
      </tbody>
    </table>
  )
}

const CELL = 'md:table-cell md:border-t md:border-line md:px-2 md:py-4 md:align-middle'

function Row({ row, t }: { row: InstalledRow; t: T }) {
  const { installation: one, since, paid, hrefs } = row
  const old = one.release_state === 'old'
  return (
    <tr className={ROW}>
      <th scope="row" className={`col-span-2 block text-start font-normal ${CELL} md:ps-5`}>
        <span className="flex items-center gap-4">
          <ItemIcon item={one.item} size={48} />
          <span className="min-w-0">
            <span className="type-label line-clamp-3 wrap-anywhere-safe">
              {hrefs ? (
                <TextLink href={hrefs.details} className="text-ink no-underline hover:underline">
                  {one.item.name}
                </TextLink>
              ) : (
                one.item.name
              )}
            </span>
            {since && (
              <span className="type-sm block text-ink2">
                {t('installed.since', { date: since })}
              </span>
            )}
            {one.stopped && (
              <span className="type-sm block text-coral-text">
                {t('installed.stopped', { notice: one.stopped.notice })}
              </span>
            )}
            {!one.available && !one.stopped && (
              <span className="type-sm block text-ink2">{t('installed.gone')}</span>
            )}
          </span>
        </span>
      </th>
      <td className={`${CELL} type-body figures`}>
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi>{one.version}</bdi>
          {old ? (
            <Badge tone="turquoise" icon="arrow-up">
              {t('installed.newer', { version: one.latest_version })}
            </Badge>
          ) : (
            <Badge tone="green" icon="check">
              {t('installed.latest')}
            </Badge>
          )}
        </span>
      </td>
      <td
        className={`${CELL} type-sm justify-self-end text-end md:justify-self-auto md:text-start`}
      >
        <StateCell installation={one} t={t} />
        {row.changed > 0 && (
          <span className="block text-coral-text">
            {t('installed.changed_parts', { count: row.changed })}
          </span>
        )}
        <Touches installation={one} t={t} />
      </td>
      <td className={`${CELL} type-sm figures col-span-2`}>
        <span className="text-ink2 md:hidden">{t('installed.paid')}: </span>
        {row.subscription ? (
          <TextLink
            href={row.subscription}
            aria-label={t('installed.subscription_of', { item: one.item.name, price: paid })}
          >
            <bdi>{paid}</bdi>
          </TextLink>
        ) : (
          <bdi>{paid}</bdi>
        )}
      </td>
      <td className={`col-span-2 ${CELL} md:pe-5`}>
        <span className="flex flex-wrap items-center gap-2 md:justify-end">
          {hrefs ? <Actions one={one} hrefs={hrefs} t={t} /> : <Elsewhere row={row} t={t} />}
        </span>
      </td>
    </tr>
  )
}

/** Where it reaches, and the permissions granted for that. */
function Touches({ installation: one, t }: { installation: Installation; t: T }) {
  const granted = one.granted.map((code) => t(`installs.kind.${code}`)).join(' · ')
  return (
    <span className="block text-ink2">
      {t('installed.places', { count: one.change_count })}
      {granted !== '' && `: ${granted}`}
    </span>
  )
}

function Actions({
  one,
  hrefs,
  t,
}: {
  one: Installation
  hrefs: NonNullable<InstalledRow['hrefs']>
  t: T
}) {
  const item = one.item.name
  const rests = one.state === 'installed'
  return (
    <>
      {rests && one.release_state === 'old' ? (
        <LinkButton
          href={hrefs.update}
          kind="secondary"
          size="small"
          icon="arrow-up"
          aria-label={t('installed.update_of', { item })}
        >
          {t('installed.update')}
        </LinkButton>
      ) : one.state === 'needs_action' ? (
        <LinkButton
          href={hrefs.details}
          size="small"
          icon="refresh"
          aria-label={t('installed.fix_of', { item })}
        >
          {t('installed.fix')}
        </LinkButton>
      ) : (
        <LinkButton
          href={hrefs.details}
          kind="secondary"
          size="small"
          aria-label={t('installed.details_of', { item })}
        >
          {t('installed.details')}
        </LinkButton>
      )}
      {rests && one.go_to_app && (
        <LinkButton
          href={one.go_to_app}
          target="_blank"
          rel="noreferrer"
          kind="secondary"
          size="small"
          aria-label={t('installed.open_of', { item })}
        >
          {t('installed.open')}
        </LinkButton>
      )}
      {rests && hrefs.back && one.previous_version && (
        <LinkButton
          href={hrefs.back}
          kind="quiet"
          size="small"
          icon="undo"
          aria-label={t('installed.back_of', { item, version: one.previous_version })}
        >
          {t('installed.back', { version: one.previous_version })}
        </LinkButton>
      )}
      <LinkButton
        href={hrefs.uninstall}
        kind="danger-quiet"
        size="small"
        aria-label={t('installed.uninstall_of', { item })}
      >
        {t('installed.uninstall')}
      </LinkButton>
    </>
  )
}

const Elsewhere = ({ row, t }: { row: InstalledRow; t: T }) =>
  row.elsewhere && (
    <LinkButton href={row.elsewhere} kind="secondary" size="small" icon="external">
      {t(`installed.elsewhere.${row.installation.item.market}`)}
    </LinkButton>
  )

/** The state in words; during a run, its progress. */
function StateCell({ installation: one, t }: { installation: Installation; t: T }): ReactNode {
  switch (one.state) {
    case 'installed':
      return (
        <>
          {one.covered_by !== null
            ? t('installed.covered', { theme: one.covered_by })
            : t(one.item.market === 'theme' ? 'installed.shown' : 'installed.works')}
          {one.automatic.waiting && (
            <span className="block text-coral-text">
              {t('installation.waits', { version: one.automatic.waiting.version })}
            </span>
          )}
          {one.automatic.failed && (
            <span className="block text-coral-text">
              {t('installation.auto_failed', { version: one.automatic.failed })}
            </span>
          )}
        </>
      )
    case 'needs_action':
      return (
        <>
          <Badge tone="coral" icon="warning">
            {t('installed.needs_action')}
          </Badge>
          {one.run?.failure && (
            <span className="mt-1 block wrap-anywhere-safe">{one.run.failure.message}</span>
          )}
        </>
      )
    case 'paused':
      return <Badge>{t('installed.paused')}</Badge>
    case 'pausing':
    case 'resuming':
    case 'installing':
    case 'updating':
    case 'uninstalling': {
      const steps = one.run?.steps ?? []
      const done = steps.filter((step) => step.state === 'done').length
      const words = t(`installed.${one.state}`)
      return (
        <Progress
          label={`${one.item.name}: ${words}`}
          done={done}
          all={Math.max(steps.length, 1)}
          note={words}
          percent={`${done}/${steps.length}`}
          className="w-36"
        />
      )
    }
    case 'uninstalled':
      return null
  }
}
