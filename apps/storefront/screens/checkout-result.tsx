import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { getItem } from '#modules/catalog/contract.ts'
import { getInstallation } from '#modules/installs/contract.ts'
import { getOrderStatus } from '#modules/orders/contract.ts'
import { amountText } from '#modules/orders/ui/order-amounts.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { Amount } from '#ui/amount.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { LinkProvider, type AnchorProps } from '#ui/link.tsx'
import { Voussoirs, archCurve, archPath } from '#ui/arches.tsx'
import { onReceived, tellOpener, type PaymentHint } from '../bank-window.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { usePaths, withQuery } from '../paths.ts'
import { usePolling } from '../polling.ts'
import { ReceiptLink } from '../receipt-link.tsx'
import { type ScreenContext, screenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { BoughtItems, isUnderWay } from './checkout/bundle-result.tsx'
import { findBoughtItems } from './checkout/find-bought-items.ts'
import { PAID_PARAM, useWaitForStart } from './install/use-installation.ts'
import type { Route } from './+types/checkout-result.ts'

/**
 * The page to which the bank redirects. It is not trusted: the path is a hint, the order number
 * only identifies the order, and its state is shown to its own store only.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const hint: PaymentHint = url.pathname.endsWith('/success') ? 'success' : 'fail'
  const asked = url.searchParams.get('order') ?? ''
  const orderNumber = /^[A-Za-z0-9_-]{1,40}$/.test(asked) ? asked : null
  if (!orderNumber || !screen.session)
    return { hint, orderNumber, status: null, installs: false, items: null }
  const found = await screen.attempt(getOrderStatus, { params: { order_number: orderNumber } })
  const status = found.ok ? found.answer.data : null
  if (status?.bundle && status.outcome === 'confirmed') {
    const items = await findBoughtItems(screen, status.lines)
    return { hint, orderNumber, status, installs: false, items }
  }
  return { hint, orderNumber, status, installs: await beginsInstall(screen, status), items: null }
}

/**
 * Whether the payment also installs the item: its progress is then what the owner wants to see.
 * Null: the shop is busy, which an install makes it.
 */
async function beginsInstall(screen: ScreenContext, status: Status['data'] | null) {
  if (status?.outcome !== 'confirmed' || status.product || status.item.market !== screen.market)
    return false
  const item = await screen.attempt(getItem, { query: { slug: status.item.slug } })
  if (!item.ok) return false
  const found = await screen.attempt(getInstallation, {
    params: { id: item.answer.data.id },
    query: {},
  })
  if (!found.ok) return null
  const { installation, with_payment: planned } = found.answer.data
  // A short install is over before the bank's page has led back here.
  const isNew =
    installation?.installed_at != null &&
    status.paid_at !== null &&
    installation.installed_at >= status.paid_at
  return planned !== null || installation?.state === 'installing' || isNew
}

type Status = AnswerOf<typeof getOrderStatus>
const POLL_MS = 2_000
/** Ids of cards that are only checked, in place of an order's number. */
const SETUP = 'cst_'
const isSettled = (answer: Status) => answer.data.outcome !== 'in_progress'

const paidText = (status: Status['data'] | null) =>
  status?.bundle
    ? ('bundle.paid_text' as const)
    : !status?.subscription
      ? ('checkout.result.paid_text' as const)
      : status.subscription.purpose === 'start'
        ? ('checkout.result.subscribed' as const)
        : ('checkout.result.renewed' as const)

const boughtName = (status: Status['data'] | null): string =>
  status?.product?.name ?? status?.bundle?.name ?? status?.item.name ?? ''

const lookOf = (status: Status['data'] | null): ResultLook => {
  if (status === null) return 'neutral'
  return status.outcome === 'confirmed'
    ? 'paid'
    : status.outcome === 'in_progress'
      ? 'waiting'
      : 'failed'
}

export default function CheckoutResult({ loaderData: page }: Route.ComponentProps) {
  const { t } = useWords()
  const { framed, store } = useShell()
  const { revalidate } = useRevalidator()
  const { hint, orderNumber } = page
  const poll = usePolling<Status>(
    page.status?.outcome === 'in_progress' ? `/checkout/status/${orderNumber}` : null,
    {
      of: page.status,
      everyMs: POLL_MS,
      isEnd: isSettled,
    },
  )
  const status = poll.answer?.data ?? page.status
  const popup = useBankWindow(orderNumber, hint)
  const { key } = useLocation()
  // In the frame this page replaces checkout in the same document, without a layout that moves the
  // focus.
  useEffect(() => {
    if (key !== 'default') document.getElementById('main')?.focus({ preventScroll: true })
  }, [key])
  const look = lookOf(status)
  // What follows the payment is known once it is confirmed.
  useEffect(() => {
    if (poll.answer?.data.outcome === 'confirmed') void revalidate()
  }, [poll.answer, revalidate])
  useWaitForStart(page.installs === null || (page.items !== null && isUnderWay(page.items)))
  const paths = usePaths()
  const navigate = useNavigate()
  const progress =
    page.installs && status && orderNumber
      ? withQuery(paths.install(status.item.slug), { [PAID_PARAM]: orderNumber })
      : null
  useEffect(() => {
    if (progress === null || popup.is !== false) return
    // As `FrameLink` and `DocumentLink`.
    if (framed) void navigate(progress, { replace: true })
    else window.location.replace(progress)
  }, [progress, popup.is, framed, navigate])
  const title =
    look === 'neutral'
      ? t(hint === 'success' ? 'checkout.result.neutral_success' : 'checkout.result.neutral_fail')
      : t(
          (
            {
              paid: 'checkout.result.paid',
              failed: 'errors.checkout.order_not_completed',
              waiting: 'checkout.waiting',
            } as const
          )[look],
        )
  const text =
    look === 'neutral'
      ? t('checkout.result.neutral_text')
      : look === 'paid'
        ? status?.product
          ? t('in_app.paid_text', {
              product: status.product.name,
              app: status.item.name,
              domain: store?.domain ?? '',
            })
          : t(paidText(status), {
              item: boughtName(status),
              domain: store?.domain ?? '',
            })
        : look === 'waiting'
          ? t(poll.silent ? 'checkout.waiting.silent' : 'checkout.waiting.text')
          : status?.message === title
            ? t('checkout.result.failed')
            : status?.message
  const facts =
    status && look === 'paid'
      ? [
          { label: t('checkout.result.item'), value: boughtName(status) },
          {
            label: t('checkout.result.total'),
            value: <Amount text={amountText(status.total + status.surcharge, status.currency)} />,
          },
        ]
      : []
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh place-items-center px-(--gutter) py-10 focus:outline-none"
    >
      <PageHead title={title} indexed={false} />
      <LinkProvider link={framed ? FrameLink : DocumentLink}>
        <ResultScene
          look={look}
          title={title}
          facts={facts}
          list={page.items && <BoughtItems items={page.items} />}
          actions={
            popup.is ? (
              <Button onClick={() => window.close()}>{t('checkout.result.close')}</Button>
            ) : (
              <WaysOn
                look={look}
                status={status}
                progress={progress}
                again={() => {
                  poll.again()
                  void revalidate()
                }}
              />
            )
          }
        >
          <p>{popup.heard ? t('checkout.result.closing') : text}</p>
          {orderNumber && !orderNumber.startsWith(SETUP) && (
            <p className="type-sm mt-2 wrap-anywhere-safe">
              {t('checkout.order_number', { number: orderNumber })}
            </p>
          )}
          {orderNumber && look === 'paid' && status && status.total > 0 && (
            <p className="type-sm mt-2">
              <ReceiptLink orderNumber={orderNumber}>{t('checkout.result.receipt')}</ReceiptLink>
            </p>
          )}
        </ResultScene>
      </LinkProvider>
    </main>
  )
}

function WaysOn({
  look,
  status,
  progress,
  again,
}: {
  look: ResultLook
  status: Status['data'] | null
  progress: string | null
  again: () => void
}) {
  const { t } = useWords()
  const slug = status?.item.slug
  const paths = usePaths()
  if (look === 'waiting')
    return (
      <Button kind="secondary" icon="refresh" onClick={again}>
        {t('checkout.waiting.again')}
      </Button>
    )
  const home = (
    <LinkButton href={paths.home} kind={slug ? 'quiet' : 'primary'}>
      {t('checkout.result.home')}
    </LinkButton>
  )
  if (!slug) return home
  if (status?.product) {
    const open = status.state === 'draft' || status.state === 'awaiting_payment'
    const back = t('in_app.back', { app: status.item.name })
    return (
      <>
        {look !== 'paid' && open && (
          <LinkButton href={`${paths.checkout(slug)}?order=${status.order_number}`}>
            {t('checkout.result.again')}
          </LinkButton>
        )}
        <LinkButton
          href={status.product.return_to}
          kind={look === 'paid' ? 'primary' : 'secondary'}
        >
          {back}
        </LinkButton>
      </>
    )
  }
  if (status?.bundle?.slug)
    return (
      <>
        {look === 'paid' ? (
          <LinkButton href={paths.installed}>{t('bundle.see_installed')}</LinkButton>
        ) : (
          <LinkButton
            href={withQuery(paths.bundleCheckout(status.bundle.slug), {
              order: status.order_number,
            })}
          >
            {t('checkout.result.again')}
          </LinkButton>
        )}
        {home}
      </>
    )
  const checkout = status?.subscription
    ? withQuery(paths.checkout(slug), { order: status.order_number })
    : paths.checkout(slug)
  // The app of a later period is on the shop already.
  const renewed = status?.subscription && status.subscription.purpose !== 'start'
  return (
    <>
      {look !== 'paid' ? (
        <LinkButton href={checkout}>{t('checkout.result.again')}</LinkButton>
      ) : renewed ? (
        <LinkButton href={paths.subscription(status.subscription?.id ?? '')}>
          {t('checkout.result.subscription')}
        </LinkButton>
      ) : (
        <LinkButton href={progress ?? paths.install(slug)}>
          {t(progress ? 'checkout.result.progress' : 'checkout.result.next')}
        </LinkButton>
      )}
      {home}
    </>
  )
}

/** In which the framed checkout acknowledges. */
const OPENER_MS = 1_500

/**
 * In a window that the framed checkout opened: notifies it, and closes when it has acknowledged
 * (D20). `is`: null until it is known.
 */
function useBankWindow(orderNumber: string | null, hint: PaymentHint) {
  const [is, setIs] = useState<boolean | null>(null)
  const [heard, setHeard] = useState(false)
  useEffect(() => {
    setIs(orderNumber !== null && Boolean(window.opener))
    if (orderNumber === null || !window.opener) return
    // A panel may have opened this tab, too; it knows nothing of the payment.
    const timer = setTimeout(() => setIs(false), OPENER_MS)
    const stop = onReceived(orderNumber, () => {
      clearTimeout(timer)
      setHeard(true)
      window.close()
    })
    tellOpener(orderNumber, hint)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [orderNumber, hint])
  return { is, heard }
}

// The framed page keeps its session in memory, so it must stay in its document; outside, the next
// page has another CSP (D22).
const FrameLink = ({ href, moves: _moves, ...rest }: AnchorProps) => <Link to={href} {...rest} />
const DocumentLink = ({ moves: _moves, ...rest }: AnchorProps) => <a {...rest} />

type ResultLook = 'paid' | 'failed' | 'waiting' | 'neutral'

const DOORS: Record<ResultLook, { door: string; mark: string; d: string }> = {
  paid: { door: 'fill-turquoise', mark: 'stroke-on-turquoise', d: 'M66 108 84 125 117 89' },
  failed: { door: 'fill-stone2', mark: 'stroke-coral-text', d: 'M72 92 108 128M108 92 72 128' },
  waiting: { door: 'fill-turquoise-tint', mark: 'stroke-link', d: 'M90 86V111L106 121' },
  neutral: { door: 'fill-turquoise-tint', mark: 'stroke-link', d: 'M66 108 84 125 117 89' },
}

/** The result of a payment: a picture of a door by state, a sentence, one link. */
function ResultScene({
  look,
  title,
  children,
  facts,
  list,
  actions,
}: {
  look: ResultLook
  title: string
  children?: ReactNode
  facts?: readonly { label: string; value: ReactNode }[]
  list?: ReactNode
  actions: ReactNode
}) {
  const { door, mark, d } = DOORS[look]
  return (
    <div className="grid justify-items-center text-center">
      <svg aria-hidden="true" width="180" height="184" viewBox="0 0 180 184">
        <Voussoirs d={archCurve(140, 84, 20, 14)} stones={17} width={24} />
        <path d="M8 98H32V184H8ZM148 98H172V184H148Z" className="fill-v1" />
        <path d="M8 98H32V106H8ZM148 98H172V106H148Z" className="fill-v3" />
        <path d={archPath(116, 158, 74, 32, 26)} className={door} />
        <path d="M32 166H148V184H32Z" className="fill-black/17" />
        <path
          d={d}
          fill="none"
          strokeWidth="9"
          strokeLinecap="round"
          strokeLinejoin="round"
          className={mark}
        />
      </svg>
      <div className="cover-baseline w-64 max-w-full" />
      <div role="status">
        <h1 className="type-d2 mt-7 wrap-anywhere-safe">{title}</h1>
        {children && (
          <div className="type-body mx-auto mt-2 max-w-[46ch] text-balance text-ink2">
            {children}
          </div>
        )}
      </div>
      {facts && facts.length > 0 && (
        <dl className="type-body mt-6 w-full max-w-sm border-t border-line text-start">
          {facts.map((fact) => (
            <div
              key={fact.label}
              className="flex items-baseline justify-between gap-4 border-b border-line py-2.5"
            >
              <dt className="text-ink2">{fact.label}</dt>
              <dd className="strong min-w-0 text-end wrap-anywhere-safe figures">{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {list}
      <div className="mt-7 flex flex-wrap justify-center gap-3">{actions}</div>
    </div>
  )
}
