import { LANGUAGE_TAGS } from '#lib/locale.ts'
import { type Currency, formatAmount } from '#lib/money.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { listInbox } from '#modules/market/inbox-contract.ts'
import type { InboxKind, InboxView } from '#modules/market/inbox-rules.ts'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icons.gen.ts'
import { useWords } from '../words.tsx'

export type Inbox = AnswerOf<typeof listInbox> & { view: InboxView; row: string | null }
export type InboxRow = Inbox['rows'][number]

const ICONS: Readonly<Record<InboxKind, IconName>> = {
  submission: 'package',
  halt: 'pause',
  appeal: 'shield',
  report: 'warning',
  picture: 'full-screen',
  message: 'mail',
  refund: 'undo',
  difference: 'split',
  payout: 'arrow-up',
  identity: 'users',
  application: 'users',
  installation: 'shop',
  mail: 'mail',
  job: 'refresh',
  key: 'key',
}

export function KindName({ kind, className }: { kind: InboxKind; className?: string }) {
  const { t } = useWords()
  return (
    <span className={classes('flex min-w-0 items-center gap-2 text-ink2', className)}>
      <Icon name={ICONS[kind]} size={16} />
      <span className="truncate">{t(`console.inbox.kind.${kind}`)}</span>
    </span>
  )
}

/** How much of the time is used: "19 of 24 h" beside a bar, which turns coral when it is late. */
export function TimeUsed({
  row,
  className,
}: {
  row: Pick<InboxRow, 'waited_seconds' | 'hours'>
  className?: string
}) {
  const { t, locale } = useWords()
  const waited = row.waited_seconds / 3600
  const used = waited / row.hours
  return (
    <span className={classes('flex items-center gap-2 whitespace-nowrap', className)}>
      <span aria-hidden="true" className="block h-1 w-10 rounded-full bg-stone2">
        <span
          className={classes(
            'block h-1 rounded-full',
            used >= 1 ? 'bg-coral' : used > 0.7 ? 'bg-sun' : 'bg-turquoise',
          )}
          style={{ width: `${Math.min(100, Math.max(4, used * 100))}%` }}
        />
      </span>
      <span className={classes('figures', used >= 1 && 'strong text-coral-text')}>
        {t('console.inbox.used', {
          waited: new Intl.NumberFormat(LANGUAGE_TAGS[locale]).format(Math.floor(waited)),
          hours: new Intl.NumberFormat(LANGUAGE_TAGS[locale]).format(row.hours),
        })}
      </span>
    </span>
  )
}

/** Initials in a circle; a dashed ring when nobody has it. */
export function Assignee({
  person,
  className,
}: {
  person: { name: string } | null
  className?: string
}) {
  const { t } = useWords()
  const initials = (person?.name ?? '')
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
  return (
    <span
      className={classes(
        'grid size-6.5 place-items-center rounded-full type-xs strong',
        person ? 'bg-stone2' : 'border border-dashed border-line2',
        className,
      )}
      title={person?.name ?? t('console.inbox.nobody')}
    >
      <span aria-hidden="true">{initials}</span>
      <span className="sr-only">{person?.name ?? t('console.inbox.nobody')}</span>
    </span>
  )
}

export const amountText = ({ minor, currency }: { minor: number; currency: string }): string =>
  formatAmount(minor, currency as Currency)
