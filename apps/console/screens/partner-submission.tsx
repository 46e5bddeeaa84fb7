import { useLanguages } from '../shell.tsx'
import { LOCALES, directionOf, languageName } from '#lib/locale.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import {
  changeReleaseNotes,
  getSubmission,
  scheduleRelease,
  withdrawSubmission,
} from '#modules/publishing/submissions/contract.ts'
import { NOTES_RULES } from '#modules/publishing/submissions/rules.ts'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { FactList } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { useDates, sizeOf } from '../dates.ts'
import { MomentField, momentOf } from '../moment-field.tsx'
import { PageHeader } from '../page-header.tsx'
import { PostForm, useField, useFormAnswer, FormDone } from '../forms.tsx'
import { Section } from '../section.tsx'
import { readForm, localeFieldsOf } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { CheckList, Rejection, StateBadge, useMedian, useWhat } from '../submission-parts.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { partner = '', item = '', submission = '' } = params
  return {
    partner,
    ...(await context
      .get(consoleContext)
      .call(getSubmission, { params: { partner, item, submission } })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const { partner = '', item = '', submission = '' } = params

  const name = text('form')
  const place = { partner, item, submission }
  if (name === 'withdraw') return submit(withdrawSubmission, { params: place })
  if (name === 'schedule')
    return submit(scheduleRelease, {
      params: place,
      body: { publish_at: momentOf(text, 'publish_at') },
    })
  return submit(changeReleaseNotes, { params: place, body: localeFieldsOf(form, 'notes') })
}

/** A submission: its state, the findings with their fixes, and what can still be changed. */
export default function PartnerSubmission() {
  const { t, locale } = useWords()
  const dates = useDates()
  const page = useLoaderData<typeof loader>()
  const [what, median] = [useWhat(), useMedian()]
  const open = page.state === 'checking' || page.state === 'waiting'
  const unfinished = open || page.state === 'scheduled'
  return (
    <>
      <p className="mb-4">
        <TextLink href={`/partner/${page.partner}/items/${page.item}/releases`}>
          {t('console.sub.back')}
        </TextLink>
      </p>
      <PageHeader
        title={t('console.sub.title', { item: page.item_name, what: what(page) })}
        lead={
          page.place === null
            ? undefined
            : t('console.sub.place', { place: page.place, waiting: page.queue.waiting })
        }
        end={<StateBadge state={page.state} />}
      />
      <div className="grid gap-6">
        {page.state === 'checking' && (
          <Notice icon="clock">
            {t(
              page.scan_pending_since === null
                ? 'console.sub.checking_lead'
                : 'console.sub.scan_pending',
            )}
          </Notice>
        )}
        {page.quarantined && <Notice tone="attention">{t('console.sub.quarantined')}</Notice>}
        {page.state === 'waiting' && <p className="type-body text-ink2">{median(page.queue)}</p>}
        {page.publish_at !== null && unfinished && (
          <Notice icon="calendar">
            {t(
              page.state === 'scheduled' ? 'console.sub.scheduled_for' : 'console.sub.publish_on',
              { time: dates.time(page.publish_at) },
            )}
          </Notice>
        )}
        {page.rejection && <Rejection rejection={page.rejection} />}
        {page.checks.length > 0 && <CheckList checks={page.checks} />}
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <FactList
            facts={[
              { label: t('console.sub.at'), value: dates.time(page.submitted_at) },
              { label: t('console.sub.by'), value: page.submitted_by },
              ...(page.channel === null
                ? []
                : [
                    {
                      label: t('console.sub.channel'),
                      value: t(`console.sub.channel.${page.channel}`),
                    },
                  ]),
              ...(page.size === null
                ? []
                : [{ label: t('console.sub.size'), value: sizeOf(page.size, locale) }]),
              ...(page.sha256 === null
                ? []
                : [
                    {
                      label: 'SHA\u2011256',
                      value: (
                        <code dir="ltr" className="type-sm wrap-anywhere-safe">
                          {page.sha256}
                        </code>
                      ),
                    },
                  ]),
            ]}
          />
          {page.notes && !(open && page.may_submit) && (
            <section aria-label={t('console.sub.notes')}>
              <h2 className="type-d4 mb-3">{t('console.sub.notes')}</h2>
              {LOCALES.map((language) => (
                <p
                  key={language}
                  lang={language}
                  dir={directionOf(language)}
                  className="type-body mb-3 whitespace-pre-wrap wrap-anywhere-safe"
                >
                  {page.notes?.[language]}
                </p>
              ))}
            </section>
          )}
          {page.notes && open && page.may_submit && <Notes />}
        </div>
        {unfinished && page.may_submit && <Changes />}
      </div>
    </>
  )
}

/** When the release is published; an approved one without a time goes out at once. */
function Schedule() {
  const { t } = useWords()
  const page = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'schedule')
  return (
    <Section
      title={t('console.sub.schedule')}
      lead={t(
        page.state === 'scheduled' ? 'console.sub.schedule_approved' : 'console.sub.schedule_lead',
      )}
      className="max-w-3xl"
    >
      <FormDone answer={answer} form="schedule" className="mb-5">
        {t('console.sub.saved')}
      </FormDone>
      <PostForm name="schedule" answer={answer} submit={t('console.save')} kind="secondary">
        <MomentField
          {...field('publish_at')}
          at={page.publish_at}
          label={t('console.sub.publish_at')}
          hint={t('console.sub.publish_at_hint')}
          className="max-w-90"
        />
      </PostForm>
    </Section>
  )
}

/** The notes can be written otherwise until the decision. */
function Notes() {
  const { t, locale } = useWords()
  const page = useLoaderData<typeof loader>()
  const languages = useLanguages(page.notes ?? {})
  const answer = useFormAnswer()
  const field = useField(answer, 'notes')
  return (
    <Section title={t('console.sub.notes')} lead={t('console.sub.notes_lead')}>
      <FormDone answer={answer} form="notes" className="mb-5">
        {t('console.sub.saved')}
      </FormDone>
      <PostForm name="notes" answer={answer} submit={t('console.sub.notes_save')} kind="secondary">
        {languages.map((language, index) => (
          <TextArea
            key={language}
            {...field(`notes_${language}`, page.notes?.[language] ?? '')}
            label={t('console.sub.notes_in', { language: languageName(language, locale) })}
            lang={language}
            dir={directionOf(language)}
            rows={3}
            maxLength={NOTES_RULES.max}
            required={index === 0}
          />
        ))}
      </PostForm>
    </Section>
  )
}

/** What the partner may still do: choose another time, or take it back. */
function Changes() {
  const { t } = useWords()
  const { version } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  return (
    <>
      {version !== null && <Schedule />}
      <Section
        title={t('console.sub.withdraw')}
        lead={t('console.sub.withdraw_lead')}
        className="max-w-3xl"
      >
        <PostForm
          name="withdraw"
          answer={answer}
          submit={t('console.sub.withdraw')}
          kind="danger"
        />
      </Section>
    </>
  )
}
