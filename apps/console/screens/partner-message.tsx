import { languageName, type Locale } from '#lib/locale.ts'
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { listCannedAnswers } from '#modules/publishing/partners/canned-contract.ts'
import {
  answerPartnerMessage,
  assignPartnerMessage,
  getPartnerMessage,
  markPartnerMessage,
  reportPartnerMessage,
} from '#modules/publishing/partners/contract.ts'
import { ANSWER_RULES, QUESTION_STATES } from '#modules/publishing/partners/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/classes.ts'
import { TextArea } from '#ui/field.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { TextLink } from '#ui/link.tsx'
import { durationOf, useDates } from '../dates.ts'
import { KeyHint } from '../key-hint.tsx'
import { usePressKeys } from '../review/use-press-keys.ts'
import { PageHeader } from '../page-header.tsx'
import {
  PostForm,
  ButtonForm,
  useField,
  useFormAnswer,
  FormDone,
  FormError,
  SelectField,
} from '../forms.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

/** Opening a message marks it as read. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const given = { params: { partner: params.partner ?? '', message: params.message ?? '' } }
  const [question, { answers }] = await Promise.all([
    screen.call(getPartnerMessage, given),
    screen.call(listCannedAnswers, { params: { partner: given.params.partner } }),
  ])
  const chosen = new URL(request.url).searchParams.get('answer')
  if (question.state === 'new')
    await screen.attempt(markPartnerMessage, { ...given, body: { state: 'open' } })
  return {
    partner: given.params.partner,
    ...question,
    answers: answers.map(({ id, title }) => ({ id, title })),
    begun: answers.find((one) => one.id === chosen) ?? null,
    state: question.state === 'new' ? ('open' as const) : question.state,
  }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const given = { params: { partner: params.partner ?? '', message: params.message ?? '' } }
  switch (text('form')) {
    case 'mark': {
      const state = text('state') as (typeof QUESTION_STATES)[number]
      const marked = await screen.attempt(markPartnerMessage, { ...given, body: { state } })
      // After marking it as unread, leave the page, which would mark it as read again.
      if (marked.ok && state === 'new') throw goTo(`/partner/${given.params.partner}/messages`)
      return answerOf('mark', form, marked)
    }
    case 'assign':
      return submit(assignPartnerMessage, {
        ...given,
        body: { person: text('person') || null },
      })
    case 'spam':
      return submit(reportPartnerMessage, given)
    case 'answer':
      return submit(answerPartnerMessage, {
        ...given,
        body: { text: text('text') },
      })
    default:
      throw screen.refusal('input.malformed')
  }
}

/** A question with its follow-ups and the answer. */
export default function PartnerMessage() {
  const { t, locale } = useWords()
  const dates = useDates()
  const one = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'answer')
  usePressKeys()
  const sender = one.help ? t('portal.inbox.from_shop') : one.from
  return (
    <>
      <PageHeader
        back={{ href: `/partner/${one.partner}/messages`, name: t('portal.inbox') }}
        title={one.subject}
        lead={
          <>
            <bdi>{sender}</bdi>
            {one.waits_seconds !== null && (
              <> · {t('portal.inbox.waits', { time: durationOf(one.waits_seconds, locale) })}</>
            )}
          </>
        }
        end={
          <p className="flex flex-wrap items-center gap-3">
            <Badge tone="neutral">{t(`portal.inbox.state.${one.spam ? 'spam' : one.state}`)}</Badge>
            {one.next !== null && (
              <TextLink
                href={`/partner/${one.partner}/messages/${one.next}`}
                className="type-sm"
                data-key="n"
              >
                {t('portal.inbox.next')}
                <KeyHint keys="N" className="ms-2" />
              </TextLink>
            )}
          </p>
        }
      />
      <FormDone answer={answer} form="answer" className="mb-6">
        {t('portal.inbox.sent')}
      </FormDone>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <Panel>
          {one.words.map((word, index) => (
            <PanelPart key={index}>
              <div
                className={classes(
                  'min-w-0',
                  word.who === 'developer' && 'border-s-2 border-turquoise ps-4',
                )}
              >
                <p className="type-sm mb-1.5 text-ink2">
                  <bdi className="strong">{word.by ?? sender}</bdi> ·{' '}
                  <bdi>{dates.time(word.at)}</bdi>
                </p>
                <p dir="auto" className="type-body whitespace-pre-line wrap-anywhere-safe">
                  {word.text}
                </p>
              </div>
            </PanelPart>
          ))}
          {!one.spam && (
            <PanelPart>
              <CannedAnswers one={one} />
              <PostForm
                key={`${one.words.length} ${one.begun?.id ?? ''}`}
                name="answer"
                answer={answer}
                submit={t('portal.inbox.send')}
              >
                <TextArea
                  {...field('text', one.begun?.body)}
                  label={t('portal.inbox.answer')}
                  hint={t('portal.inbox.answer_hint')}
                  rows={6}
                  dir="auto"
                  maxLength={ANSWER_RULES.text.max}
                  required
                />
              </PostForm>
            </PanelPart>
          )}
        </Panel>
        <div>
          {!one.spam && <Assignee one={one} />}
          <FactList
            facts={[
              {
                label: t('portal.inbox.item'),
                value: (
                  <TextLink href={`/partner/${one.partner}/items/${one.item.id}`}>
                    <bdi>{one.item.name}</bdi>
                  </TextLink>
                ),
              },
              ...(one.store === null
                ? []
                : [{ label: t('portal.inbox.store'), value: <bdi dir="ltr">{one.store}</bdi> }]),
              ...(one.version === null
                ? []
                : [{ label: t('portal.inbox.version'), value: <bdi>{one.version}</bdi> }]),
              ...(one.order === null
                ? []
                : [{ label: t('portal.inbox.order'), value: <bdi dir="ltr">{one.order}</bdi> }]),
              {
                label: t('portal.inbox.language'),
                value: languageName(one.language as Locale, locale),
              },
              { label: t('portal.inbox.asked'), value: dates.time(one.asked_at) },
            ]}
          />
          <p className="type-sm mt-3 text-ink2">
            {t(one.help ? 'portal.inbox.told' : 'portal.inbox.address')}
          </p>
          {one.solved && <p className="type-sm strong mt-3">{t('portal.inbox.solved')}</p>}
          {!one.spam && (
            <div className="mt-5 flex flex-wrap gap-3">
              {QUESTION_STATES.filter((state) => state !== one.state).map((state) => (
                <ButtonForm
                  key={state}
                  name="mark"
                  hidden={{ state }}
                  label={t(`portal.inbox.mark.${state}`)}
                  about={one.subject}
                  {...(state === 'done' && { keys: 'E' })}
                />
              ))}
              <ButtonForm
                name="spam"
                hidden={{}}
                label={t('portal.inbox.report')}
                about={one.subject}
              />
            </div>
          )}
          {one.spam && <p className="type-sm mt-5 text-ink2">{t('portal.inbox.reported')}</p>}
        </div>
      </div>
    </>
  )
}

type Thread = ReturnType<typeof useLoaderData<typeof loader>>

/** Links, so that an answer is chosen without a script. */
function CannedAnswers({ one }: { one: Thread }) {
  const { t } = useWords()
  const root = `/partner/${one.partner}/messages`
  return (
    <p className="type-sm mb-4 flex flex-wrap gap-x-4 gap-y-1 text-ink2">
      {one.answers.length > 0 && <span>{t('portal.canned.begin')}</span>}
      {one.answers.map(({ id, title }) => (
        <TextLink
          key={id}
          href={`${root}/${one.id}?answer=${id}`}
          aria-current={one.begun?.id === id ? 'true' : undefined}
        >
          <bdi>{title}</bdi>
        </TextLink>
      ))}
      <TextLink href={`${root}/answers`}>{t('portal.canned.manage')}</TextLink>
    </p>
  )
}

/** Who of the team has the question; A takes it. */
function Assignee({ one }: { one: Thread }) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const me = one.team.find((member) => member.id === one.me)
  const team =
    one.assigned === null || one.team.some((member) => member.id === one.assigned?.id)
      ? one.team
      : [...one.team, one.assigned]
  return (
    <div className="mb-5">
      <FormError answer={answer} form="assign" className="mb-3" />
      <PostForm
        key={one.assigned?.id ?? ''}
        name="assign"
        answer={answer}
        submit={t('portal.inbox.assign')}
        kind="secondary"
        className="flex flex-wrap items-end gap-3"
      >
        <SelectField
          name="person"
          label={t('portal.inbox.assigned')}
          value={one.assigned?.id ?? ''}
          options={[
            { value: '', name: t('portal.inbox.assigned.nobody') },
            ...team.map((member) => ({ value: member.id, name: member.name })),
          ]}
        />
      </PostForm>
      {me && me.id !== one.assigned?.id && (
        <div className="mt-2">
          <ButtonForm
            name="assign"
            hidden={{ person: me.id }}
            label={t('portal.inbox.take')}
            about={one.subject}
            keys="A"
          />
        </div>
      )}
    </div>
  )
}
