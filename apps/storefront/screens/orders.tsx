import { Form, useNavigation } from 'react-router'
import { listDrafts, listOrders, removeDraft } from '#modules/orders/contract.ts'
import { LinkButton, Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page-grid.tsx'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Amount } from '#ui/amount.tsx'
import { useWords } from '../messages.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { goTo } from '../go-to.ts'
import { forStoreOf, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { OwnerHead } from './account/owner-head.tsx'
import { OrderRow, useCheckoutOf } from './account/order-row.tsx'
import type { Route } from './+types/orders.ts'
import { useDates } from '../dates.ts'

const PER_PAGE = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const screen = context.get(screenContext)
  const [orders, drafts] = await Promise.all([
    screen.call(listOrders, {
      query: {
        page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
        per_page: PER_PAGE,
      },
    }),
    screen.call(listDrafts),
  ])
  return { ...orders, drafts: drafts.data }
}

/** Removes a checkout that was begun. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  // Ended or paid meanwhile: the page then shows what it has become.
  await screen.attempt(removeDraft, {
    params: { order_number: String(form.get('remove') ?? '') },
    ...forStoreOf(form),
  })
  throw goTo(pathsFor(screen.framed).orders, { status: 303 })
}

/** D21: everything that this store has bought, or begun to. */
export default function Orders({
  loaderData: { data: orders, meta, drafts },
}: Route.ComponentProps) {
  const { t } = useWords()
  const { market } = useShell()
  const paths = usePaths()
  const last = Math.max(1, Math.ceil(meta.total / PER_PAGE))
  const pageAt = (page: number) => withQuery(paths.orders, { page: page === 1 ? undefined : page })
  return (
    <Page className="pt-7 pb-14 md:pt-9">
      <OwnerHead
        place="orders"
        title={t('orders.title')}
        lead={meta.total > 0 ? t('orders.lead', { count: meta.total }) : undefined}
      />
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
          {orders.map((order) => (
            <OrderRow key={order.order_number} order={order} />
          ))}
        </ul>
      )}
      {orders.length > 0 && last > 1 && (
        <nav
          aria-label={t('orders.pages')}
          className="mt-6 flex flex-wrap items-center justify-between gap-4"
        >
          {meta.page > 1 ? (
            <LinkButton href={pageAt(meta.page - 1)} kind="secondary" rel="prev">
              {t('orders.newer')}
            </LinkButton>
          ) : (
            <span />
          )}
          <p className="type-sm figures text-ink2">
            {t('orders.page', { page: meta.page, all: last })}
          </p>
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

type Draft = AnswerOf<typeof listDrafts>['data'][number]

/**
 * D30: checkouts that were opened and not paid. No orders: they can be gone on with or removed, and
 * end by themselves.
 */
function Drafts({ drafts, className }: { drafts: readonly Draft[]; className?: string }) {
  const { t } = useWords()
  const dates = useDates()
  const { store } = useShell()
  const checkoutOf = useCheckoutOf()
  const busy = useNavigation().state !== 'idle'
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts-heading" className={className}>
      <h2 id="drafts-heading" className="type-d3">
        {t('drafts.title')}
      </h2>
      <p className="type-body mt-1 mb-4 max-w-[62ch] text-ink2">{t('drafts.note')}</p>
      <ul className="rounded-panel border border-line bg-card">
        {drafts.map((draft) => {
          const name = draft.product?.name ?? draft.item.name
          return (
            <li
              key={draft.order_number}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line p-4 not-first:border-t md:px-5"
            >
              <div className="min-w-0 flex-1 basis-56">
                <h3 className="type-label wrap-anywhere-safe">
                  <bdi>{name}</bdi>
                </h3>
                <p className="type-sm text-ink2">
                  <Amount text={amountText(draft.total, draft.currency)} />
                  {' · '}
                  {t('drafts.ends', { day: dates.day(draft.expires_at) })}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {draft.available && (
                  <LinkButton
                    href={checkoutOf(draft)}
                    kind="secondary"
                    size="small"
                    aria-label={t('orders.pay_of', { item: name })}
                  >
                    {t('orders.pay')}
                  </LinkButton>
                )}
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="store" value={store?.id ?? ''} />
                  <Button
                    type="submit"
                    name="remove"
                    value={draft.order_number}
                    kind="danger-quiet"
                    size="small"
                    icon="trash"
                    disabled={busy}
                    aria-label={t('drafts.remove_of', { item: name })}
                  >
                    {t('drafts.remove')}
                  </Button>
                </Form>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
