import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { CheckPoint, RejectionReason } from '#modules/publishing/submissions/review-rules.ts'
import { REASONS_RULES } from '#modules/publishing/statements/rules.ts'
import { directionOf, languageName } from '#lib/locale.ts'
import { Button } from '#ui/button.tsx'
import { ListCheckbox } from '#ui/checkbox.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { countOf } from '../dates.ts'
import { FormError, FormKey, useField } from '../forms.tsx'
import { KeyHint } from '../key-hint.tsx'
import type { FormAnswer } from '../read-form.ts'
import { ReasonChoice } from '../reasons-fields.tsx'
import { useWords } from '../words.tsx'
import { writeAnswers } from './answer-texts.ts'
import { RailPart } from './rail-part.tsx'
import type { Review } from './review.ts'
import { SecondReviewer } from './second-reviewer.tsx'

/** The key of each ready reason. */
const REASON_KEYS: Record<RejectionReason, string> = {
  manifest: 'M',
  permission: 'R',
  pictures: 'P',
  promises: 'T',
  works: 'W',
  notes: 'N',
}

/** What is ticked; null until the page runs, when nothing is closed yet. */
interface Ticks {
  points: number
  looked: number
  reasons: number
  isReasoned: boolean
}

function readTicks(form: HTMLFormElement): Ticks {
  const data = new FormData(form)
  return {
    points: data.getAll('checked').length,
    looked: data.getAll('looked_at').length,
    reasons: data.getAll('reason').length,
    isReasoned: String(data.get('alone_reason') ?? '').trim() !== '',
  }
}

/** The checklist, what stands against it, the answer, and the two decisions: one form. */
export function Decision({ review, answer }: { review: Review; answer: FormAnswer | undefined }) {
  const { t, locale } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const [ticks, setTicks] = useState<Ticks | null>(null)
  const update = () => {
    if (form.current) setTicks(readTicks(form.current))
  }
  useEffect(update, [answer])
  const changed = (event: FormEvent) => {
    const box = event.target
    if (box instanceof HTMLInputElement && box.name === 'reason') fillAnswers(review, box)
    update()
  }
  const all = review.points.length + review.may_look.length
  const done = (ticks?.points ?? 0) + (ticks?.looked ?? 0)
  return (
    <Form ref={form} method="post" noValidate preventScrollReset onChange={changed}>
      <FormKey />
      <FormError answer={answer} form="approve" className="my-3" />
      <RailPart
        title={t('console.review.checklist')}
        note={t('console.review.page', { page: countOf(done, locale), of: countOf(all, locale) })}
      >
        <div className="grid gap-1">
          {review.points.map((point: CheckPoint) => (
            <ListCheckbox key={point} name="checked" value={point} className="type-sm">
              {t(`console.point.${point}`)}
            </ListCheckbox>
          ))}
          {review.may_look.map((rule) => (
            <ListCheckbox key={rule} name="looked_at" value={rule} className="type-sm">
              {t('console.queue.looked', { rule: `\u2068${rule}\u2069` })}
            </ListCheckbox>
          ))}
        </div>
      </RailPart>
      <SecondReviewer review={review} answer={answer} />
      <RailPart title={t('console.review.decide')} note={t('console.review.against')}>
        <div className="grid gap-1">
          {review.canned.map(({ code }) => (
            <ListCheckbox
              key={code}
              name="reason"
              value={code}
              className="type-sm"
              data-key={REASON_KEYS[code].toLowerCase()}
              count={<KeyHint keys={REASON_KEYS[code]} className="max-md:hidden" />}
            >
              {t(`console.reason.${code}`)}
            </ListCheckbox>
          ))}
        </div>
        <Answers review={review} answer={answer} />
        <Buttons review={review} ticks={ticks} isLooked={done === all} left={all - done} />
      </RailPart>
    </Form>
  )
}

/** Writes a ready reason into the answers, and its rule where none was typed. */
function fillAnswers(review: Review, { value, checked, form }: HTMLInputElement): void {
  const reason = review.canned.find((one) => one.code === value)
  if (!reason) return
  writeAnswers((language) => reason.texts[language as keyof typeof reason.texts] ?? '', checked)
  const rule = form?.elements.namedItem('rule')
  const text = reason.rules[review.answer_languages[0] ?? 'en'] ?? ''
  if (!(rule instanceof HTMLInputElement)) return
  if (checked && rule.value === '') rule.value = text
  else if (!checked && rule.value === text) rule.value = ''
}

/** What the partner reads, in each of its languages, and the rule behind it. */
function Answers({ review, answer }: { review: Review; answer: FormAnswer | undefined }) {
  const { t, locale } = useWords()
  const field = useField(answer, 'reject')
  const [main = locale, ...others] = review.answer_languages
  const area = (language: typeof main, name: string) => (
    <TextArea
      key={language}
      {...field(name)}
      label={t('console.review.answer', { language: languageName(language, locale) })}
      lang={language}
      dir={directionOf(language)}
      data-answer={language}
      rows={5}
      maxLength={REASONS_RULES.facts.max}
    />
  )
  return (
    <div className="mt-3 grid gap-3">
      <FormError answer={answer} form="reject" />
      <input type="hidden" name="main" value={main} />
      {area(main, 'facts')}
      {others.length > 0 && (
        <details open={others.some((one) => field(`facts_in.${one}`).error !== undefined)}>
          <summary className="cursor-pointer type-sm text-link">
            {t('console.review.see_all', { count: review.answer_languages.length })}
          </summary>
          <div className="mt-3 grid gap-3">{others.map((one) => area(one, `facts_in.${one}`))}</div>
        </details>
      )}
      <p className="type-sm text-ink2">
        {t('console.review.sent_in', {
          languages: new Intl.ListFormat(locale).format(
            review.answer_languages.map((one) => languageName(one, locale)),
          ),
        })}
      </p>
      <TextField
        {...field('rule')}
        label={t('console.statement.rule')}
        dir="auto"
        maxLength={REASONS_RULES.rule.max}
      />
      <details>
        <summary className="cursor-pointer type-sm text-link">
          {t('console.review.grounds')}
        </summary>
        <div className="mt-3 grid gap-3">
          <ReasonChoice name="grounds" value={field('grounds', 'contract').defaultValue} />
          <ReasonChoice name="cause" value={field('cause', 'own').defaultValue} />
          <ReasonChoice name="automated" value={field('automated', 'no').defaultValue} />
        </div>
      </details>
    </div>
  )
}

/** Approve is closed, and says why, until everything is ticked; one reason against it, too. */
function Buttons({
  review,
  ticks,
  isLooked,
  left,
}: {
  review: Review
  ticks: Ticks | null
  isLooked: boolean
  left: number
}) {
  const { t } = useWords()
  const isStuck = review.checks.some(
    (check) => check.verdict !== 'passed' && !review.may_look.includes(check.rule),
  )
  const lacksSecond =
    review.risks.length > 0 &&
    review.second.name === null &&
    !(review.second.may_pass && ticks?.isReasoned)
  const reasons = ticks?.reasons ?? 0
  const why =
    ticks &&
    [
      isStuck && t('console.queue.not_passed'),
      !isLooked && t('console.review.closed.points', { count: left }),
      lacksSecond &&
        t(review.second.may_pass ? 'console.review.closed.alone' : 'console.review.closed.second'),
      reasons > 0 && t('console.review.closed.reasons'),
    ].filter(Boolean)
  const isClosed = why !== null && why.length > 0
  return (
    <div className="mt-4 grid gap-2">
      <p id="approve-why" role="status" className="type-sm text-ink2">
        {isClosed ? why.join(' ') : t('console.queue.approve_lead')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="form"
          value="approve"
          size="small"
          kind={reasons > 0 ? 'secondary' : 'primary'}
          className="min-h-11"
          disabled={isClosed}
          aria-describedby="approve-why"
          data-key="shift+a"
        >
          {isClosed && !isLooked
            ? t('console.review.approve_open', { count: left })
            : t('console.queue.approve')}{' '}
          <KeyHint keys="⇧A" className="ms-1 max-md:hidden" />
        </Button>
        <Button
          type="submit"
          name="form"
          value="reject"
          size="small"
          kind={reasons > 0 ? 'danger' : 'secondary'}
          className="min-h-11"
          data-key="shift+r"
        >
          {reasons > 0
            ? t('console.review.reject_count', { count: reasons })
            : t('console.queue.reject')}{' '}
          <KeyHint keys="⇧R" className="ms-1 max-md:hidden" />
        </Button>
      </div>
    </div>
  )
}
