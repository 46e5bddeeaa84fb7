import { Form } from 'react-router'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Anchor } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { useDates } from '../dates.ts'
import { FormKey } from '../forms.tsx'
import { useWords } from '../words.tsx'
import { ActButton } from './inbox-list.tsx'
import { keyOfRow } from './mark-forms.ts'
import { pageOf } from './places.ts'
import { type Inbox, type InboxRow, KindName, TimeUsed, amountText } from './row-parts.tsx'

/** One of the rows: what it is, until when, whose; beside the list or, without room, instead. */
export function InboxPane({ row, inbox, back }: { row: InboxRow; inbox: Inbox; back: string }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <section
      aria-label={row.title}
      className="min-[1200px]:sticky min-[1200px]:top-5 min-[1200px]:w-88 xl:w-104 min-[1200px]:self-start min-[1200px]:border-s min-[1200px]:border-line min-[1200px]:ps-6"
    >
      <div className="flex items-center justify-between gap-3 type-sm">
        <KindName kind={row.kind} />
        <Anchor
          href={back}
          aria-label={t('console.inbox.close')}
          className="grid size-11 place-items-center rounded-control hover:bg-stone2"
        >
          <Icon name="close" size={18} />
        </Anchor>
      </div>
      <h2 className="type-d3 wrap-anywhere-safe">
        <bdi>{row.title}</bdi>
      </h2>
      {row.detail && (
        <p className="type-sm mt-1 wrap-anywhere-safe text-ink2">
          <bdi>{row.detail}</bdi>
        </p>
      )}
      <FactList
        className="mt-4"
        facts={[
          ...(row.amount
            ? [{ label: t('console.inbox.amount'), value: amountText(row.amount) }]
            : []),
          { label: t('console.inbox.since'), value: dates.time(row.since) },
          { label: t('console.inbox.due'), value: dates.time(row.due_at) },
          { label: t('console.inbox.time'), value: <TimeUsed row={row} /> },
          {
            label: t('console.inbox.person'),
            value: row.assignee
              ? row.assignee.id === inbox.me
                ? t('console.inbox.me')
                : row.assignee.name
              : t('console.inbox.nobody'),
          },
          ...(row.snoozed_until
            ? [{ label: t('console.inbox.until'), value: dates.time(row.snoozed_until) }]
            : []),
        ]}
      />
      {!row.closable && (
        <p className="type-sm mt-3 text-ink2">{t('console.inbox.decided_there')}</p>
      )}
      <Form method="post" className="mt-5 flex flex-wrap items-center gap-2">
        <FormKey />
        <input type="hidden" name="row" value={keyOfRow(row)} />
        <input type="hidden" name="person" value={inbox.me} />
        <input type="hidden" name="until" value={inbox.snooze.tomorrow} />
        <LinkButton href={pageOf(row)} size="small" className="min-h-11.5">
          {t('console.inbox.open')}
        </LinkButton>
        <ActButton act="assign" />
        <ActButton act="snooze" />
        {row.closable && <ActButton act="done" />}
      </Form>
    </section>
  )
}
