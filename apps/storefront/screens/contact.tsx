import { useEffect, useRef, type ReactNode } from 'react'
import { data } from 'react-router'
import { getItem } from '#contexts/catalog/contract.ts'
import { sendContact } from '#contexts/contact/contract.ts'
import { findContactMistakes, isTooFast, isTrapped, keptContact, readContact } from '#contexts/contact/ui/contact-form.ts'
import { systemClock } from '#lib/clock.ts'
import { LinkButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page } from '#ui/page-grid.tsx'
import { isolated } from '../item-card.tsx'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { forStoreOf } from '../page-store.ts'
import { usePaths, withQuery } from '../paths.ts'
import { screenContext, type ScreenContext } from '../screen-context.ts'
import { ContactForm, type ContactAnswer } from './contact/contact-form.tsx'
import type { Route } from './+types/contact.ts'

/** `?item=slug` says what it is about; an item that is not there is no reason not to write. */
async function findItem(screen: ScreenContext, slug: string | null) {
  if (!slug) return null
  const found = await screen.attempt(getItem, { query: { slug } })
  return found.ok ? { id: found.answer.data.id, slug: found.answer.data.slug, name: found.answer.data.name } : null
}

/** Who is signed in need not say again who they are. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const { session } = screen
  return {
    item: await findItem(screen, url.searchParams.get('item')),
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
  const sent = await screen.attempt(sendContact, { body: { ...readContact(form), ...(item && { item_id: item.id }) }, ...forStoreOf(form) })
  if (sent.ok) return answer({ sent: true, given: {} })
  const { mistakes = {}, message, statusCode } = sent.error
  return answer({ mistakes, message: Object.keys(mistakes).length > 0 ? null : message }, statusCode)
}

/** What a press has led to takes the focus, so that it is read out. */
function Arrived({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="type-title mt-4 focus:outline-none">
      {children}
    </h1>
  )
}

/** S2.26. */
export default function Contact({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t, locale } = useWords()
  const paths = usePaths()
  const answer = actionData as ContactAnswer | undefined
  const { item } = page
  const here = withQuery(paths.contact, { item: item?.slug })
  return (
    <Page className="pt-8 pb-4 md:pt-12">
      <PageHead title={t('contact.title')} description={t('contact.lead')} />
      <div className="mx-auto max-w-160">
        {answer?.sent ? (
          <div>
            <Icon name="mail" size={40} className="text-turquoise" />
            <Arrived>{t('contact.sent')}</Arrived>
            <p className="type-lg mt-2 text-ink2">{t('contact.sent_text')}</p>
            <div className="mt-6 flex flex-wrap gap-3">
              <LinkButton href={item ? paths.item(item.slug) : paths.home}>
                {item ? t('contact.back_item', { name: isolated(item.name, locale) }) : t('contact.back')}
              </LinkButton>
              <LinkButton href={here} kind="quiet">
                {t('contact.again')}
              </LinkButton>
            </div>
          </div>
        ) : (
          <>
            <h1 className="type-title">{t('contact.title')}</h1>
            <p className="type-lg mt-2 mb-7 text-ink2">{t('contact.lead')}</p>
            <ContactForm page={page} answer={answer} />
          </>
        )}
      </div>
    </Page>
  )
}
