import type { ReactNode } from 'react'
import { Badge, type Tone } from '#ui/badge.tsx'
import type { IconName } from '#ui/icons.gen.ts'
import { Progress } from '#ui/progress.tsx'
import { TextLink } from '#ui/link.tsx'
import type { Installation } from '../contract.ts'
import { ItemIcon } from './item-head.tsx'
import type { Need } from './needs.ts'
import type { T } from './words.ts'

/** What it costs the shop's visitors. */
export interface RowSpeed {
  /** "+36 ms"; null until enough visits measured it. */
  time: string | null
  /** "52 kB"; null while nothing is known. */
  weight: string | null
  /** How it is known, or that it is not. */
  note: string
  /** Of the bar's longer half, 0 to 1. */
  share: number
}

export interface InstalledRow {
  installation: Installation
  need: Need
  /** What it is doing now, in a few words and one sentence with its date or cause. */
  badge: string
  sentence: string
  /** "Abonelik, sürüm 1.1.0" */
  kind: string
  /** Its own page; null when it is managed in the other market. */
  details: string | null
  speed: RowSpeed
  /** The next charge, and when. */
  next: { amount: string; note: string }
  action: ReactNode
}

export const LOOKS: Record<Need, { tone: Tone; icon: IconName }> = {
  payment: { tone: 'coral', icon: 'warning' },
  stuck: { tone: 'coral', icon: 'warning' },
  stopped: { tone: 'coral', icon: 'warning' },
  failing: { tone: 'coral', icon: 'warning' },
  changed: { tone: 'coral', icon: 'warning' },
  trial: { tone: 'neutral', icon: 'clock' },
  trying: { tone: 'neutral', icon: 'clock' },
  moving: { tone: 'neutral', icon: 'clock' },
  asks: { tone: 'turquoise', icon: 'arrow-up' },
  update: { tone: 'turquoise', icon: 'arrow-up' },
  working: { tone: 'green', icon: 'check' },
  paused: { tone: 'neutral', icon: 'pause' },
}

// Below 700 px a row is a card of its own.
const TABLE =
  'block w-full md:table md:table-fixed md:border-separate md:border-spacing-0 md:rounded-card ' +
  'md:border md:border-line md:bg-card'
const ROW =
  'mb-4 grid grid-cols-2 gap-x-4 gap-y-2.5 rounded-card border border-line bg-card p-4 ' +
  'md:mb-0 md:table-row md:border-0 md:bg-transparent md:p-0'
const CELL = 'md:table-cell md:border-t md:border-line md:px-2 md:py-3.5 md:align-middle'

/** Installed apps: a table on wide screens, cards on narrow ones. */
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
          <th scope="col" className={`${head} w-[26%] ps-5`}>
            {t('installed.name')}
          </th>
          <th scope="col" className={head}>
            {t('my.now')}
          </th>
          <th scope="col" className={`${head} w-[15%]`}>
            {t('my.speed')}
          </th>
          <th scope="col" className={`${head} w-[16%]`}>
            {t('my.next')}
          </th>
          <th scope="col" className={`${head} w-[15%] pe-5`}>
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

function Row({ row, t }: { row: InstalledRow; t: T }) {
  const { installation: one } = row
  return (
    <tr className={ROW} data-need={row.need}>
      <th scope="row" className={`col-span-2 block text-start font-normal ${CELL} md:ps-5`}>
        <span className="flex items-center gap-3.5">
          <ItemIcon item={one.item} size={48} />
          <span className="min-w-0">
            <span className="type-label line-clamp-3 wrap-anywhere-safe">
              {row.details ? (
                <TextLink href={row.details} className="text-ink no-underline hover:underline">
                  <bdi>{one.item.name}</bdi>
                </TextLink>
              ) : (
                <bdi>{one.item.name}</bdi>
              )}
            </span>
            <span className="type-sm figures block text-ink2">{row.kind}</span>
            {!one.available && !one.stopped && (
              <span className="type-sm block text-ink2">{t('installed.gone')}</span>
            )}
          </span>
        </span>
      </th>
      <td className={`col-span-2 type-sm ${CELL}`}>
        {row.need === 'moving' ? (
          <Moving installation={one} words={row.badge} />
        ) : (
          <>
            <Badge
              {...LOOKS[row.need]}
              className={row.need === 'paused' ? 'border border-line2 bg-card' : ''}
            >
              {row.badge}
            </Badge>
            <span className="mt-1 block text-ink2 wrap-anywhere-safe">{row.sentence}</span>
          </>
        )}
      </td>
      <td
        className={`type-sm figures max-md:order-last max-md:border-t max-md:border-line max-md:pt-2.5 ${CELL}`}
      >
        <span className="block text-ink2 md:hidden">{t('my.speed')}</span>
        <Speed speed={row.speed} />
      </td>
      <td
        className={`type-sm figures max-md:order-last max-md:border-t max-md:border-line max-md:pt-2.5 ${CELL}`}
      >
        <span className="block text-ink2 md:hidden">{t('my.next')}</span>
        <bdi className="strong block">{row.next.amount}</bdi>
        <span className="block text-ink2 wrap-anywhere-safe">{row.next.note}</span>
      </td>
      <td className={`col-span-2 max-md:order-last ${CELL} md:pe-5`}>{row.action}</td>
    </tr>
  )
}

function Speed({ speed: { time, weight, note, share } }: { speed: RowSpeed }) {
  return (
    <>
      <span className="block">
        {time !== null && <bdi className="strong">{time}</bdi>}{' '}
        {weight !== null && <bdi className={time === null ? 'strong' : 'text-ink2'}>{weight}</bdi>}
      </span>
      {time !== null && <SpeedBar share={share} />}
      <span className="type-xs block text-ink2">{note}</span>
    </>
  )
}

/** Where the bar says zero: slower goes to the end. */
const ZERO = 45

/** The figures beside it say the same in words. */
const SpeedBar = ({ share }: { share: number }) => (
  <svg
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    aria-hidden
    className="my-1.5 h-2 w-full max-w-24 rtl:-scale-x-100"
  >
    <rect y="1" width="100" height="6" rx="2" className="fill-stone2" />
    <rect x={ZERO} y="1" width={share * (100 - ZERO)} height="6" className="fill-ink" />
    <rect x={ZERO} width="1.5" height="8" className="fill-ink" />
  </svg>
)

function Moving({ installation: one, words }: { installation: Installation; words: string }) {
  const steps = one.run?.steps ?? []
  const done = steps.filter((step) => step.state === 'done').length
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
