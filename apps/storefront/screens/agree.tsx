import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { data, Form, useLocation, useNavigation, useRevalidator } from 'react-router'
import {
  agreeToSubscription,
  getSubscription,
  previewSubscription,
  startSubscription,
} from '#modules/billing/contract.ts'
import { getItem } from '#modules/catalog/contract.ts'
import {
  type CardSetup,
  getCardSetup,
  listSavedCards,
  setUpCard,
} from '#modules/orders/card-contract.ts'
import { addAddress, listAddresses } from '#modules/orders/contract.ts'
import { AddressFields } from '#modules/orders/ui/address-fields.tsx'
import { CardFields } from '#modules/orders/ui/card-fields.tsx'
import { cardField, findCardErrors, readCard } from '#modules/orders/ui/card-form.ts'
import {
  addressField,
  fieldOfInput,
  findAddressErrors,
  keepable,
  readAddress,
} from '#modules/orders/ui/payment-form.ts'
import type { CardElement } from '#modules/orders/ui/gateway-script.ts'
import { WaitingForBank } from '#modules/orders/ui/waiting-for-bank.tsx'
import { systemClock } from '#lib/clock.ts'
import { directionOf } from '#lib/locale.ts'
import type { ErrorFacts } from '#lib/wire-error.ts'
import { BackLink } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Columns, Page, Sticky } from '#ui/page-grid.tsx'
import { type FieldErrors, useFormCheck } from '#ui/use-form-check.ts'
import { openBankWindow, usePaymentHint } from '../bank-window.ts'
import { fieldMessages } from '../field-messages.ts'
import { useDates } from '../formats.ts'
import { FormKey } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { useWords } from '../messages.tsx'
import { PageHead } from '../page-head.tsx'
import { pathsFor, withQuery } from '../paths.ts'
import { usePolling } from '../polling.ts'
import { forStoreOf, screenContext, type ScreenContext } from '../screen-context.ts'
import { useShell } from '../shell.tsx'
import { isRowId, isSlug, validWhen } from '../validity.ts'
import { countriesIn } from './checkout/countries.ts'
import { CardSelect, SAVED_CARD } from './subscription/card-select.tsx'
import { ComingCharges } from './subscription/coming-charges.tsx'
import { COUPON } from './subscription/coupon-query.tsx'
import { useAmounts } from './subscription/plan-words.ts'
import type { Route } from './+types/agree.ts'

/** Only for gateways whose card fields are theirs. */
const GatewayFields = lazy(async () => ({
  default: (await import('#modules/orders/ui/gateway-fields.tsx')).GatewayFields,
}))

export const middleware = [
  validWhen(({ params: { id, slug } }) => (id === undefined ? isSlug(slug) : isRowId(id))),
]

/** Query parameter after the bank: the setup of the card. */
const SETUP = 'setup'

type Params = Route.LoaderArgs['params'] & { id?: string; slug?: string }

/** A running trial, or one that begins only with a card: what is agreed to. */
async function findAgreement(screen: ScreenContext, { id, slug = '' }: Params, url: URL) {
  const paths = pathsFor(screen.framed)
  const code = url.searchParams.get(COUPON)?.slice(0, 64) || undefined
  if (id !== undefined) {
    const { data: one } = await screen.call(getSubscription, { params: { id } })
    const [first] = one.coming.charges
    if (one.state !== 'trialing' || one.is_agreed || !first) throw goTo(paths.subscription(id))
    return {
      item: one.item,
      plan: one.plan,
      first,
      coming: one.coming,
      coupon: undefined,
      back: paths.subscription(id),
      own: paths.agree(id),
    }
  }
  const plan = url.searchParams.get('plan')?.slice(0, 60) || undefined
  const [{ data: item }, { data: preview }] = await Promise.all([
    screen.call(getItem, { query: { slug } }),
    screen.call(previewSubscription, { query: { slug, plan, coupon: code } }),
  ])
  const [first] = preview.coming.charges
  const back = withQuery(paths.subscribe(slug), { plan, [COUPON]: code })
  if (preview.trial.days === 0 || !first) throw goTo(back)
  const coupon = preview.coupon?.valid ? preview.coupon.code : undefined
  return {
    item: { slug: item.slug, name: item.name },
    plan: preview.plan,
    first,
    coming: preview.coming,
    coupon,
    back,
    own: withQuery(paths.agreeTrial(slug), { plan: preview.plan.id, [COUPON]: coupon }),
  }
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const screen = context.get(screenContext)
  const setupId = url.searchParams.get(SETUP)
  const [agreement, { data: saved, meta }, { data: addresses }, setup] = await Promise.all([
    findAgreement(screen, params, url),
    screen.call(listSavedCards),
    screen.call(listAddresses),
    setupId === null ? null : screen.attempt(getCardSetup, { params: { id: setupId } }),
  ])
  const cards = saved.filter((card) => card.may_pay)
  // Where no card is saved without a payment, the trial goes on at the checkout.
  if (cards.length === 0 && meta.adds === null) throw goTo(agreement.back)
  return {
    ...agreement,
    cards,
    hasAddress: addresses.length > 0,
    countries: countriesIn(screen.locale, screen.operator.country),
    home: screen.operator.country,
    means: meta.adds,
    setup: setup?.ok ? setup.answer.data : null,
  }
}

interface AgreeAnswer {
  message: string | null
  fieldErrors: FieldErrors
  given: Record<string, string>
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const screen = context.get(screenContext)
  const form = await request.formData()
  const refused = (
    { message, fieldErrors = {}, statusCode }: ErrorFacts,
    operation: 'address' | 'payment',
  ) => {
    const country = String(form.get(addressField('country')) ?? '')
    const known = Object.entries(fieldErrors).map(
      ([path, text]) => [fieldOfInput(path, operation, country), text] as const,
    )
    return data<AgreeAnswer>(
      {
        message: known.length > 0 ? null : message,
        fieldErrors: Object.fromEntries(known),
        given: keepable(form),
      },
      { status: statusCode },
    )
  }
  if (form.get('intent') === 'agree') {
    const done = await agree(screen, params, form)
    return refused(done, 'payment')
  }
  const { own } = await findAgreement(screen, params, url)
  const fieldErrors = findMistakes(form)
  if (Object.keys(fieldErrors).length > 0)
    return data<AgreeAnswer>({ message: null, fieldErrors, given: keepable(form) }, { status: 422 })
  const { data: addresses } = await screen.call(listAddresses)
  let addressId = addresses[0]?.id
  if (addressId === undefined) {
    const saved = await screen.attempt(addAddress, { body: readAddress(form), ...forStoreOf(form) })
    if (!saved.ok) return refused(saved.error, 'address')
    addressId = saved.answer.data.id
  }
  const takes = form.has(cardField('number')) || form.has(cardField('client_token'))
  if (!takes) throw goTo(own, { status: 303 })
  const setUp = await screen.attempt(setUpCard, {
    body: {
      address_id: addressId,
      ...(form.has(cardField('number'))
        ? { card: readCard(form) }
        : { client_token: String(form.get(cardField('client_token'))) }),
      return_to: own,
    },
    ...forStoreOf(form),
  })
  if (!setUp.ok) return refused(setUp.error, 'payment')
  const { id, state, challenge_url: bank, declined } = setUp.answer.data
  // In the frame the window that the click opened goes to the bank.
  if (state === 'challenge' && bank !== null && !screen.framed)
    throw goTo(bank, { external: true, status: 303 })
  if (state === 'declined')
    return data<AgreeAnswer>(
      { message: declined?.message ?? null, fieldErrors: {}, given: keepable(form) },
      { status: 402 },
    )
  throw goTo(withSetup(own, id), { status: 303 })
}

const withSetup = (path: string, id: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${SETUP}=${id}`

/** Agrees to the day and the amount; leaves the page when it is done. */
async function agree(
  screen: ScreenContext,
  { id, slug = '' }: Params,
  form: FormData,
): Promise<ErrorFacts> {
  const text = (name: string) => String(form.get(name) ?? '')
  const agreed = {
    amount: Number(text('amount')),
    day: text('day'),
    saved_card_id: text(SAVED_CARD),
  }
  const coupon = text(COUPON) === '' ? {} : { coupon: text(COUPON) }
  const paths = pathsFor(screen.framed)
  if (id !== undefined) {
    const done = await screen.attempt(agreeToSubscription, {
      params: { id },
      body: { ...agreed, ...coupon },
      ...forStoreOf(form),
    })
    if (!done.ok) return done.error
    throw goTo(withQuery(paths.subscription(id), { done: 'agreed' }), { status: 303 })
  }
  const begun = await screen.attempt(startSubscription, {
    body: { slug, plan: text('plan'), trial: true, agree: agreed, ...coupon },
    ...forStoreOf(form),
  })
  if (!begun.ok) return begun.error
  throw goTo(paths.install(slug), { status: 303 })
}

/** Fields that are not on the page have no mistakes. */
const findMistakes = (form: FormData): FieldErrors => ({
  ...(form.has(addressField('email')) && findAddressErrors(form)),
  ...(form.has(cardField('number')) && findCardErrors(form, systemClock.now())),
})

/** Address and card where they are missing, then the agreement: nothing is charged today. */
export default function Agree({ loaderData: page, actionData }: Route.ComponentProps) {
  const { t } = useWords()
  const dates = useDates()
  const amount = useAmounts(page.plan.currency)
  const answer = actionData as AgreeAnswer | undefined
  const isReady = page.cards.length > 0 && page.hasAddress
  const check = useCardCheck(page.setup, answer)
  const facts = { day: dates.day(page.first.day), amount: amount(page.first.plan) }
  const declined = page.setup?.declined
  return (
    <Page className="pt-6 pb-14 md:pt-7">
      <PageHead title={t('agree.title', { item: page.item.name })} indexed={false} />
      <BackLink href={page.back}>{page.item.name}</BackLink>
      <h1 className="type-title mb-3 wrap-anywhere-safe">
        {t('agree.title', { item: page.item.name })}
      </h1>
      <p className="type-body mb-7 max-w-[62ch] text-ink2">{t('agree.lead', facts)}</p>
      {answer?.message && (
        <ErrorSummary title={answer.message} items={[]} round={1} className="mb-6" />
      )}
      {!answer && declined && (
        <ErrorSummary title={declined.message} items={[]} round={1} className="mb-6" />
      )}
      {page.setup?.state === 'pending' && !isReady && (
        <Notice className="mb-6">{t('agree.pending')}</Notice>
      )}
      {page.setup?.state === 'saved' && (
        <Notice tone="done" alert className="mb-6">
          {t('agree.checked')}
        </Notice>
      )}
      <Columns kind="checkout">
        {isReady ? (
          <LastStep page={page} facts={facts} />
        ) : check.waiting ? (
          <WaitingForBank {...check.waiting} t={t} />
        ) : (
          <Preparing page={page} answer={answer} openBank={check.openBank} />
        )}
        <Sticky>
          <section aria-labelledby="coming-heading">
            <h2 id="coming-heading" className="type-d4 mb-3">
              {t('subscribe.coming')}
            </h2>
            <ComingCharges coming={page.coming} />
          </section>
        </Sticky>
      </Columns>
    </Page>
  )
}

type AgreePage = Route.ComponentProps['loaderData']

const LOOK_MS = 2_000
const isOver = ({ data: { state } }: { data: CardSetup }) =>
  state === 'saved' || state === 'declined'

/**
 * D20: in the panel's frame the bank's page opens in a window of its own, directly in the click,
 * while this page finds out how the check ended.
 */
function useCardCheck(setup: CardSetup | null, answer: AgreeAnswer | undefined) {
  const { framed } = useShell()
  const { t, locale } = useWords()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  const bank = useRef<Window | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  const isOpen = setup?.state === 'challenge' || setup?.state === 'pending'
  const url = framed ? (setup?.challenge_url ?? null) : null
  useEffect(() => {
    if (url === null) return
    const opened = bank.current
    if (opened && !opened.closed) opened.location.replace(url)
    else setBlocked(true)
    panel.current?.focus({ preventScroll: true })
  }, [url])
  const isDone = answer !== undefined || (setup !== null && !isOpen)
  useEffect(() => {
    if (isDone) bank.current?.close()
  }, [isDone])
  const poll = usePolling<{ data: CardSetup }>(
    setup && isOpen ? `/domain/card/setup/${setup.id}` : null,
    { of: setup, everyMs: LOOK_MS, isEnd: isOver },
  )
  const isFound = poll.answer !== null && isOver(poll.answer)
  useEffect(() => {
    if (isFound) void revalidate()
  }, [isFound, revalidate])
  usePaymentHint(setup?.id ?? '', poll.again)
  return {
    openBank: () => {
      if (framed) bank.current = openBankWindow(t('checkout.bank_window'), directionOf(locale))
    },
    waiting:
      url === null
        ? null
        : {
            challenge: { url, blocked: isBlocked },
            lost: false,
            silent: poll.silent,
            again: poll.again,
            againHref: pathname + search,
            otherCard: null,
            panel,
          },
  }
}

/** What is missing: the invoice address, the card, or both. */
function Preparing({
  page,
  answer,
  openBank,
}: {
  page: AgreePage
  answer: AgreeAnswer | undefined
  openBank: () => void
}) {
  const { t, locale } = useWords()
  const { store } = useShell()
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().state !== 'idle'
  const check = useFormCheck({ form, answer, find: findMistakes })
  const { errors, list } = fieldMessages(t, check.fieldErrors, (name) =>
    t(`checkout.${name}` as 'checkout.address.city'),
  )
  const needsCard = page.cards.length === 0
  const element = useRef<CardElement | null>(null)
  const token = useRef(false)
  const [unready, setUnready] = useState<string | null>(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    if (busy || !check.submit()) return event.preventDefault()
    if (needsCard && !token.current) openBank()
    if (!needsCard || page.means?.card_fields !== 'element' || token.current) return
    event.preventDefault()
    void submitWithToken(event.currentTarget)
  }
  /** The gateway's fields give a one-time token for the card. */
  async function submitWithToken(sent: HTMLFormElement) {
    const asked = await element.current?.token().catch(() => null)
    const place = sent.elements.namedItem(cardField('client_token')) as HTMLInputElement | null
    if (!asked || !place || 'message' in asked)
      return setUnready(
        (asked && 'message' in asked && asked.message) || t('pay.fields.incomplete'),
      )
    place.value = asked.token
    token.current = true
    sent.requestSubmit()
  }
  // After an answer the gateway's fields give another token.
  useEffect(() => {
    token.current = false
  }, [answer])
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      preventScrollReset
      onSubmit={submit}
      className="min-w-0"
    >
      <FormKey />
      <input type="hidden" name="store" value={store?.id ?? ''} />
      {list.length > 0 && (
        <ErrorSummary
          title={t('addresses.mistakes', { count: list.length })}
          items={list}
          round={check.round}
          className="mb-6"
        />
      )}
      {!page.hasAddress && (
        <section aria-labelledby="address-heading" className="mb-9">
          <h2 id="address-heading" className="type-d3 mb-4">
            {t('checkout.address')}
          </h2>
          <AddressFields
            given={answer?.given ?? {}}
            home={page.home}
            countries={page.countries}
            errors={errors}
            t={t}
          />
        </section>
      )}
      {needsCard && (
        <section aria-labelledby="card-heading">
          <h2 id="card-heading" className="type-d3 mb-4">
            {t('checkout.card')}
          </h2>
          {unready !== null && (
            <div className="mb-4">
              <FieldError>{unready}</FieldError>
            </div>
          )}
          {page.means?.card_fields === 'element' ? (
            <Suspense fallback={<p className="text-ink2">{t('pay.fields.opening')}</p>}>
              <GatewayFields
                means={{ ...page.means, saved_cards: true }}
                order={{ total: 0, currency: page.plan.currency }}
                handle={element}
                isKept
                round={check.round}
                given={answer?.given ?? {}}
                errors={errors}
                locale={locale}
                t={t}
              />
            </Suspense>
          ) : (
            <CardFields
              given={answer?.given ?? {}}
              keeps={false}
              errors={errors}
              round={check.round}
              onDigits={() => {}}
              t={t}
            />
          )}
          <p className="type-sm mt-3 flex gap-2 text-ink2">
            <Icon name="lock" size={16} className="mt-0.5" />
            {t('agree.card_note')}
          </p>
        </section>
      )}
      <Button type="submit" name="intent" value="prepare" size="large" busy={busy} className="mt-6">
        {t(needsCard ? 'agree.check' : 'agree.save')}
      </Button>
    </Form>
  )
}

/** The day and the amount stand in the button. */
function LastStep({ page, facts }: { page: AgreePage; facts: { day: string; amount: string } }) {
  const { t } = useWords()
  const { store } = useShell()
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset className="min-w-0">
      <FormKey />
      <input type="hidden" name="store" value={store?.id ?? ''} />
      <input type="hidden" name="plan" value={page.plan.id} />
      <input type="hidden" name="amount" value={page.first.plan} />
      <input type="hidden" name="day" value={page.first.day} />
      {page.coupon !== undefined && <input type="hidden" name={COUPON} value={page.coupon} />}
      <h2 className="type-d3 mb-4">{t('checkout.card')}</h2>
      <CardSelect
        cards={page.cards}
        chosen={page.setup?.saved_card_id ?? undefined}
        className="mb-5 max-w-160"
      />
      <p className="type-body mb-5 max-w-[62ch]">{t('agree.sentence', facts)}</p>
      <Button type="submit" name="intent" value="agree" size="large" busy={busy}>
        {t('subscription.go_on.agree', facts)}
      </Button>
    </Form>
  )
}
