import { LOCALES, directionOf } from '#lib/locale.ts'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import {
  approveSubmission,
  claimSubmission,
  getReview,
  giveBackSubmission,
  recheckSubmission,
  rejectSubmission,
} from '#modules/publishing/submissions/operator-contract.ts'
import { Notice } from '#ui/notice.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import type { ReactNode } from 'react'
import { sizeOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { ButtonForm, PostForm, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { type FormAnswer, answerOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { ListingWindow } from '../listing-window.tsx'
import { ReasonsFields, reasonsOf } from '../reasons-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { CheckList, Rejection, StateBadge, useWhat } from '../submission-parts.tsx'
import { useWords } from '../words.tsx'
import { diffLines } from '#modules/installs/ui/diff-lines.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { SourceDiff } from '#ui/source-diff.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return context
    .get(consoleContext)
    .call(getReview, { params: { submission: params.submission ?? '' } })
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const place = { submission: params.submission ?? '' }

  const name = text('form')
  if (name === 'take') return submit(claimSubmission, { params: place })
  if (name === 'leave') return submit(giveBackSubmission, { params: place })
  if (name === 'recheck') return submit(recheckSubmission, { params: place })
  const looked = form.getAll('looked_at').filter((one) => typeof one === 'string')
  const decided =
    name === 'approve'
      ? await screen.attempt(approveSubmission, { params: place, body: { looked_at: looked } })
      : await screen.attempt(rejectSubmission, { params: place, body: reasonsOf(form) })
  if (decided.ok) throw goTo('/operator/queue')
  return answerOf(name, form, decided)
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel as="section" label={title}>
    <PanelPart>
      <h2 className="type-d4 mb-4">{title}</h2>
      {children}
    </PanelPart>
  </Panel>
)

/** A submission next to the published version, all verdicts, and the decision. */
export default function OperatorReview() {
  const { t, locale } = useWords()
  const dates = useDates()
  const page = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const what = useWhat()
  const waiting = page.state === 'waiting'
  const failed = answer && ['take', 'leave', 'recheck'].includes(answer.form) && answer.error
  return (
    <>
      <p className="mb-4">
        <TextLink href="/operator/queue">{t('console.queue.back')}</TextLink>
      </p>
      <PageHeader
        title={t('console.sub.title', { item: page.item_name, what: what(page) })}
        lead={`${page.partner_name} · ${t(`console.queue.${page.market}`)}`}
        end={<StateBadge state={page.state} />}
      />
      {failed && (
        <Notice tone="attention" alert className="mb-6">
          {failed.message}
        </Notice>
      )}
      {waiting && (
        <Notice
          icon="clock"
          className="mb-6"
          action={
            page.own ? undefined : page.claim?.mine ? (
              <ButtonForm
                name="leave"
                hidden={{}}
                label={t('console.queue.give_back')}
                about={page.item_name}
              />
            ) : (
              page.claim === null && (
                <ButtonForm
                  name="take"
                  hidden={{}}
                  label={t('console.queue.take')}
                  kind="primary"
                  about={page.item_name}
                />
              )
            )
          }
        >
          {page.own
            ? t('console.queue.own_lead')
            : page.claim === null
              ? t('console.queue.free')
              : page.claim.mine
                ? t('console.queue.yours', { until: dates.time(page.claim.until) })
                : t('console.queue.taken', {
                    name: page.claim.name,
                    until: dates.time(page.claim.until),
                  })}
        </Notice>
      )}
      <div className="grid gap-6">
        {page.quarantined && <Notice tone="attention">{t('console.sub.quarantined')}</Notice>}
        {page.rejection && <Rejection rejection={page.rejection} />}
        <FactList
          columns={2}
          facts={[
            {
              label: t('console.queue.published'),
              value: page.published_version ?? t('console.queue.none_published'),
            },
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
        {page.checks.length > 0 && <CheckList checks={page.checks} />}
        {page.pictures.length > 0 && <Pictures />}
        {page.version !== null && (
          <>
            {page.notes && (
              <Part title={t('console.sub.notes')}>
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
              </Part>
            )}
            <Part title={t('console.queue.permissions')}>
              <ChangeList changes={page.permissions} none={t('console.queue.permissions_none')} />
            </Part>
            <Part title={t('console.queue.parts')}>
              <ChangeList changes={page.parts} none={t('console.queue.parts_none')} />
            </Part>
            {page.manifest && (
              <Part title={t('console.queue.manifest')}>
                <ChangeList changes={[page.manifest]} none="" />
              </Part>
            )}
            <Part title={t('console.queue.files')}>
              {page.files ? (
                <FileList files={page.files} />
              ) : (
                <p className="type-body text-ink2">
                  {t(page.files_failed ? 'console.queue.files_failed' : 'console.queue.files_none')}
                </p>
              )}
            </Part>
          </>
        )}
        <Part title={t('console.queue.listing')}>
          {page.window === null ? (
            <p className="type-body text-ink2">{t('console.queue.listing_none')}</p>
          ) : (
            <ListingWindow window={page.window} changes={page.listing} />
          )}
        </Part>
        {page.may_decide && <Decision answer={answer} />}
      </div>
    </>
  )
}

/** The scratch shop before the install and with the item. */
function Pictures() {
  const { t } = useWords()
  const page = useLoaderData<typeof loader>()
  return (
    <Part title={t('console.queue.pictures')}>
      <div className="grid gap-5 md:grid-cols-2">
        {page.pictures.map((moment) => (
          <figure key={moment}>
            <img
              src={`/operator/queue/${page.id}/pictures/${moment}`}
              width={1280}
              height={1600}
              loading="lazy"
              alt={t(`console.queue.picture.${moment}`)}
              className="h-auto w-full rounded-control border border-line"
            />
            <figcaption className="type-sm mt-2 text-ink2">
              {t(`console.queue.picture.${moment}`)}
            </figcaption>
          </figure>
        ))}
      </div>
    </Part>
  )
}

function Decision({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useWords()
  const page = useLoaderData<typeof loader>()
  const passed = page.verdict === 'passed'
  const stuck =
    !passed &&
    page.checks.some((check) => check.verdict !== 'passed' && !page.may_look.includes(check.rule))
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Section
        title={t('console.queue.approve')}
        lead={t(stuck ? 'console.queue.not_passed' : 'console.queue.approve_lead')}
      >
        {!stuck && (
          <PostForm name="approve" answer={answer} submit={t('console.queue.approve')}>
            {page.may_look.map((rule) => (
              <Checkbox key={rule} name="looked_at" value={rule}>
                {t('console.queue.looked', { rule: `\u2068${rule}\u2069` })}
              </Checkbox>
            ))}
          </PostForm>
        )}
        <PostForm
          name="recheck"
          answer={answer}
          submit={t('console.queue.recheck')}
          kind="secondary"
          className="mt-5 grid gap-5"
        />
      </Section>
      <Section title={t('console.queue.reject')} lead={t('console.queue.reject_lead')}>
        <PostForm name="reject" answer={answer} submit={t('console.queue.reject')} kind="danger">
          <ReasonsFields answer={answer} form="reject" />
        </PostForm>
      </Section>
    </div>
  )
}

type Review = AnswerOf<typeof getReview>
type Change = Review['listing'][number] & { title?: string }
type What = 'same' | 'changed' | 'added' | 'removed'

const TONES: Record<What, Tone> = {
  same: 'neutral',
  changed: 'turquoise',
  added: 'green',
  removed: 'coral',
}
const whatOf = ({ before, after }: Change): What =>
  before === after ? 'same' : before === '' ? 'added' : after === '' ? 'removed' : 'changed'

/** Named values before and after; unchanged ones can be expanded. */
function ChangeList({ changes, none }: { changes: readonly Change[]; none: string }) {
  const { t } = useWords()
  if (changes.length === 0) return <p className="type-body text-ink2">{none}</p>
  return (
    <ul className="grid gap-3">
      {changes.map((change) => (
        <Opening
          key={change.place + (change.title ?? '')}
          name={change.place}
          title={change.title}
          what={whatOf(change)}
          open={changes.length <= 6 && whatOf(change) !== 'same'}
        >
          <SourceDiff
            lines={diffLines(change.before, change.after)}
            label={t('console.queue.diff', { name: change.place })}
            gone={t('console.queue.gone')}
            added={t('console.queue.added')}
          />
        </Opening>
      ))}
    </ul>
  )
}

/** Files before and after; unchanged ones are counted. */
function FileList({ files }: { files: NonNullable<Review['files']> }) {
  const { t, locale } = useWords()
  const changed = files.filter((file) => file.what !== 'same')
  return (
    <>
      <ul className="grid gap-3">
        {changed.map((file) => (
          <Opening
            key={file.path}
            name={file.path}
            what={file.what}
            note={sizeOf(file.after ?? file.before ?? 0, locale)}
            open={false}
          >
            {file.texts ? (
              <SourceDiff
                lines={diffLines(file.texts.before, file.texts.after)}
                label={t('console.queue.diff', { name: file.path })}
                gone={t('console.queue.gone')}
                added={t('console.queue.added')}
              />
            ) : (
              <p className="type-body text-ink2">{t('console.queue.not_shown')}</p>
            )}
          </Opening>
        ))}
      </ul>
      {files.length > changed.length && (
        <p className="type-sm mt-3 text-ink2">
          {t('console.queue.files_same', { count: files.length - changed.length })}
        </p>
      )}
    </>
  )
}

function Opening({
  name,
  title,
  what,
  note,
  open,
  children,
}: {
  name: string
  title?: string | undefined
  what: What
  note?: string
  open: boolean
  children: React.ReactNode
}) {
  const { t } = useWords()
  return (
    <li>
      <details open={open} className="min-w-0">
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={TONES[what]}>{t(`console.queue.what.${what}`)}</Badge>
          {title && <span className="type-body strong">{title}</span>}
          <code dir="ltr" className="type-sm min-w-0 wrap-anywhere-safe">
            {name}
          </code>
          {note && <bdi className="type-sm text-ink2">{note}</bdi>}
        </summary>
        <div className="mt-2">{children}</div>
      </details>
    </li>
  )
}
