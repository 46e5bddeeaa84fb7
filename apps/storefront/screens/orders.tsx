import { Form, useNavigation } from 'react-router'
import { listDrafts, listOrders, removeDraft } from '#modules/orders/contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
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
import {
  ORDER_TONES,
  orderName,
  type OwnOrder,
  useCheckoutOf,
  useOrderFacts,
} from './orders/order-facts.tsx'
import { ReturnForms } from './orders/return-form.tsx'
import { returnOrder } from './orders/return-order.ts'
import type { Route } from './+types/orders.ts'
import { useDates } from '../formats.ts'
import { AppIcon, ThemeIcon } from '#ui/app-icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { TextLink } from '#ui/link.tsx'
import { FactList } from '#ui/panel.tsx'
import { ReceiptLink } from '../receipt-link.tsx'

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

/** Removes a draft order, or returns a purchase. */
export async function action({ context, request }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  if (form.has('return')) return returnOrder(screen, form)
  // If it ended or was paid meanwhile, the page shows that.
  await screen.attempt(removeDraft, {
    params: { order_number: String(form.get('remove') ?? '') },
    ...forStoreOf(form),
  })
  throw goTo(pathsFor(screen.framed).orders, { status: 303 })
}

/** D21: the store's orders and drafts. */
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

/** D30: unpaid drafts, which are not orders: they can be continued or removed, and expire. */
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
          const name = orderName(draft)
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

/** An order: item, date, total, state; its lines expand below. An open one can still be paid. */
function OrderRow({ order }: { order: OwnOrder }) {
  const { t } = useWords()
  const dates = useDates()
  const { market, framed, sites } = useShell()
  const paths = usePaths()
  const { item, product } = order
  const name = orderName(order)
  const pay = useCheckoutOf()(order)
  const install =
    item.market === market
      ? paths.install(item.slug)
      : `${sites[item.market] ?? ''}${framed ? '/market' : ''}/install/${item.slug}`
  const total = amountText(order.total, order.currency)
  const facts = useOrderFacts(order)
  return (
    <li className="border-line p-4 not-first:border-t md:p-5">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 md:grid-cols-[auto_minmax(0,1fr)_7rem_9.5rem] lg:grid-cols-[auto_minmax(0,1fr)_8rem_11rem_11rem]">
        {item.market === 'theme' ? (
          <ThemeIcon colour="currentColor" size={48} className="text-turquoise" />
        ) : (
          <AppIcon src={item.icon} name={item.name} size={48} />
        )}
        <div className="min-w-0">
          <h2 className="type-label line-clamp-2 wrap-anywhere-safe">
            <TextLink href={paths.order(order.order_number)}>{name}</TextLink>
          </h2>
          <p className="type-sm figures flex flex-wrap gap-x-4 text-ink2 wrap-anywhere-safe">
            {product && <span>{t('in_app.inside', { app: item.name })}</span>}
            <time dateTime={order.created_at}>{dates.day(order.created_at)}</time>
            <bdi dir="ltr">{order.order_number}</bdi>
          </p>
        </div>
        <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-2.5 md:contents">
          <p className="type-body strong figures md:text-end">
            <Amount text={total} />
          </p>
          <p className="md:justify-self-end lg:justify-self-start lg:ps-6">
            <Badge tone={ORDER_TONES[order.state]}>{t(`orders.state.${order.state}`)}</Badge>
          </p>
          {order.may_pay && order.available && (
            <p className="md:col-start-2 lg:col-start-auto lg:justify-self-end">
              <LinkButton
                href={pay}
                kind="secondary"
                size="small"
                aria-label={t('orders.pay_of', { item: name })}
              >
                {t('orders.pay')}
              </LinkButton>
            </p>
          )}
          {order.state === 'paid' && order.available && !product && !order.bundle && (
            <p className="md:col-start-2 lg:col-start-auto lg:justify-self-end">
              <LinkButton
                href={install}
                size="small"
                kind="secondary"
                aria-label={t('orders.open_of', { item: item.name })}
              >
                {t('orders.open')}
              </LinkButton>
            </p>
          )}
        </div>
      </div>
      {order.use_ends_at && (
        <p className="type-sm mt-2 ms-16">
          {t('orders.use_ends', { item: item.name, day: dates.day(order.use_ends_at) })}
        </p>
      )}
      <details className="mt-2 ms-16">
        <summary
          className="link type-sm inline-flex min-h-8 items-center"
          aria-label={t('orders.details_of', { number: order.order_number })}
        >
          {t('orders.details')}
        </summary>
        <FactList facts={facts} className="mt-2 max-w-130" />
        {order.receipt && (
          <p className="type-sm mt-3">
            <ReceiptLink orderNumber={order.order_number}>{t('orders.receipt')}</ReceiptLink>
          </p>
        )}
      </details>
      <div className="ms-16">
        <ReturnForms order={order} />
      </div>
    </li>
  )
}
