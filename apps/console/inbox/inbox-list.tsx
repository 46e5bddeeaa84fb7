import { Fragment } from 'react'
import { Form } from 'react-router'
import { DUE_GROUPS } from '#modules/market/inbox-rules.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Anchor } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../dates.ts'
import { FormKey, SelectField, useRound } from '../forms.tsx'
import { KeyHint } from '../key-hint.tsx'
import type { FormAnswer } from '../read-form.ts'
import { useWords } from '../words.tsx'
import { beforeText, keyOfRow } from './mark-forms.ts'
import { ACTS, useInboxKeys } from './use-inbox-keys.ts'
import {
  Assignee,
  type Inbox,
  type InboxRow,
  KindName,
  TimeUsed,
  amountText,
} from './row-parts.tsx'

/** The form of the acts; the boxes of the rows belong to it. */
const FORM = 'inbox-acts'

/** The rows of a view by the time that is left, and what can be done with the ticked ones. */
export function InboxList({
  inbox,
  answer,
  isAllKnown,
  rowHref,
}: {
  inbox: Inbox
  answer: FormAnswer | undefined
  isAllKnown: boolean
  rowHref(row: InboxRow): string
}) {
  const { t } = useWords()
  const round = useRound(answer)
  useInboxKeys(FORM, inbox)
  return (
    <>
      <Changed answer={answer} />
      {inbox.rows.length === 0 ? (
        <Empty inbox={inbox} isAllKnown={isAllKnown} />
      ) : (
        <>
          <Acts inbox={inbox} />
          <div key={round}>
            {DUE_GROUPS.map((group) => {
              const rows = inbox.rows.filter((row) => row.group === group)
              if (rows.length === 0) return null
              return (
                <Fragment key={group}>
                  <h2 className="type-sm flex gap-2 border-b border-line bg-stone px-2 py-1.5 strong">
                    {t(`console.inbox.group.${group}`)}
                    <span className="regular text-ink2 figures">{rows.length}</span>
                  </h2>
                  <ul>
                    {rows.map((row) => (
                      <Row
                        key={keyOfRow(row)}
                        row={row}
                        href={rowHref(row)}
                        isOpen={keyOfRow(row) === inbox.row}
                      />
                    ))}
                  </ul>
                </Fragment>
              )
            })}
          </div>
        </>
      )}
    </>
  )
}

function Row({ row, href, isOpen }: { row: InboxRow; href: string; isOpen: boolean }) {
  const { t } = useWords()
  return (
    <li
      data-row
      className="inbox-row grid grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1.5 type-sm md:grid-cols-[24px_132px_minmax(0,1fr)_150px_28px]"
    >
      <input
        type="checkbox"
        name="row"
        value={keyOfRow(row)}
        form={FORM}
        aria-label={t('console.inbox.select', { title: row.title })}
        className="checkbox"
      />
      <KindName kind={row.kind} className="max-md:order-3 max-md:col-start-2" />
      <p dir="auto" className="min-w-0 truncate max-md:order-1">
        <Anchor
          href={href}
          aria-current={isOpen ? 'true' : undefined}
          className="strong hover:underline"
        >
          <bdi>{row.title}</bdi>
        </Anchor>{' '}
        <span className="text-ink2">
          <bdi>
            {[row.amount && amountText(row.amount), row.detail].filter(Boolean).join(' · ')}
          </bdi>
        </span>
      </p>
      <TimeUsed row={row} className="max-md:order-4 max-md:col-start-2" />
      <Assignee person={row.assignee} className="max-md:order-2" />
    </li>
  )
}

/** What can be done with the ticked rows, or with the row that the keys have reached. */
function Acts({ inbox }: { inbox: Inbox }) {
  const { t } = useWords()
  const { view, people, me, snooze } = inbox
  return (
    <Form
      id={FORM}
      method="post"
      className="z-10 flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line bg-paper py-2 md:sticky md:top-0"
    >
      <FormKey />
      <div className="flex items-end gap-2">
        <SelectField
          label={t('console.inbox.person')}
          name="person"
          value={me}
          options={[
            ...people.map((one) => ({
              value: one.id,
              name: one.id === me ? t('console.inbox.me') : one.name,
            })),
            { value: '', name: t('console.inbox.nobody') },
          ]}
        />
        <ActButton act="assign" />
      </div>
      <div className="flex items-end gap-2">
        <SelectField
          label={t('console.inbox.until')}
          name="until"
          value={snooze.tomorrow}
          options={(['hours', 'tomorrow', 'week'] as const).map((one) => ({
            value: snooze[one],
            name: t(`console.inbox.until.${one}`),
          }))}
        />
        <ActButton act="snooze" />
      </div>
      {view === 'snoozed' || view === 'done' ? <ActButton act="back" /> : <ActButton act="done" />}
    </Form>
  )
}

export function ActButton({ act }: { act: keyof typeof ACTS }) {
  const { t } = useWords()
  return (
    <Button
      type="submit"
      name="act"
      value={act}
      kind="secondary"
      size="small"
      className="min-h-11.5"
    >
      {t(`console.inbox.act.${act}`)} <KeyHint keys={ACTS[act]} className="ms-1 max-md:hidden" />
    </Button>
  )
}

/** What the last act did, and the form that undoes it. */
function Changed({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useWords()
  if (!answer) return null
  if (answer.error)
    return (
      <Notice tone="attention" alert className="mb-4">
        {answer.error.message}
      </Notice>
    )
  const { before, kept } = answer.done as {
    before: Parameters<typeof beforeText>[0][]
    kept: number
  }
  return (
    <Notice
      tone={before.length === 0 ? 'attention' : 'done'}
      alert
      className="mb-4"
      action={
        answer.form !== 'undo' &&
        before.length > 0 && (
          <Form method="post" data-undo>
            <FormKey />
            {before.map((one) => (
              <input key={one.id} type="hidden" name="before" value={beforeText(one)} />
            ))}
            <Button type="submit" name="act" value="undo" kind="quiet" size="small">
              {t('console.inbox.undo')} <KeyHint keys="Z" className="ms-1" />
            </Button>
          </Form>
        )
      }
    >
      {[
        t('console.inbox.changed', { count: before.length }),
        kept > 0 && t('console.inbox.kept', { count: kept }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Notice>
  )
}

/** "Nothing waits" is said only when everything could be read. */
function Empty({ inbox, isAllKnown }: { inbox: Inbox; isAllKnown: boolean }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <EmptyState
      title={t(
        inbox.views.all === 0 && inbox.view === 'all'
          ? isAllKnown
            ? 'console.inbox.nothing'
            : 'console.inbox.nothing_known'
          : 'console.inbox.none_here',
      )}
    >
      {t('console.inbox.checked', { time: dates.time(inbox.checked_at) })}
    </EmptyState>
  )
}
