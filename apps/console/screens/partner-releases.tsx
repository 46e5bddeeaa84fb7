import { useLanguages } from '../shell.tsx'
import { directionOf, pickText, languageName } from '#lib/locale.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { InputHTMLAttributes } from 'react'
import { goOnWithRelease, listRollouts } from '#modules/publishing/rollouts/contract.ts'
import {
  changeRelease,
  listSubmissions,
  submitListing,
  submitRelease,
} from '#modules/publishing/submissions/contract.ts'
import {
  NOTES_RULES,
  REASON_RULES,
  UNFINISHED_STATES,
} from '#modules/publishing/submissions/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, type FieldLook, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useDates } from '../dates.ts'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { answerOf, fileOf, readForm, localeFieldsOf } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { MomentField, momentOf } from '../moment-field.tsx'
import { RolloutFields, RolloutPanel } from '../rollout-panel.tsx'
import { consoleContext } from '../screen-context.ts'
import { StateBadge, useMedian, useWhat, VerdictBadge } from '../submission-parts.tsx'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { partner = '', item = '' } = params
  const screen = context.get(consoleContext)
  const of = { params: { partner, item } }
  const [page, { rollouts }] = await Promise.all([
    screen.call(listSubmissions, of),
    screen.call(listRollouts, of),
  ])
  return {
    partner,
    ...page,
    rollouts: rollouts.filter((one) => one.state === 'running' || one.state === 'halted'),
  }
}

export async function action({
  context,
  request,
  params: { partner = '', item = '' },
}: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const name = text('form')
  if (name.startsWith('go-on')) {
    return submit(goOnWithRelease, {
      params: { partner, item, version: text('version') },
      body: { stage: text('stage') as unknown as number },
    })
  }
  if (name.startsWith('state')) {
    const to = text('to') as 'published' | 'halted' | 'yanked'
    return submit(changeRelease, {
      params: { partner, item, version: text('version') },
      body: { to, reason: text('reason') },
    })
  }
  const done =
    name === 'listing'
      ? await screen.attempt(submitListing, { params: { partner, item } })
      : await screen.attempt(submitRelease, {
          params: { partner, item },
          upload: (await fileOf(form, 'file')) ?? new Uint8Array(),
          query: {
            channel: text('channel') as 'stable' | 'beta',
            with_listing: form.has('with_listing') ? '1' : '0',
            rollout: text('rollout') as 'auto',
            stages: text('stages'),
            hours: text('hours') as unknown as number,
            ...publishAtOf(text),
            ...localeFieldsOf(form, 'notes'),
          },
        })
  if (done.ok) throw goTo(`/partner/${partner}/items/${item}/submissions/${done.answer.id}`)
  return answerOf(name, form, done)
}

/** Empty: as soon as it is approved. */
function publishAtOf(text: (name: string) => string): { publish_at?: string } {
  const at = momentOf(text, 'publish_at')
  return at === null ? {} : { publish_at: at }
}

const TONES: Record<'published' | 'halted' | 'yanked', Tone> = {
  published: 'green',
  halted: 'coral',
  yanked: 'neutral',
}

/** Published releases and submissions of an item, and the form for a new one. */
export default function PartnerReleases() {
  const { t, locale } = useWords()
  const languages = useLanguages()
  const dates = useDates()
  const page = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const [field, stateField] = [useField(answer, 'release'), useField(answer, 'state')]
  const [what, median] = [useWhat(), useMedian()]
  const path = `/partner/${page.partner}/items/${page.item.id}`
  const open = page.submissions.find((one) => UNFINISHED_STATES.includes(one.state))
  const changeable = page.releases.filter((one) => one.installable && one.state !== 'yanked')
  return (
    <div className="grid gap-9">
      <section aria-labelledby="releases">
        <h2 id="releases" className="type-d3 mb-4">
          {t('console.sub.releases')}
        </h2>
        <DataTable
          label={t('console.sub.releases')}
          rows={page.releases.map((one) => ({ id: one.version, ...one }))}
          empty={
            <EmptyState title={t('console.sub.no_releases')}>
              {t('console.sub.no_releases_lead')}
            </EmptyState>
          }
          columns={[
            {
              name: t('console.sub.version'),
              cell: (one) => <bdi className="figures strong">{one.version}</bdi>,
            },
            {
              name: t('console.sub.channel'),
              cell: (one) => t(`console.sub.channel.${one.channel}`),
            },
            {
              name: t('console.sub.state'),
              cell: (one) =>
                one.installable ? (
                  <Badge tone={TONES[one.state]}>
                    {t(`console.sub.release_state.${one.state}`)}
                  </Badge>
                ) : (
                  <Badge>{t('console.sub.only_listed')}</Badge>
                ),
            },
            {
              name: t('console.sub.notes'),
              wide: true,
              cell: (one) => (
                <span dir="auto" className="type-sm text-ink2">
                  {pickText(one.notes, locale) || '–'}
                </span>
              ),
            },
            {
              name: t('console.sub.published'),
              end: true,
              cell: (one) => (one.published_at === null ? '–' : dates.day(one.published_at)),
            },
          ]}
        />
      </section>
      {page.rollouts.length > 0 && (
        <section aria-labelledby="rollouts">
          <h2 id="rollouts" className="type-d3 mb-1">
            {t('console.rollouts.title')}
          </h2>
          <p className="type-body mb-4 text-ink2">{t('console.rollouts.lead')}</p>
          {answer?.done && answer.form !== 'state' && (
            <Notice tone="done" alert className="mb-5">
              {t(
                answer.form.startsWith('go-on')
                  ? 'console.rollouts.went_on'
                  : 'console.rollouts.resumed',
              )}
            </Notice>
          )}
          <div className="grid items-start gap-6 lg:grid-cols-2">
            {page.rollouts.map((one) => (
              <RolloutPanel
                key={one.release}
                one={one}
                title={<bdi className="figures">{one.version}</bdi>}
                mayChange={page.may_submit}
                answer={answer}
                resume="state"
                halt={
                  <LinkButton href="#change" kind="danger-quiet">
                    {t('console.rollouts.halt')}
                  </LinkButton>
                }
              />
            ))}
          </div>
        </section>
      )}
      <section aria-labelledby="submissions">
        <h2 id="submissions" className="type-d3 mb-1">
          {t('console.sub.handed_in')}
        </h2>
        <p className="type-body mb-4 text-ink2">{median(page.queue)}</p>
        <DataTable
          label={t('console.sub.handed_in')}
          rows={page.submissions}
          empty={<p className="type-body text-ink2">{t('console.sub.none')}</p>}
          columns={[
            {
              name: t('console.sub.what'),
              cell: (one) => (
                <TextLink href={`${path}/submissions/${one.id}`} className="strong">
                  {what(one)}
                </TextLink>
              ),
            },
            { name: t('console.sub.state'), cell: (one) => <StateBadge state={one.state} /> },
            {
              name: t('console.sub.checks'),
              cell: (one) => <VerdictBadge verdict={one.verdict} />,
            },
            { name: t('console.sub.by'), cell: (one) => one.submitted_by },
            { name: t('console.sub.at'), end: true, cell: (one) => dates.day(one.submitted_at) },
          ]}
        />
      </section>
      {page.may_submit && open && (
        <Notice
          icon="clock"
          action={
            <TextLink href={`${path}/submissions/${open.id}`}>
              {t('console.sub.open_link')}
            </TextLink>
          }
        >
          {t('console.sub.open')}
        </Notice>
      )}
      {page.may_submit && !open && (
        <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
          <Section title={t('console.sub.new')} lead={t('console.sub.new_lead')}>
            <PostForm name="release" answer={answer} submit={t('console.sub.send')} files>
              <FileField
                label={t('console.sub.package')}
                name="file"
                accept=".zip,application/zip"
                hint={t('console.sub.package_hint')}
                error={field('file').error}
                required
              />
              <div>
                <SelectField
                  label={t('console.sub.channel')}
                  name="channel"
                  value={field('channel', 'stable').defaultValue}
                  options={(['stable', 'beta'] as const).map((value) => ({
                    value,
                    name: t(`console.sub.channel.${value}`),
                  }))}
                />
                <p className="type-sm mt-1.5 text-ink2">{t('console.sub.channel_hint')}</p>
              </div>
              {languages.map((language, index) => (
                <TextArea
                  key={language}
                  {...field(`notes_${language}`)}
                  label={t('console.sub.notes_in', { language: languageName(language, locale) })}
                  lang={language}
                  dir={directionOf(language)}
                  rows={3}
                  maxLength={NOTES_RULES.max}
                  required={index === 0}
                />
              ))}
              <MomentField
                {...field('publish_at')}
                label={t('console.sub.publish_at')}
                hint={t('console.sub.publish_at_hint')}
                className="max-w-90"
              />
              <RolloutFields field={field} />
              <Checkbox name="with_listing" defaultChecked={page.item.status === 'draft'}>
                {t('console.sub.take_listing')}
              </Checkbox>
            </PostForm>
          </Section>
          <Section title={t('console.sub.listing')} lead={t('console.sub.listing_lead')}>
            <PostForm
              name="listing"
              answer={answer}
              submit={t('console.sub.send')}
              kind="secondary"
            />
          </Section>
        </div>
      )}
      {page.may_submit && changeable.length > 0 && (
        <Panel as="section" label={t('console.sub.change')} className="max-w-3xl">
          <PanelPart>
            <h2 id="change" className="type-d4 mb-1">
              {t('console.sub.change')}
            </h2>
            <p className="type-body mb-5 text-ink2">{t('console.sub.change_lead')}</p>
            <FormDone answer={answer} form="state" className="mb-5">
              {t('console.sub.changed')}
            </FormDone>
            <PostForm
              name="state"
              answer={answer}
              submit={t('console.sub.change_submit')}
              kind="danger"
            >
              <div className="grid gap-5 md:grid-cols-2">
                <SelectField
                  label={t('console.sub.version')}
                  name="version"
                  value={stateField('version', changeable[0]?.version).defaultValue}
                  options={changeable.map((one) => ({ value: one.version, name: one.version }))}
                />
                <SelectField
                  label={t('console.sub.to')}
                  name="to"
                  value={stateField('to', 'halted').defaultValue}
                  options={(['halted', 'yanked', 'published'] as const).map((value) => ({
                    value,
                    name: t(`console.sub.release_state.${value}`),
                  }))}
                />
              </div>
              <TextArea
                {...stateField('reason')}
                label={t('console.sub.reason')}
                hint={t('console.sub.reason_hint')}
                dir="auto"
                rows={3}
                maxLength={REASON_RULES.max}
                required
              />
            </PostForm>
          </PanelPart>
        </Panel>
      )}
    </div>
  )
}

/** A native file input in the style of the other fields. */
function FileField({
  label,
  hint,
  error,
  ...input
}: FieldLook & Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'>) {
  return (
    <Field
      {...{ label, ...(hint !== undefined && { hint }), ...(error !== undefined && { error }) }}
    >
      {(control) => <input {...input} {...control} type="file" className="control block py-2.5" />}
    </Field>
  )
}
