import { data, Form, useNavigation } from 'react-router'
import { useRef, type FormEvent } from 'react'
import { getItem } from '#modules/catalog/contract.ts'
import { sendContact } from '#modules/messaging/contract.ts'
import {
  findContactErrors,
  isTooFast,
  isHoneypotFilled,
  keptContact,
  readContact,
  OPENED_FIELD,
} from '#modules/messaging/ui/contact-form.ts'
import { systemClock } from '#lib/clock.ts'
import { LinkButton } from '#ui/button.tsx'
import { Page } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/link.tsx'
import { CONTACT_RULES, type ContactField } from '#modules/messaging/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { type FieldErrors, fieldId, useFormCheck } from '#ui/use-form-check.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { usePaths, withQuery } from '../paths.ts'
import { Arrived, SendRow, Honeypot } from './contact/contact-form-parts.tsx'
import type { Route } from './+types/contact.ts'
import { FormKey } from '../forms.tsx'
import { fieldMessages } from '../field-messages.ts'

/** `?item=slug` is the subject; an unknown item does not prevent writing. */
async function findItem(screen: ScreenContext, slug: string | null) {
  if (!slug) return null
  const found = await screen.attempt(getItem, { query: { slug } })
  if (!found.ok) return null
  const { id, name, developer, developer_reads: reads } = found.answer.data
  return { id, slug: found.answer.data.slug, name, developer: reads ? developer.name : null }
}

/** `?to=developer`, for an item whose developer receives messages. */
const asksDeveloper = (url: URL, item: Awaited<ReturnType<typeof findItem>>): boolean =>
  url.searchParams.get('to') === 'developer' && item?.developer != null

/** Prefills name and address of a signed-in owner. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { session } = screen
  const item = await findItem(screen, url.searchParams.get('item'))
  return {
    item,
    asks: asksDeveloper(url, item),
    order: /^[A-Z0-9-]{1,40}$/.exec(url.searchParams.get('order') ?? '')?.[0] ?? null,
    store: session && { id: session.storeId, domain: session.domain },
    person: session && session.account,
    opened: systemClock.now().getTime(),
  }
}

/** S7.13. Returns typed values together with errors. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const answer = (found: Partial<ContactAnswer>, status = 200) =>
    data<ContactAnswer>(
      { sent: false, fieldErrors: {}, message: null, given: keptContact(form), ...found },
      { status },
    )
  // Robots get the usual response.
  if (isHoneypotFilled(form)) return answer({ sent: true, given: {} })
  const found = findContactErrors(form)
  if (Object.keys(found).length > 0) return answer({ fieldErrors: found }, 422)
  if (isTooFast(form, systemClock.now())) return answer({ message: 'too_fast' }, 422)
  const item = await findItem(screen, url.searchParams.get('item'))
  const sent = await screen.attempt(sendContact, {
    body: {
      ...readContact(form),
      ...(item && { item_id: item.id }),
      ...(asksDeveloper(url, item) && { to: 'developer' as const }),
    },
    ...forStoreOf(form),
  })
  if (sent.ok) return answer({ sent: true, given: {} })
  const { fieldErrors = {}, message, statusCode } = sent.error
  return answer(
    { fieldErrors, message: Object.keys(fieldErrors).length > 0 ? null : message },
    statusCode,
  )
}

/** S2.26. */
export default function Contact({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const answer = actionData as ContactAnswer | undefined
  const { item, asks } = page
  const here = withQuery(paths.contact, { item: item?.slug, to: asks ? 'developer' : undefined })
  const title = t(asks ? 'contact.ask_title' : 'contact.title')
  const lead = asks
    ? t('contact.ask_lead', { developer: isolated(item?.developer ?? '', locale) })
    : t('contact.lead')
  return (
    <Page className="pt-8 pb-4 md:pt-12">
      <PageHead title={title} description={lead} />
      <div className="mx-auto max-w-160">
        {answer?.sent ? (
          <Arrived
            title={t(asks ? 'contact.ask_sent' : 'contact.sent')}
            text={t(asks ? 'contact.ask_sent_text' : 'contact.sent_text')}
          >
            <LinkButton href={item ? paths.item(item.slug) : paths.home}>
              {item
                ? t('contact.back_item', { name: isolated(item.name, locale) })
                : t('contact.back')}
            </LinkButton>
            <LinkButton href={here} kind="quiet">
              {t('contact.again')}
            </LinkButton>
          </Arrived>
        ) : (
          <>
            <h1 className="type-title">{title}</h1>
            <p className="type-lg mt-2 text-ink2 wrap-anywhere-safe">{lead}</p>
            <p className="type-body mt-1 mb-7">
              {asks && (
                <TextLink href={withQuery(paths.contact, { item: item?.slug })}>
                  {t('contact.ask_other')}
                </TextLink>
              )}
            </p>
            <ContactForm page={page} answer={answer} />
          </>
        )}
      </div>
    </Page>
  )
}

/** The response to a submission. */
interface ContactAnswer {
  sent: boolean
  fieldErrors: FieldErrors
  /**
   * Message over the form, for other errors than those of fields; `too_fast` is translated here.
   */
  message: string | null
  given: Record<string, string>
}

interface ContactPage {
  item: { name: string } | null
  /** The message goes to the item's developer. */
  asks: boolean
  /** Number of the order that it is about. */
  order: string | null
  store: { id: string; domain: string } | null
  person: { name: string; email: string } | null
  opened: number
}

/** S2.26, S3.6: five fields; name and address of a signed-in owner are prefilled. */
function ContactForm({ page, answer }: { page: ContactPage; answer: ContactAnswer | undefined }) {
  const { t, locale } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findContactErrors })
  const { errors, list } = fieldMessages(t, check.fieldErrors, (name) =>
    t(`contact.${name as ContactField}`),
  )
  const message = answer?.message === 'too_fast' ? t('contact.too_fast') : answer?.message
  const known: Partial<Record<ContactField, string>> = {
    ...(page.person && { fullname: page.person.name, email: page.person.email }),
    ...(page.order !== null && { subject: t('contact.order_subject', { number: page.order }) }),
  }
  const field = (name: ContactField) => ({
    name,
    id: fieldId(name),
    label: t(`contact.${name}`),
    defaultValue: answer?.given[name] ?? known[name] ?? '',
    maxLength: CONTACT_RULES[name].max,
    error: errors[name],
  })
  const latin = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const

  function submit(event: FormEvent) {
    if (busy || !check.submit()) event.preventDefault()
  }

  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label={t(page.asks ? 'contact.ask_title' : 'contact.title')}
    >
      <FormKey />
      <input type="hidden" name="store" value={page.store?.id ?? ''} />
      {/* a person who has received a response is no robot */}
      <input type="hidden" name={OPENED_FIELD} value={answer ? '' : page.opened} />
      <Honeypot label={t('contact.leave_empty')} />
      {page.item && (
        <p className="mb-5">
          <Badge>{t('contact.about', { name: isolated(page.item.name, locale) })}</Badge>
        </p>
      )}
      {(message || list.length > 0) && (
        <ErrorSummary
          title={list.length > 0 ? t('contact.mistakes', { count: list.length }) : (message ?? '')}
          items={list}
          round={check.round}
          className="mb-6"
        />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-5 md:grid-cols-2">
        <TextField {...field('fullname')} autoComplete="name" className="md:col-span-2" />
        <TextField
          {...field('email')}
          {...latin}
          type="email"
          autoComplete="email"
          hint={t('contact.email_hint')}
          className={page.asks ? 'md:col-span-2' : undefined}
        />
        {!page.asks && (
          <TextField
            {...field('phone')}
            {...latin}
            type="tel"
            autoComplete="tel"
            note={t('contact.optional')}
            hint={t('contact.phone_hint')}
          />
        )}
        <TextField {...field('subject')} autoComplete="off" className="md:col-span-2" />
        <TextArea {...field('message')} rows={7} className="md:col-span-2" />
      </div>
      <SendRow />
    </Form>
  )
}
