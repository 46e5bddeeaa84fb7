import { hasPartnerRight } from '#kernel/actor.ts'
import {
  useLoaderData,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import {
  createItemCoupon,
  endItemCoupon,
  listItemCoupons,
} from '#modules/publishing/partners/plan-contract.ts'
import { COUPON_KINDS, type CouponKind } from '#lib/market.ts'
import { latinDigits } from '#lib/text.ts'
import { formatAmount, toMinor } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { countOf, useDates } from '../dates.ts'
import { ButtonForm, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { answerOf, readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { DataTable } from '../data-table.tsx'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

const placeOf = (params: Record<string, string | undefined>) => ({
  partner: params['partner'] ?? '',
  item: params['item'] ?? '',
})

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(consoleContext).call(listItemCoupons, { params: placeOf(params) })

const numberOf = (text: string): number | null => {
  const plain = latinDigits(text).trim().replace(/[٫,]/, '.')
  return plain === '' ? null : Number(plain)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { screen, form, text, submit } = await readForm(context, request)
  const name = text('form')
  if (name === 'end')
    return submit(endItemCoupon, {
      params: { ...placeOf(params), coupon: text('id') },
    })
  const kind = text('kind') as CouponKind
  const value = numberOf(text('value'))
  const made = await screen.attempt(createItemCoupon, {
    params: placeOf(params),
    body: {
      code: text('word'),
      kind,
      percent: kind === 'percent' ? value : null,
      amount_minor:
        kind === 'amount' && value !== null
          ? (toMinor(value, text('currency')) ?? Number.NaN)
          : null,
      until: text('until') || null,
      total_limit: numberOf(text('total_limit')),
      store_limit: numberOf(text('store_limit')),
      first_purchase: form.get('first_purchase') === 'yes',
      periods: numberOf(text('periods')),
    },
  })
  const answer = answerOf('coupon', form, made)
  // The form has one value field, for an amount or a percentage.
  const { percent, amount_minor: amount, code, ...others } = answer.error?.fieldErrors ?? {}
  const value_ = percent ?? amount
  return answer.error
    ? {
        ...answer,
        error: {
          ...answer.error,
          fieldErrors: { ...others, ...(value_ && { value: value_ }), ...(code && { word: code }) },
        },
      }
    : answer
}

/** Coupons of an item: create and end them. Their past uses stay. */
export default function PartnerItemCoupons() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { coupons, currency } = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  const field = useField(answer, 'coupon')
  if (!item) return null
  const may = hasPartnerRight(item.role, 'money')
  return (
    <div className="grid gap-6">
      {answer?.done?.['code'] !== undefined && (
        <Notice tone="done" alert>
          {t('portal.coupons.made')}{' '}
          <bdi dir="ltr" className="strong">
            {String(answer.done['code'])}
          </bdi>
        </Notice>
      )}
      <DataTable
        label={t('portal.tab.coupons')}
        rows={coupons}
        empty={
          <EmptyState title={t('portal.coupons.none')}>{t('portal.coupons.none_lead')}</EmptyState>
        }
        columns={[
          {
            name: t('portal.coupons.code'),
            cell: (one) => (
              <bdi dir="ltr" className="strong">
                {one.code}
              </bdi>
            ),
          },
          {
            name: t('portal.coupons.value'),
            cell: (one) => (
              <bdi className="figures">
                {one.percent === null
                  ? formatAmount(one.amount_minor ?? 0, one.currency ?? currency)
                  : `${one.percent}%`}
                {one.periods !== 1 && (
                  <span className="type-sm block text-ink2">
                    {one.periods === null
                      ? t('portal.coupons.periods_all')
                      : t('portal.coupons.periods_n', { count: one.periods })}
                  </span>
                )}
              </bdi>
            ),
          },
          {
            name: t('portal.coupons.until'),
            cell: (one) =>
              one.until === null
                ? t('portal.coupons.endless')
                : dates.day(new Date(Date.parse(one.until) - 1).toISOString()),
          },
          {
            name: t('portal.coupons.used'),
            end: true,
            cell: (one) => (
              <bdi className="figures">
                {countOf(one.used, locale)}
                {one.total_limit !== null && ` / ${countOf(one.total_limit, locale)}`}
              </bdi>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.active && !one.over ? 'green' : 'neutral'}>
                {t(one.active && !one.over ? 'portal.coupons.live' : 'portal.coupons.over')}
              </Badge>
            ),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) =>
              may &&
              one.active &&
              !one.over && (
                <ButtonForm
                  name="end"
                  hidden={{ id: one.id }}
                  label={t('portal.coupons.end')}
                  about={one.code}
                  kind="danger-quiet"
                />
              ),
          },
        ]}
      />
      {may && (
        <Section title={t('portal.coupons.new')} className="max-w-170">
          <PostForm
            name="coupon"
            answer={answer}
            submit={t('portal.coupons.create')}
            hidden={{ currency }}
            key={coupons.length}
          >
            <TextField
              {...field('word')}
              label={t('portal.coupons.code')}
              hint={t('portal.coupons.code_hint')}
              dir="ltr"
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
            />
            <div className="grid gap-4 md:grid-cols-2">
              <SelectField
                label={t('portal.coupons.kind')}
                name="kind"
                value={field('kind', 'percent').defaultValue}
                options={COUPON_KINDS.map((kind) => ({
                  value: kind,
                  name: t(`portal.coupons.${kind}`, { currency }),
                }))}
              />
              <TextField
                {...field('value')}
                label={t('portal.coupons.value')}
                dir="ltr"
                inputMode="decimal"
                maxLength={14}
                autoComplete="off"
                required
              />
              <TextField
                {...field('until')}
                label={t('portal.coupons.until')}
                hint={t('portal.coupons.until_hint')}
                type="date"
              />
              <TextField
                {...field('total_limit')}
                label={t('portal.coupons.total_limit')}
                hint={t('portal.coupons.limit_hint')}
                dir="ltr"
                inputMode="numeric"
                maxLength={7}
              />
              <TextField
                {...field('store_limit')}
                label={t('portal.coupons.store_limit')}
                hint={t('portal.coupons.limit_hint')}
                dir="ltr"
                inputMode="numeric"
                maxLength={7}
              />

              <TextField
                {...field('periods', '1')}
                label={t('portal.coupons.periods')}
                hint={t('portal.coupons.periods_hint')}
                dir="ltr"
                inputMode="numeric"
                maxLength={3}
              />
            </div>
            <Checkbox name="first_purchase" value="yes">
              {t('portal.coupons.first_purchase')}
            </Checkbox>
          </PostForm>
        </Section>
      )}
    </div>
  )
}
