import { useRef, type FormEvent } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { SHARED_FACTS, THREAD_RULES } from '#modules/messaging/rules.ts'
import { findHelpErrors } from '#modules/messaging/ui/thread-form.ts'
import { askForHelp, getHelp } from '#modules/publishing/partners/help-contract.ts'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ChoiceGroup } from '#ui/choice.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/link.tsx'
import { Page } from '#ui/page-grid.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { fieldMessages } from '../field-messages.ts'
import { useDates } from '../formats.ts'
import { FormKey } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isSlug, validWhen } from '../validity.ts'
import { responseInWords } from './support/response-time.ts'
import type { Route } from './+types/help.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const order = url.searchParams.get('order')?.slice(0, 40) || undefined
  const { data: help } = await screen.call(getHelp, {
    params: { slug: params.slug ?? '' },
    query: { order },
  })
  // Nobody of the seller reads: the market's own form takes the question.
  if (help.seller === null)
    throw goTo(
      withQuery(pathsFor(screen.framed).contact, {
        item: help.item.slug,
        order: help.facts.order?.number,
      }),
    )
  return { ...help, seller: help.seller, isAboutOrder: order !== undefined }
}

/** The response to a refused submission, with what was typed. */
interface Answer {
  fieldErrors: FieldErrors
  message: string | null
  given: { subject: string; message: string; share: string[] }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const share = form.getAll('share').map(String)
  const answer = (found: Partial<Answer>, status: number) =>
    data<Answer>(
      {
        fieldErrors: {},
        message: null,
        given: {
          subject: text('subject').slice(0, 2 * THREAD_RULES.subject.max),
          message: text('message').slice(0, 2 * THREAD_RULES.message.max),
          share,
        },
        ...found,
      },
      { status },
    )
  const found = findHelpErrors(form)
  if (Object.keys(found).length > 0) return answer({ fieldErrors: found }, 422)
  const asked = await screen.attempt(askForHelp, {
    params: { slug: params.slug ?? '' },
    body: {
      subject: text('subject'),
      message: text('message'),
      order: text('order') || undefined,
      share: SHARED_FACTS.filter((fact) => share.includes(fact)),
    },
    ...forStoreOf(form),
  })
  if (asked.ok) throw goTo(pathsFor(screen.framed).thread(asked.answer.data.id), { status: 303 })
  const { fieldErrors = {}, message, statusCode } = asked.error
  return answer(
    { fieldErrors, message: Object.keys(fieldErrors).length > 0 ? null : message },
    statusCode,
  )
}

/** "Get help": the owner writes to the seller of an item and decides what the seller is told. */
export default function Help({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const { item, seller } = page
  const title = t('help.title', { item: isolated(item.name, locale) })
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <PageHead title={title} indexed={false} />
      <div className="mx-auto max-w-160">
        <p className="type-sm mb-5">
          <TextLink href={paths.messages}>{t('help.all')}</TextLink>
        </p>
        <div className="flex items-center gap-4">
          {item.market === 'theme' ? (
            <ThemeIcon colour="currentColor" size={48} className="text-turquoise" />
          ) : (
            <AppIcon src={item.icon} name={item.name} size={48} />
          )}
          <h1 className="type-title min-w-0 wrap-anywhere-safe">{title}</h1>
        </div>
        <p className="type-lg mt-3 text-ink2 wrap-anywhere-safe">
          {t('help.lead', { seller: isolated(seller, locale) })}
        </p>
        <p className="type-body mt-3 flex gap-2.5">
          <Icon name="clock" size={18} className="mt-0.5" />
          <span className="min-w-0">{responseInWords(page.response_seconds, t)}</span>
        </p>
        <HelpForm page={page} answer={actionData as Answer | undefined} />
      </div>
    </Page>
  )
}

type HelpPage = Route.ComponentProps['loaderData']

function HelpForm({ page, answer }: { page: HelpPage; answer: Answer | undefined }) {
  const { t } = useWords()
  const { store } = useShell()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findHelpErrors })
  const { errors, list } = fieldMessages(t, check.fieldErrors, (name) =>
    t(name === 'subject' ? 'help.subject' : 'help.message'),
  )
  const order = page.facts.order
  const number = order?.number ?? ''
  const subject = page.isAboutOrder && order ? t('help.subject_of', { number }) : ''
  function submit(event: FormEvent) {
    if (busy || !check.submit()) event.preventDefault()
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={t('help.form')}
      className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <FormKey />
      <input type="hidden" name="store" value={store?.id ?? ''} />
      {page.isAboutOrder && <input type="hidden" name="order" value={number} />}
      {(answer?.message || list.length > 0) && (
        <ErrorSummary
          title={
            list.length > 0 ? t('help.mistakes', { count: list.length }) : (answer?.message ?? '')
          }
          items={list}
          round={check.round}
        />
      )}
      <TextField
        name="subject"
        id={fieldId('subject')}
        label={t('help.subject')}
        defaultValue={answer?.given.subject ?? subject}
        maxLength={THREAD_RULES.subject.max}
        error={errors.subject}
        autoComplete="off"
        dir="auto"
      />
      <TextArea
        name="message"
        id={fieldId('message')}
        label={t('help.message')}
        hint={t('help.message_hint')}
        rows={7}
        defaultValue={answer?.given.message ?? ''}
        maxLength={THREAD_RULES.message.max}
        error={errors.message}
        dir="auto"
      />
      <Sharing page={page} given={answer?.given.share} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" size="large" busy={busy}>
          {t('help.send')}
        </Button>
        <p className="type-sm max-w-[46ch] text-ink2">{t('help.privacy')}</p>
      </div>
    </Form>
  )
}

/** Nothing is ticked for the owner. */
function Sharing({ page, given }: { page: HelpPage; given: string[] | undefined }) {
  const { t, locale } = useWords()
  const dates = useDates()
  const { shop, version, order } = page.facts
  const contents = {
    shop,
    version,
    order:
      order &&
      t('help.share.order_of', {
        number: isolated(order.number, locale),
        day: dates.day(order.at),
      }),
  }
  return (
    <ChoiceGroup label={t('help.share')}>
      <p className="type-sm mb-1 text-ink2">{t('help.share_hint')}</p>
      {SHARED_FACTS.map((fact) => {
        const content = contents[fact]
        return (
          content && (
            <Checkbox key={fact} name="share" value={fact} defaultChecked={given?.includes(fact)}>
              {t(`help.share.${fact}`)}:{' '}
              <span className="text-ink2">{fact === 'order' ? content : <bdi>{content}</bdi>}</span>
            </Checkbox>
          )
        )
      })}
    </ChoiceGroup>
  )
}
