import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { changeCoupon, createCoupon, listCoupons } from '#modules/orders/operator-contract.ts'
import { COUPON_KINDS, type CouponKind } from '#lib/market.ts'
import { CURRENCIES } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Switch } from '#ui/choice.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { useDates } from '../dates.ts'
import { MomentField, momentOf } from '../moment-field.tsx'
import { PageHeader } from '../page-header.tsx'
import { FilterForm } from '../filter-form.tsx'
import { ButtonForm, FormError, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { Section } from '../section.tsx'
import { textOf, readForm } from '../read-form.ts'
import { moneyOf } from '../state-badges.tsx'
import { nextHref, queryOf, DataTable, NextPage } from '../data-table.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

const PATH = '/operator/coupons'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['q', 'state', 'after'])
  return {
    query: query as Record<string, string>,
    ...(await context
      .get(consoleContext)
      .call(listCoupons, { query: query as Record<string, never> })),
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, submit } = await readForm(context, request)
  const text = (name: string) => textOf(form, name).trim()
  const number = (name: string) =>
    (text(name) === '' ? null : text(name).replace(',', '.')) as number | null
  if (text('form') === 'change') {
    const body = {
      active: text('active') === '1',
      valid_until: text('valid_until') || null,
      total_limit: number('total_limit'),
    }
    return submit(changeCoupon, { params: { coupon: text('coupon') }, body })
  }
  const kind = text('kind') as CouponKind
  const body = {
    code: text('code'),
    kind,
    value: (number('value') ?? '') as number,
    currency: (kind === 'percent' ? null : text('currency')) as 'TRY' | null,
    market: (text('market') || null) as 'app' | null,
    item: text('item') || null,
    valid_from: momentOf(text, 'valid_from'),
    valid_until: momentOf(text, 'valid_until'),
    total_limit: number('total_limit'),
    store_limit: number('store_limit'),
    first_purchase: text('first_purchase') === '1',
    periods: number('periods'),
  }
  return submit(createCoupon, { body })
}

export default function OperatorCoupons() {
  const { t } = useWords()
  const dates = useDates()
  const { query, coupons, next } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'coupon')
  const value = (name: string, fallback: string) => field(name, fallback).defaultValue
  return (
    <>
      <PageHeader title={t('console.nav.coupons')} lead={t('console.coupons.lead')} />
      <FormError answer={answer} form="change" className="mb-6" />
      <FilterForm
        query={query}
        search={{ name: 'q', label: t('console.coupons.search'), maxLength: 64, dir: 'ltr' }}
        states={(['active', 'ended'] as const).map((value) => ({
          value,
          name: t(`console.coupons.${value}`),
        }))}
      />
      <DataTable
        label={t('console.nav.coupons')}
        rows={coupons}
        empty={
          <EmptyState
            title={t('console.coupons.none')}
            action={
              <LinkButton href={PATH} kind="secondary">
                {t('console.items.all')}
              </LinkButton>
            }
          />
        }
        columns={[
          {
            name: t('console.coupons.code'),
            cell: (one) => (
              <bdi dir="ltr" className="strong">
                {one.code}
              </bdi>
            ),
          },
          {
            name: t('console.coupons.value'),
            cell: (one) => (
              <bdi className="figures">
                {one.currency === null ? `${one.value} %` : moneyOf(one.value, one.currency)}
              </bdi>
            ),
          },
          {
            name: t('console.coupons.for'),
            cell: (one) => (
              <bdi>
                {one.item?.name ??
                  one.partner?.name ??
                  (one.market ? t(`console.item.${one.market}`) : t('console.coupons.everything'))}
              </bdi>
            ),
          },
          {
            name: t('console.coupons.until'),
            cell: (one) => (one.valid_until ? dates.day(one.valid_until) : '–'),
          },
          {
            name: t('console.coupons.used'),
            end: true,
            cell: (one) => (
              <bdi className="figures">
                {one.total_limit === null ? one.used : `${one.used} / ${one.total_limit}`}
              </bdi>
            ),
          },
          {
            name: t('console.item.state'),
            end: true,
            cell: (one) => (
              <Badge tone={one.now ? 'green' : 'neutral'}>
                {t(one.now ? 'console.coupons.active' : 'console.coupons.ended')}
              </Badge>
            ),
          },
          {
            name: t('console.actions'),
            end: true,
            cell: (one) => (
              <ButtonForm
                name="change"
                about={one.code}
                label={t(one.active ? 'console.coupons.end' : 'console.coupons.begin')}
                hidden={{
                  coupon: one.id,
                  active: one.active ? '' : '1',
                  valid_until: one.valid_until ?? '',
                  total_limit: one.total_limit === null ? '' : String(one.total_limit),
                }}
              />
            ),
          },
        ]}
      />
      <NextPage href={nextHref(PATH, query, next)} label={t('console.next')} />
      <Section title={t('console.coupons.new')} className="mt-9 max-w-230">
        {answer?.form === 'coupon' && answer.done && (
          <Notice tone="done" alert className="mb-5">
            {t('console.coupons.made', { code: String(answer.done.code) })}
          </Notice>
        )}
        <PostForm name="coupon" answer={answer} submit={t('console.coupons.create')}>
          <div className="grid gap-5 md:grid-cols-2">
            <TextField
              {...field('code')}
              label={t('console.coupons.code')}
              hint={t('console.coupons.code_hint')}
              dir="ltr"
              autoComplete="off"
              maxLength={64}
            />
            <TextField
              {...field('item')}
              label={t('console.coupons.item')}
              dir="ltr"
              autoComplete="off"
              maxLength={200}
            />
            <SelectField
              label={t('console.coupons.kind')}
              name="kind"
              value={value('kind', 'percent')}
              options={COUPON_KINDS.map((kind) => ({
                value: kind,
                name: t(`console.coupons.kind.${kind}`),
              }))}
            />
            <TextField
              {...field('value')}
              label={t('console.coupons.value')}
              inputMode="decimal"
              dir="ltr"
              required
            />
            <SelectField
              label={t('console.coupons.currency')}
              name="currency"
              value={value('currency', 'TRY')}
              options={CURRENCIES.map((one) => ({ value: one, name: one }))}
              error={field('currency').error}
            />
            <SelectField
              label={t('console.items.market')}
              name="market"
              value={value('market', '')}
              options={[
                { value: '', name: t('console.items.any') },
                { value: 'app', name: t('console.item.app') },
                { value: 'theme', name: t('console.item.theme') },
              ]}
            />
            <MomentField
              {...field('valid_from')}
              label={t('console.coupons.from')}
              hint={t('console.shelves.days_hint')}
            />
            <MomentField {...field('valid_until')} label={t('console.coupons.until')} />
            <TextField
              {...field('total_limit')}
              label={t('console.coupons.total_limit')}
              inputMode="numeric"
              dir="ltr"
            />
            <TextField
              {...field('store_limit')}
              label={t('console.coupons.store_limit')}
              inputMode="numeric"
              dir="ltr"
            />
            <TextField
              {...field('periods', '1')}
              label={t('portal.coupons.periods')}
              hint={t('portal.coupons.periods_hint')}
              inputMode="numeric"
              dir="ltr"
              maxLength={3}
            />
          </div>
          <Switch
            name="first_purchase"
            value="1"
            label={t('console.coupons.first')}
            on={t('console.coupons.first')}
            off={t('console.coupons.first')}
            defaultChecked={value('first_purchase', '') === '1'}
          />
        </PostForm>
      </Section>
    </>
  )
}
