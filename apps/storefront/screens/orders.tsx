import { listDrafts, listOrders, removeDraft } from '#contexts/checkout/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { goTo } from '../go-to.ts'
import { forStoreOf } from '../page-store.ts'
import { screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { Drafts } from './account/drafts.tsx'
import { OrderRow } from './account/order-row.tsx'
import type { Route } from './+types/orders.ts'

const PER_PAGE = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const screen = context.get(screenContext)
  const [orders, drafts] = await Promise.all([
    screen.call(listOrders, { query: { page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1, per_page: PER_PAGE } }),
    screen.call(listDrafts),
  ])
  return { ...orders, drafts: drafts.data }
}

/** Removes a checkout that was begun. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  // Ended or paid meanwhile: the page then shows what it has become.
  await screen.attempt(removeDraft, { params: { order_number: String(form.get('remove') ?? '') }, ...forStoreOf(form) })
  throw goTo(pathsFor(screen.framed).orders, { status: 303 })
}

/** D21: everything that this store has bought, or begun to. */
export default function Orders({ loaderData: { data: orders, meta, drafts } }: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const last = Math.max(1, Math.ceil(meta.total / PER_PAGE))
  const pageAt = (page: number) => withQuery(paths.orders, { page: page === 1 ? undefined : page })
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead place="orders" title={t('orders.title')} lead={meta.total > 0 ? t('orders.lead', { count: meta.total }) : undefined} />
      {orders.length === 0 ? (
        <EmptyState
          className="mt-6"
          title={meta.total === 0 ? t('orders.empty') : t('orders.empty_page')}
          action={
            <LinkButton href={meta.total === 0 ? paths.list : paths.orders} kind="secondary">
              {meta.total === 0 ? t(`orders.empty_go.${market}`) : t('orders.first')}
            </LinkButton>
          }
        >
          {meta.total === 0 && t('orders.empty_note')}
        </EmptyState>
      ) : (
        <ul className="mt-7 rounded-panel border border-line bg-card">
          {orders.map(order => (
            <OrderRow key={order.order_number} order={order} />
          ))}
        </ul>
      )}
      {orders.length > 0 && last > 1 && (
        <nav aria-label={t('orders.pages')} className="mt-6 flex flex-wrap items-center justify-between gap-4">
          {meta.page > 1 ? (
            <LinkButton href={pageAt(meta.page - 1)} kind="secondary" rel="prev">
              {t('orders.newer')}
            </LinkButton>
          ) : (
            <span />
          )}
          <p className="type-sm figures text-ink2">{t('orders.page', { page: meta.page, all: last })}</p>
          {meta.page < last ? (
            <LinkButton href={pageAt(meta.page + 1)} kind="secondary" rel="next">
              {t('orders.older')}
            </LinkButton>
          ) : (
            <span />
          )}
        </nav>
      )}
      {meta.page === 1 && <Drafts drafts={drafts} className="mt-10" />}
    </Page>
  )
}
