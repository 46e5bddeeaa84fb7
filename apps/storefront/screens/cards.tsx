import { ButtonForm } from '../forms.tsx'
import { data } from 'react-router'
import { deleteSavedCard, listSavedCards, type SavedCard } from '#modules/orders/card-contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page-grid.tsx'
import { CardExpiry, CardName } from '#modules/orders/ui/card-fields.tsx'
import { CardMark } from '#modules/orders/ui/card-mark.tsx'
import { Badge } from '#ui/badge.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { OwnerHead } from './account/owner-head.tsx'
import type { Route } from './+types/cards.ts'
import { useDates } from '../formats.ts'

/** Query parameter after a removal: reloading that page removes nothing. */
const REMOVED = 'removed'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { data: cards, meta } = await context.get(screenContext).call(listSavedCards)
  return { cards, keeps: meta.keeps_cards, removed: url.searchParams.get(REMOVED) }
}

export interface CardsAnswer {
  message: string
}

export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const gone = await screen.attempt(deleteSavedCard, {
    params: { id: String(form.get('card') ?? '') },
    ...forStoreOf(form),
  })
  if (gone.ok)
    throw goTo(
      withQuery(pathsFor(screen.framed).cards, {
        [REMOVED]: gone.answer.forgotten ? 'whole' : 'here',
      }),
      { status: 303 },
    )
  return data<CardsAnswer>({ message: gone.error.message }, { status: gone.error.statusCode })
}

/** The store's saved cards (S3.2, D21), and a way to remove each. */
export default function Cards({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { cards, keeps, removed } = loaderData
  const answer = actionData as CardsAnswer | undefined
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="cards"
        title={t('cards.title')}
        {...(cards.length > 0 && { lead: t('cards.lead') })}
      />
      {answer && <ErrorSummary title={answer.message} items={[]} round={1} className="mt-6" />}
      {removed !== null && !answer && (
        <Notice tone="done" alert className="mt-6">
          {t(removed === 'here' ? 'cards.removed_here' : 'cards.removed')}
        </Notice>
      )}
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
            {cards.map((card) => (
              <KeptCard key={card.id} card={card} />
            ))}
          </ul>
          <p className="type-sm mt-6 max-w-[70ch] text-ink2">{t('cards.what')}</p>
        </>
      )}
    </Page>
  )
}

/** A saved card. Removing asks for confirmation, without a script too. */
function KeptCard({ card }: { card: SavedCard }) {
  const { t } = useWords()
  const dates = useDates()
  const names = { name: card.store_name ?? `\u2066•••• ${card.last_four}\u2069` }
  return (
    <li className="flex min-w-0 flex-col rounded-panel border border-line bg-card p-5">
      <div className="flex items-start gap-4">
        <CardMark brand={card.brand} className="mt-1 shrink-0" />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="type-d4 wrap-anywhere-safe">
              {card.store_name ? <bdi>{card.store_name}</bdi> : <CardName card={card} />}
            </h2>
            {card.expired && <Badge>{t('cards.expired')}</Badge>}
          </div>
          <div className="type-body mt-1 text-ink2">
            {card.store_name && (
              <p>
                <CardName card={card} />
              </p>
            )}
            <CardExpiry card={card} message="cards.until" t={t} />
            <p className="type-sm mt-1">
              {card.expired
                ? t('cards.expired_note')
                : t('cards.kept_on', { date: dates.day(card.created_at) })}
            </p>
          </div>
        </div>
      </div>
      <details className="group/remove mt-auto pt-3">
        <summary
          className="inline-flex min-h-9 cursor-pointer list-none items-center rounded-control px-3 type-sm strong text-coral-text hover:bg-coral-tint"
          aria-label={t('cards.remove_of', names)}
        >
          {t('cards.remove')}
        </summary>
        <div className="mt-2 flex flex-wrap items-center gap-2 ps-3">
          <span className="type-sm">{t('cards.remove_sure')}</span>
          <ButtonForm
            fields={{ card: card.id }}
            kind="danger"
            size="small"
            label={t('cards.remove_yes_of', names)}
          >
            {t('cards.remove_yes')}
          </ButtonForm>
        </div>
      </details>
    </li>
  )
}
