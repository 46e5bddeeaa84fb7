import type { Installation } from '#modules/installs/contract.ts'
import type { LiveTheme, ThemeSchedule } from '#modules/installs/theme-contract.ts'
import { LOOKS, type InstalledRow } from '#modules/installs/ui/installed-table.tsx'
import { waitsForOwner } from '#modules/installs/ui/needs.ts'
import { ItemIcon } from '#modules/installs/ui/item-head.tsx'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates } from '../../formats.ts'
import { useWords } from '../../messages.tsx'
import { usePaths } from '../../paths.ts'
import { useShell } from '../../shell.tsx'
import { elsewhereOf } from './rows.tsx'

/** The theme that the shop shows, as the shop itself says, and the others as drafts. */
export function LiveThemePanel({
  rows,
  live,
}: {
  rows: readonly InstalledRow[]
  /** Null: the shop did not answer in time. */
  live: LiveTheme | null
}) {
  const { t } = useWords()
  const dates = useDates()
  const { store, market } = useShell()
  const paths = usePaths()
  const shown = live?.live ?? null
  const themes = rows.map((row) => row.installation)
  const now = themes.find((one) => one.id === shown?.installation)
  const drafts = themes.filter((one) => one.id !== now?.id)
  if (themes.length === 0) return null
  return (
    <section aria-labelledby="live-heading" className="mt-9">
      <h2 id="live-heading" className="type-d3 mb-4">
        {t('my.live')}
      </h2>
      <div className="grid overflow-hidden rounded-card border border-line bg-card md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
        <div className="flex items-center gap-5 p-5">
          {now && <ItemIcon item={now.item} size={88} />}
          <div className="min-w-0">
            {shown ? (
              <Badge tone="green" icon="check">
                {t('my.live_now')}
              </Badge>
            ) : (
              <Badge icon="info">{t('my.live_unread')}</Badge>
            )}
            <p className="type-d4 mt-1.5 wrap-anywhere-safe">
              {shown === null ? (
                t('my.live_unknown')
              ) : shown.kind === 'own' ? (
                t('my.live_own')
              ) : now && market === 'theme' ? (
                <TextLink
                  href={paths.installation(now.item.slug)}
                  className="text-ink no-underline hover:underline"
                >
                  <bdi>{shown.name}</bdi>
                </TextLink>
              ) : (
                shown.name
              )}
            </p>
            <p className="type-sm text-ink2">
              {live?.read_at
                ? t('my.live_read', { time: dates.minute(live.read_at) })
                : t('my.live_unread_note')}
            </p>
            {store && (
              <TextLink href={store.url} target="_blank" rel="noreferrer" className="type-sm">
                {t('my.live_see')}
              </TextLink>
            )}
          </div>
        </div>
        {drafts.length > 0 && (
          <div className="bg-stone p-5">
            <h3 className="type-label">{t('my.drafts')}</h3>
            <p className="type-sm text-ink2">{t('my.drafts_note')}</p>
            <ul className="mt-2">
              {drafts.map((one) => (
                <Draft
                  key={one.id}
                  installation={one}
                  schedule={live?.schedule?.installation === one.id ? live.schedule : null}
                />
              ))}
            </ul>
          </div>
        )}
      </div>
      {rows
        .filter((row) => waitsForOwner(row.need))
        .map((row) => (
          <div
            key={row.installation.id}
            className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card p-4"
          >
            <p className="min-w-0 flex-1 basis-60">
              <bdi className="type-label">{row.installation.item.name}</bdi>{' '}
              <Badge {...LOOKS[row.need]}>{row.badge}</Badge>
              <span className="type-sm block text-ink2 wrap-anywhere-safe">{row.sentence}</span>
            </p>
            {row.action}
          </div>
        ))}
      {now && live?.schedule?.installation === now.id && (
        <p className="type-sm mt-2 text-ink2">
          <ScheduleWords schedule={live.schedule} />
        </p>
      )}
    </section>
  )
}

function Draft({
  installation: one,
  schedule,
}: {
  installation: Installation
  schedule: ThemeSchedule | null
}) {
  const { t } = useWords()
  const paths = usePaths()
  const { market, framed, sites } = useShell()
  const item = one.item.name
  const isHere = market === 'theme'
  const isDraft = one.draft && one.state === 'paused'
  const rests = one.state === 'installed' || isDraft
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line py-3 not-first:border-t">
      <ItemIcon item={one.item} size={48} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2">
          {isHere ? (
            <TextLink
              href={paths.installation(one.item.slug)}
              className="type-label text-ink no-underline hover:underline"
            >
              <bdi>{item}</bdi>
            </TextLink>
          ) : (
            <bdi className="type-label">{item}</bdi>
          )}
          {schedule && (
            <Badge tone="turquoise" icon="clock">
              {t('my.scheduled')}
            </Badge>
          )}
          {one.state === 'paused' && !isDraft && (
            <Badge icon="pause">{t('installed.paused')}</Badge>
          )}
        </p>
        <p className="type-sm text-ink2">
          {schedule ? (
            <ScheduleWords schedule={schedule} />
          ) : (
            t('my.draft', { version: one.version })
          )}
        </p>
      </div>
      {isHere ? (
        <LinkButton
          href={rests ? paths.live(one.item.slug) : paths.installation(one.item.slug)}
          kind="secondary"
          size="small"
          className="max-md:min-h-11 max-md:w-full"
          aria-label={t(
            schedule ? 'my.plan_change_of' : rests ? 'my.make_live_of' : 'installed.details_of',
            { item },
          )}
        >
          {t(schedule ? 'my.plan_change' : rests ? 'my.make_live' : 'installed.details')}
        </LinkButton>
      ) : (
        <LinkButton
          href={elsewhereOf(sites.theme, framed)}
          kind="secondary"
          size="small"
          icon="external"
          className="max-md:min-h-11 max-md:w-full"
          aria-label={t('installed.elsewhere.theme')}
        >
          {t('installed.elsewhere')}
        </LinkButton>
      )}
    </li>
  )
}

/** From, to, and what comes back after. */
export function ScheduleWords({ schedule }: { schedule: ThemeSchedule }) {
  const { t } = useWords()
  const dates = useDates()
  const from = dates.minute(schedule.starts_at)
  return schedule.ends_at
    ? t('my.schedule_until', { from, until: dates.minute(schedule.ends_at) })
    : t('my.schedule_from', { from })
}
