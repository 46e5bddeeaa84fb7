import { data } from 'react-router'
import { getItem } from '#modules/catalog/contract.ts'
import { previewSubscription, startSubscription } from '#modules/billing/contract.ts'
import { listSavedCards } from '#modules/orders/card-contract.ts'
import { BackLink } from '#ui/breadcrumb.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, usePaths, withQuery } from '../paths.ts'
import { forStoreOf, requireStoreOf, screenContext } from '../screen-context.ts'
import { isSlug, validWhen } from '../validity.ts'
import { withTried } from './install/tried-answers.ts'
import { SAVED_CARD } from './subscription/card-select.tsx'
import { COUPON } from './subscription/coupon-query.tsx'
import { ComingCharges } from './subscription/coming-charges.tsx'
import { findLive } from './subscription/find-live.ts'
import { PlanCards } from './subscription/plan-cards.tsx'
import { useAmounts } from './subscription/plan-words.ts'
import { StartBar, StartPanel, type SubscribePage } from './subscription/start-panel.tsx'
import type { Route } from './+types/subscribe.ts'

export const middleware = [validWhen(({ params }) => isSlug(params.slug))]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const slug = params.slug ?? ''
  const plan = url.searchParams.get('plan')?.slice(0, 60) || undefined
  const coupon = url.searchParams.get(COUPON)?.trim().slice(0, 64) || undefined
  const [{ data: item }, { data: preview }, { data: cards, meta }, live] = await Promise.all([
    screen.call(getItem, { query: { slug } }),
    screen.call(previewSubscription, { query: { slug, plan, coupon } }),
    screen.call(listSavedCards),
    findLive(screen, slug),
  ])
  const paths = pathsFor(screen.framed)
  if (live && live.state !== 'trialing') throw goTo(paths.subscription(live.id))
  if (!live && item.installed?.owned) throw goTo(paths.install(item.slug))
  return {
    item: { slug: item.slug, name: item.name, icon: item.icon, market: item.market },
    preview,
    cards: cards.filter((card) => card.may_pay),
    addsCards: meta.adds !== null,
    /** A trial that runs: subscribing now keeps its days. */
    isTrying: live !== undefined,
  }
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  requireStoreOf(screen, form)
  const slug = params.slug ?? ''
  const field = (name: string) => String(form.get(name) ?? '')
  const trial = field('intent') === 'trial'
  const agrees = trial && field(SAVED_CARD) !== ''
  const begun = await screen.attempt(startSubscription, {
    body: {
      slug,
      plan: field('plan'),
      ...(field(COUPON) !== '' && (agrees || !trial) && { coupon: field(COUPON) }),
      trial,
      ...(agrees && {
        agree: {
          amount: Number(field('amount')),
          day: field('day'),
          saved_card_id: field(SAVED_CARD),
        },
      }),
    },
    ...forStoreOf(form),
  })
  if (!begun.ok) return data({ message: begun.error.message }, { status: begun.error.statusCode })
  const paths = pathsFor(screen.framed)
  const { order_number: order } = begun.answer.data
  throw order === null
    ? goTo(withTried(paths.install(slug), url.searchParams), { status: 303 })
    : goTo(withTried(withQuery(paths.checkout(slug), { order }), url.searchParams), {
        status: 303,
        document: !screen.framed,
      })
}

/** What a plan costs today and in the next twelve months, before the owner agrees to anything. */
export default function Subscribe({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const paths = usePaths()
  const { item, preview } = page
  const answer = actionData as { message: string } | undefined
  return (
    <Page className={classes('pt-6 md:pt-7', preview.owed ? 'pb-12' : 'lg:pb-12')}>
      <PageHead title={t('subscribe.title', { item: item.name })} indexed={false} />
      <BackLink href={paths.item(item.slug)}>{item.name}</BackLink>
      <h1 className="type-title mb-7 wrap-anywhere-safe">
        {t('subscribe.title', { item: item.name })}
      </h1>
      {answer && <ErrorSummary title={answer.message} items={[]} round={1} className="mb-7" />}
      <Columns kind="checkout">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-9">
          <section aria-labelledby="plan-heading">
            <h2 id="plan-heading" className="type-d3 mb-4">
              {t('subscribe.plan')}
            </h2>
            <PlanCards
              plans={preview.plans}
              chosen={preview.plan.id}
              coupon={preview.coupon?.code}
            />
          </section>
          <section aria-labelledby="coming-heading">
            <h2 id="coming-heading" className="type-d3 mb-4">
              {t(preview.trial.days > 0 ? 'subscribe.coming_if' : 'subscribe.coming')}
            </h2>
            <ComingCharges coming={preview.coming} />
          </section>
          <section aria-labelledby="leave-heading">
            <h2 id="leave-heading" className="type-d3 mb-2">
              {t('subscribe.leave')}
            </h2>
            <p className="type-body max-w-[62ch] text-ink2">{t('subscribe.leave_text')}</p>
          </section>
        </div>
        <Sticky>{preview.owed ? <Owed owed={preview.owed} /> : <StartPanel page={page} />}</Sticky>
      </Columns>
      {!preview.owed && <StartBar page={page} />}
    </Page>
  )
}

/** An earlier subscription must be paid before a new one begins. */
function Owed({ owed }: { owed: NonNullable<SubscribePage['preview']['owed']> }) {
  const { t } = useWords()
  const paths = usePaths()
  const amount = useAmounts(owed.currency)(owed.amount)
  return (
    <Notice
      tone="attention"
      title={t('subscribe.owed.title', { amount })}
      action={
        <LinkButton href={`${paths.subscription(owed.subscription_id)}/pay`}>
          {t('subscribe.owed.pay', { amount })}
        </LinkButton>
      }
    >
      {t('subscribe.owed.text')}
    </Notice>
  )
}
