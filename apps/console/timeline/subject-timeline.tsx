import type { OperatorRole } from '#kernel/actor.ts'
import { useLocation } from 'react-router'
import { OPERATOR_NOTE_RULES } from '#modules/market/timeline-rules.ts'
import { TextArea } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { NextPage } from '../data-table.tsx'
import { FormDone, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { useShell } from '../shell.tsx'
import { useWords } from '../words.tsx'
import { type Happened, useHappenedSentence } from './happened-words.ts'
import { rawOf, Timeline } from './timeline.tsx'

const PAGES: Record<NonNullable<Happened['about']>['kind'], string> = {
  order: '/operator/orders/',
  subscription: '/operator/subscriptions/',
  installation: '/operator/installations/',
  item: '/operator/items/',
  store: '/operator/stores/',
}
/** Orders are opened by those who answer for money. */
const mayOpen = (kind: string, role: OperatorRole | null | undefined): boolean =>
  kind !== 'order' || role === 'admin' || role === 'finance'

/** What happened to a store, an item or an installation, with notes of colleagues among it. */
export function SubjectTimeline({
  happened,
  next,
}: {
  happened: readonly Happened[]
  next: string | null
}) {
  const { t } = useWords()
  const sentence = useHappenedSentence()
  const { pathname } = useLocation()
  return (
    <section className="mt-9" id="happened">
      <h2 className="type-d3 mb-4">{t('console.orders.events')}</h2>
      <NoteForm />
      {happened.length === 0 ? (
        <p className="type-body text-ink2">{t('console.happened.none')}</p>
      ) : (
        <Timeline
          entries={happened.map((one) => ({
            id: one.id,
            at: one.at,
            text: sentence(one),
            note: one.text,
            more: <More one={one} />,
            raw:
              one.source === 'note'
                ? null
                : rawOf([one.source, one.kind, one.state].filter(Boolean).join(' · '), one.facts),
          }))}
        />
      )}
      <NextPage
        href={next === null ? null : `${pathname}?${new URLSearchParams({ after: next })}#happened`}
        label={t('console.happened.earlier')}
      />
    </section>
  )
}

/** By whom, where the sentence does not say it, and what it is about. */
function More({ one }: { one: Happened }) {
  const { t } = useWords()
  const role = useShell().person?.operatorRole
  const by = one.source === 'run' ? (one.who ?? t(`console.happened.by.${byOf(one)}`)) : null
  const { about } = one
  if (by === null && about === null) return null
  return (
    <>
      {by !== null && <bdi>{by}</bdi>}
      {by !== null && about !== null && ' · '}
      {about !== null &&
        (mayOpen(about.kind, role) ? (
          <TextLink href={PAGES[about.kind] + encodeURIComponent(about.id)}>
            <bdi>{about.name}</bdi>
          </TextLink>
        ) : (
          <bdi>{about.name}</bdi>
        ))}
    </>
  )
}

const byOf = ({ facts }: Happened): 'owner' | 'automatic' | 'market' =>
  facts.by === 'automatic' || facts.by === 'market' ? facts.by : 'owner'

/** Posted to the page itself, whose action knows what the note is about. */
function NoteForm() {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'note')
  return (
    <details className="mb-5" open={answer?.form === 'note' && answer.error !== null}>
      <summary className="type-label inline-flex min-h-11 cursor-pointer items-center text-link">
        {t('console.notes.write')}
      </summary>
      <PostForm
        name="note"
        answer={answer}
        submit={t('console.notes.add')}
        kind="secondary"
        className="mt-2 grid max-w-180 gap-3"
      >
        <TextArea
          {...field('text')}
          label={t('console.notes.text')}
          hint={t('console.notes.hint')}
          rows={3}
          dir="auto"
          maxLength={OPERATOR_NOTE_RULES.max}
          required
        />
      </PostForm>
      <FormDone answer={answer} form="note">
        {t('console.notes.added')}
      </FormDone>
    </details>
  )
}
