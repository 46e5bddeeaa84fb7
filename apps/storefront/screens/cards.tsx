import { data } from 'react-router'
import { deleteSavedCard, listSavedCards } from '#contexts/checkout/card-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MistakeList } from '#ui/mistake-list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { forStoreOf } from '../page-store.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { screenContext } from '../screen-context.ts'
import { OwnerHead } from './account/owner-head.tsx'
import { KeptCard } from './cards/kept-card.tsx'
import type { Route } from './+types/cards.ts'

/** In the query after a card was removed: the page that says so can be loaded again and removes nothing. */
const REMOVED = 'removed'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { data: cards, meta } = await context.get(screenContext).call(listSavedCards)
  return { cards, keeps: meta.keeps_cards, removed: url.searchParams.get(REMOVED) }
}

export interface CardsAnswer { message: string }

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const gone = await screen.attempt(deleteSavedCard, { params: { id: String(form.get('card') ?? '') }, ...forStoreOf(form) })
  if (gone.ok) throw goTo(withQuery(pathsFor(screen.framed).cards, { [REMOVED]: gone.answer.forgotten ? 'whole' : 'here' }), { status: 303 })
  return data<CardsAnswer>({ message: gone.error.message }, { status: gone.error.statusCode })
}

/** The cards that the bank keeps for this store (S3.2, D21): what one may see of each, and the way to be rid of it. */
export default function Cards({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { cards, keeps, removed } = loaderData
  const answer = actionData as CardsAnswer | undefined
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="cards" title={t('cards.title')} {...(cards.length > 0 && { lead: t('cards.lead') })} />
      {answer && <MistakeList title={answer.message} mistakes={[]} round={1} className="mt-6" />}
      {removed !== null && !answer && <Notice tone="done" alert className="mt-6">{t(removed === 'here' ? 'cards.removed_here' : 'cards.removed')}</Notice>}
      {cards.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={t('cards.empty')}
          action={
            <LinkButton href={paths.orders} kind="secondary">
              {t('owner.orders')}
            </LinkButton>
          }
        >
          <p>{keeps ? t('cards.how') : t('cards.not_kept')}</p>
          {keeps && <p className="mt-2">{t('cards.what')}</p>}
        </EmptyState>
      ) : (
        <>
          <ul className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3">
            {cards.map(card => <KeptCard key={card.id} card={card} />)}
          </ul>
          <p className="type-sm mt-6 max-w-[70ch] text-ink2">{t('cards.what')}</p>
        </>
      )}
    </Page>
  )
}
