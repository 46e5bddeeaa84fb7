import { useRef, type FormEvent } from 'react'
import { data, Form, useNavigation } from 'react-router'
import {
  askMarketAboutThread,
  getStoreMessage,
  setThreadSolved,
  writeInThread,
} from '#modules/messaging/contract.ts'
import { SHARED_FACTS, THREAD_RULES } from '#modules/messaging/rules.ts'
import { findThreadErrors } from '#modules/messaging/ui/thread-form.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { TextLink } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { FactList, Panel, PanelPart } from '#ui/panel.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { fieldMessages } from '../field-messages.ts'
import { useDates } from '../formats.ts'
import { ButtonForm, FormKey } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths } from '../paths.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { ThreadBadge } from './support/thread-state.tsx'
import type { Route } from './+types/thread.ts'

type Thread = AnswerOf<typeof getStoreMessage>['data']

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data: thread } = await context
    .get(screenContext)
    .call(getStoreMessage, { params: { message: params.message ?? '' } })
  return thread
}

interface Answer {
  fieldErrors: FieldErrors
  message: string | null
  given: string
}

/** Writes again, marks as solved, reopens, or asks the market's team. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const of = { params: { message: params.message ?? '' }, ...forStoreOf(form) }
  const done = await (async () => {
    switch (form.get('do')) {
      case 'solve':
      case 'reopen':
        return screen.attempt(setThreadSolved, {
          ...of,
          body: { solved: form.get('do') === 'solve' },
        })
      case 'dispute':
        return screen.attempt(askMarketAboutThread, of)
      default:
        return screen.attempt(writeInThread, {
          ...of,
          body: { message: String(form.get('message') ?? '') },
        })
    }
  })()
  if (done.ok) throw goTo(pathsFor(screen.framed).thread(of.params.message), { status: 303 })
  const { fieldErrors = {}, message, statusCode } = done.error
  return data<Answer>(
    {
      fieldErrors,
      message: Object.keys(fieldErrors).length > 0 ? null : message,
      given: String(form.get('message') ?? '').slice(0, 2 * THREAD_RULES.message.max),
    },
    { status: statusCode },
  )
}

/** A conversation with a seller or with the market. */
export default function ThreadPage({ loaderData: thread, actionData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const { branding } = useShell()
  const answer = actionData as Answer | undefined
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="messages"
        title={thread.subject}
        lead={t('messages.to', { name: isolated(thread.to ?? branding.name, locale) })}
      >
        <ThreadBadge state={thread.state} />
      </OwnerHead>
      <Columns kind="detail" className="mt-6">
        <div className="min-w-0">
          <Panel as="section" label={t('help.conversation')}>
            <PanelPart>
              <Words thread={thread} />
            </PanelPart>
            {thread.may_write && (
              <PanelPart>
                {answer?.message && (
                  <Notice alert className="mb-4">
                    {answer.message}
                  </Notice>
                )}
                <ReplyForm key={thread.words.length} answer={answer} solved={thread.state} />
              </PanelPart>
            )}
          </Panel>
          <p className="type-sm mt-5">
            <TextLink href={paths.messages}>{t('help.all')}</TextLink>
          </p>
        </div>
        <Sticky className="grid gap-6">
          <Facts thread={thread} />
          {thread.may_write && <Steps thread={thread} />}
        </Sticky>
      </Columns>
    </Page>
  )
}

function Words({ thread }: { thread: Thread }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { branding } = useShell()
  const nameOf = (who: Thread['words'][number]['who']) =>
    who === 'store'
      ? t('messages.you')
      : isolated(who === 'developer' ? (thread.to ?? '') : branding.name, locale)
  return (
    <ol className="grid gap-5">
      {thread.words.map((word) => (
        <li
          key={`${word.at} ${word.who}`}
          className={
            word.who === 'store' ? 'px-4' : 'rounded-control-lg bg-turquoise-tint px-4 py-3'
          }
        >
          <p className="type-sm text-ink2">
            <span className="strong">{nameOf(word.who)}</span> ·{' '}
            <time dateTime={word.at}>{dates.minute(word.at)}</time>
          </p>
          <p className="type-body mt-0.5 whitespace-pre-line wrap-anywhere-safe" dir="auto">
            {word.text}
          </p>
        </li>
      ))}
    </ol>
  )
}

function ReplyForm({ answer, solved }: { answer: Answer | undefined; solved: Thread['state'] }) {
  const { t } = useWords()
  const { store } = useShell()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findThreadErrors })
  const { errors } = fieldMessages(t, check.fieldErrors, () => t('help.message'))
  function submit(event: FormEvent) {
    if (busy || !check.submit()) event.preventDefault()
  }
  return (
    <Form ref={form} method="post" noValidate onSubmit={submit} aria-label={t('messages.again')}>
      <FormKey />
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <TextArea
        name="message"
        id={fieldId('message')}
        label={t('messages.again')}
        hint={solved === 'solved' ? t('help.again_solved') : undefined}
        rows={5}
        defaultValue={answer?.given ?? ''}
        maxLength={THREAD_RULES.message.max}
        error={errors.message}
        dir="auto"
      />
      <p className="mt-4">
        <Button type="submit" busy={busy}>
          {t('help.send')}
        </Button>
      </p>
    </Form>
  )
}

function Facts({ thread }: { thread: Thread }) {
  const { t } = useWords()
  const paths = usePaths()
  const { market } = useShell()
  const { item, shared } = thread
  const told = shared ? SHARED_FACTS.filter((fact) => shared[fact] !== null) : []
  return (
    <section aria-label={t('help.facts')}>
      <FactList
        facts={[
          ...(item
            ? [
                {
                  label: t('help.item'),
                  value:
                    item.market === market ? (
                      <TextLink href={paths.item(item.slug)}>{item.name}</TextLink>
                    ) : (
                      item.name
                    ),
                },
              ]
            : []),
          ...told.map((fact) => ({
            label: t(`help.share.${fact}`),
            value: <bdi dir="ltr">{shared?.[fact]}</bdi>,
          })),
        ]}
      />
      {shared && (
        <p className="type-sm mt-3 text-ink2">
          {t(told.length > 0 ? 'help.told' : 'help.told_nothing')}
        </p>
      )}
    </section>
  )
}

/** Solved or not, and the way to the market's team. */
function Steps({ thread }: { thread: Thread }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <div className="grid justify-items-start gap-4">
      <ButtonForm
        fields={{ do: thread.state === 'solved' ? 'reopen' : 'solve' }}
        kind="secondary"
        icon={thread.state === 'solved' ? undefined : 'check'}
      >
        {t(thread.state === 'solved' ? 'help.reopen' : 'help.solve')}
      </ButtonForm>
      {thread.disputed_at === null ? (
        <details>
          <summary className="link type-sm inline-flex min-h-11 items-center">
            {t('help.dispute')}
          </summary>
          <p className="type-sm mt-1 mb-3 text-ink2">{t('help.dispute_note')}</p>
          <ButtonForm fields={{ do: 'dispute' }} kind="secondary" size="small">
            {t('help.dispute_go')}
          </ButtonForm>
        </details>
      ) : (
        <p className="type-sm text-ink2">
          {t('help.disputed', { day: dates.day(thread.disputed_at) })}
        </p>
      )}
    </div>
  )
}
