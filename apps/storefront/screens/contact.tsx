import { data } from 'react-router'
import { getItem } from '#contexts/catalog/contract.ts'
import { sendContact } from '#contexts/contact/contract.ts'
import { findContactMistakes, isTooFast, isTrapped, keptContact, readContact } from '#contexts/contact/ui/contact-form.ts'
import { systemClock } from '#lib/clock.ts'
import { LinkButton } from '#ui/button.tsx'
import { Page } from '#ui/page-grid.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf } from '../page-store.ts'
import { usePaths, withQuery } from '../paths.ts'
import { screenContext, type ScreenContext } from '../screen-context.ts'
import { Arrived } from './contact/arrived.tsx'
import { ContactForm, type ContactAnswer } from './contact/contact-form.tsx'
import type { Route } from './+types/contact.ts'

/** `?item=slug` says what it is about; an item that is not there is no reason not to write. */
async function findItem(screen: ScreenContext, slug: string | null) {
  if (!slug) return null
  const found = await screen.attempt(getItem, { query: { slug } })
  if (!found.ok) return null
  const { id, name, developer, developer_reads: reads } = found.answer.data
  return { id, slug: found.answer.data.slug, name, developer: reads ? developer.name : null }
}

/** `?to=developer`, where there is an item whose developer reads. */
const asksDeveloper = (url: URL, item: Awaited<ReturnType<typeof findItem>>): boolean => url.searchParams.get('to') === 'developer' && item?.developer != null

/** Who is signed in need not say again who they are. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { session } = screen
  const item = await findItem(screen, url.searchParams.get('item'))
  return {
    item,
    asks: asksDeveloper(url, item),
    store: session && { id: session.storeId, domain: session.domain },
    person: session && session.account,
    opened: systemClock.now().getTime(),
  }
}

/** S7.13. What was typed comes back with what is wrong. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const answer = (found: Partial<ContactAnswer>, status = 200) =>
    data<ContactAnswer>({ sent: false, mistakes: {}, message: null, given: keptContact(form), ...found }, { status })
  // A robot is told what everybody is told.
  if (isTrapped(form)) return answer({ sent: true, given: {} })
  const found = findContactMistakes(form)
  if (Object.keys(found).length > 0) return answer({ mistakes: found }, 422)
  if (isTooFast(form, systemClock.now())) return answer({ message: 'too_fast' }, 422)
  const item = await findItem(screen, url.searchParams.get('item'))
  const sent = await screen.attempt(sendContact, { body: { ...readContact(form), ...(item && { item_id: item.id }), ...(asksDeveloper(url, item) && { to: 'developer' as const }) }, ...forStoreOf(form) })
  if (sent.ok) return answer({ sent: true, given: {} })
  const { mistakes = {}, message, statusCode } = sent.error
  return answer({ mistakes, message: Object.keys(mistakes).length > 0 ? null : message }, statusCode)
}

/** S2.26. */
export default function Contact({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const answer = actionData as ContactAnswer | undefined
  const { item, asks } = page
  const here = withQuery(paths.contact, { item: item?.slug, to: asks ? 'developer' : undefined })
  const title = t(asks ? 'contact.ask_title' : 'contact.title')
  const lead = asks ? t('contact.ask_lead', { developer: isolated(item?.developer ?? '', locale) }) : t('contact.lead')
  return (
    <Page className="pt-8 pb-4 md:pt-12">
      <PageHead title={title} description={lead} />
      <div className="mx-auto max-w-160">
        {answer?.sent ? (
          <Arrived title={t(asks ? 'contact.ask_sent' : 'contact.sent')} text={t(asks ? 'contact.ask_sent_text' : 'contact.sent_text')}>
            <LinkButton href={item ? paths.item(item.slug) : paths.home}>
              {item ? t('contact.back_item', { name: isolated(item.name, locale) }) : t('contact.back')}
            </LinkButton>
            <LinkButton href={here} kind="quiet">
              {t('contact.again')}
            </LinkButton>
          </Arrived>
        ) : (
          <>
            <h1 className="type-title">{title}</h1>
            <p className="type-lg mt-2 text-ink2 wrap-anywhere-safe">{lead}</p>
            <p className="type-body mt-1 mb-7">{asks && <TextLink href={withQuery(paths.contact, { item: item?.slug })}>{t('contact.ask_other')}</TextLink>}</p>
            <ContactForm page={page} answer={answer} />
          </>
        )}
      </div>
    </Page>
  )
}
