import { hasPartnerRight } from '#kernel/actor.ts'
import {
  useLoaderData,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import {
  listPlanOffers,
  makePlanOffer,
  MOST_OFFER_DAYS,
  withdrawPlanOffer,
} from '#modules/billing/partner-contract.ts'
import { OFFER_NOTE_RULES } from '#modules/billing/rules.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { systemClock } from '#lib/clock.ts'
import { formatAmount, toMinor } from '#lib/money.ts'
import { latinDigits } from '#lib/text.ts'
import { dayAfter } from '#lib/time-zone.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { DataTable } from '../data-table.tsx'
import { useDates } from '../dates.ts'
import { ButtonForm, FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

type Offers = AnswerOf<typeof listPlanOffers>
type Offer = Offers['offers'][number]

const placeOf = (params: Record<string, string | undefined>) => ({
  partner: params['partner'] ?? '',
  item: params['item'] ?? '',
})

export async function loader({ context, params }: LoaderFunctionArgs) {
  const offers = await context.get(consoleContext).call(listPlanOffers, { params: placeOf(params) })
  const today = systemClock.now().toISOString().slice(0, 10)
  return { ...offers, days: { today, last: dayAfter(today, MOST_OFFER_DAYS) } }
}

/** "249,90" → 249.9; NaN for anything else, which the operation refuses with a field error. */
function amountOf(text: string): number {
  const plain = latinDigits(text).trim().replace(/[٫,]/, '.')
  return /^\d{1,9}(\.\d{1,3})?$/.test(plain) ? Number(plain) : Number.NaN
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { text, submit } = await readForm(context, request)
  if (text('form') === 'withdraw')
    return submit(withdrawPlanOffer, { params: { ...placeOf(params), offer: text('id') } })
  return submit(makePlanOffer, {
    params: placeOf(params),
    body: {
      store: text('store'),
      plan: text('plan'),
      amount: amountOf(text('amount')),
      trial_days: text('trial_days').trim() === '' ? 0 : Number(latinDigits(text('trial_days'))),
      cap: text('cap').trim() === '' ? null : amountOf(text('cap')),
      note: text('note'),
      until: text('until'),
    },
  })
}

const TONES: Record<Offer['state'], Tone> = {
  open: 'turquoise',
  taken: 'green',
  withdrawn: 'neutral',
  expired: 'neutral',
}

/** Private offers of an item: what one shop may have it for, and until when. */
export default function PartnerItemOffers() {
  const { t } = useWords()
  const dates = useDates()
  const page = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  if (!item) return null
  const may = hasPartnerRight(item.role, 'money')
  const price = ({ price: amount, currency, period }: Offer | Offers['plans'][number]) =>
    t(`portal.offers.${period}`, { price: formatAmount(toMinor(amount, currency) ?? 0, currency) })
  return (
    <div className="grid gap-6">
      <p className="type-body max-w-[62ch] text-ink2">{t('portal.offers.lead')}</p>
      <FormDone answer={answer} form="offer">
        {t('portal.offers.made')}
      </FormDone>
      <DataTable
        label={t('portal.tab.offers')}
        rows={page.offers}
        empty={
          <EmptyState title={t('portal.offers.none')}>{t('portal.offers.none_lead')}</EmptyState>
        }
        columns={[
          {
            name: t('portal.offers.store'),
            cell: (one) => (
              <>
                <bdi dir="ltr" className="strong">
                  {one.store.domain}
                </bdi>
                {one.note !== '' && (
                  <span className="type-sm block max-w-80 text-ink2 wrap-anywhere">
                    <bdi>{one.note}</bdi>
                  </span>
                )}
              </>
            ),
          },
          {
            name: t('portal.offers.price'),
            cell: (one) => (
              <>
                <bdi>{one.name}</bdi>
                <span className="figures block">{price(one)}</span>
              </>
            ),
          },
          {
            name: t('portal.offers.until'),
            cell: (one) => dates.day(new Date(Date.parse(one.until) - 1).toISOString()),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={TONES[one.state]}>{t(`portal.offers.state.${one.state}`)}</Badge>
            ),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              may &&
              one.state === 'open' && (
                <ButtonForm
                  name="withdraw"
                  hidden={{ id: one.id }}
                  label={t('portal.offers.withdraw')}
                  about={one.store.domain}
                  kind="danger-quiet"
                />
              ),
          },
        ]}
      />
      {may && page.plans.length === 0 && <Notice>{t('portal.offers.no_plans')}</Notice>}
      {may && page.plans.length > 0 && <NewOffer page={page} price={price} />}
    </div>
  )
}

function NewOffer({
  page: { plans, days, offers },
  price,
}: {
  page: ReturnType<typeof useLoaderData<typeof loader>>
  price: (plan: Offers['plans'][number]) => string
}) {
  const { t } = useWords()
  const answer = useFormAnswer()
  const field = useField(answer, 'offer')
  return (
    <Section title={t('portal.offers.new')} className="max-w-170">
      <PostForm
        name="offer"
        answer={answer}
        submit={t('portal.offers.create')}
        key={offers.length}
        className="grid gap-4"
      >
        <TextField
          {...field('store')}
          label={t('portal.offers.store')}
          hint={t('portal.offers.store_hint')}
          dir="ltr"
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div className="grid gap-4 md:grid-cols-2">
          <SelectField
            label={t('portal.offers.plan')}
            name="plan"
            value={field('plan', plans[0]?.id).defaultValue}
            options={plans.map((plan) => ({
              value: plan.id,
              name: `${plan.name} · ${price(plan)}`,
            }))}
          />
          <TextField
            {...field('amount')}
            label={t('portal.offers.price')}
            hint={t('portal.offers.price_hint')}
            dir="ltr"
            inputMode="decimal"
            maxLength={14}
            autoComplete="off"
            required
          />
          <TextField
            {...field('trial_days', '0')}
            label={t('portal.plans.trial_days')}
            dir="ltr"
            inputMode="numeric"
            maxLength={3}
          />
          <TextField
            {...field('until')}
            label={t('portal.offers.until')}
            type="date"
            min={days.today}
            max={days.last}
            required
          />
          {plans.some((plan) => plan.has_meters) && (
            <TextField
              {...field('cap')}
              label={t('portal.offers.cap')}
              hint={t('portal.offers.cap_hint')}
              dir="ltr"
              inputMode="decimal"
              maxLength={14}
            />
          )}
        </div>
        <TextArea
          {...field('note')}
          label={t('portal.offers.note')}
          rows={3}
          maxLength={OFFER_NOTE_RULES.max}
        />
      </PostForm>
    </Section>
  )
}
