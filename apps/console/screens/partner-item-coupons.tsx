import { useActionData, useLoaderData, useRouteLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { createItemCoupon, endItemCoupon, listItemCoupons } from '#contexts/partners/plan-contract.ts'
import { latinDigits } from '#lib/digits.ts'
import { formatAmount, toMinor } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { Checkbox } from '#ui/tick.tsx'
import { countOf, useDates } from '../dates.ts'
import { answerOf, DeskForm, PressForm, textOf, useField, type FormAnswer } from '../forms.tsx'
import { consoleContext } from '../screen-context.ts'
import { SelectField } from '../select-field.tsx'
import { DeskTable } from '../table.tsx'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

const placeOf = (params: Record<string, string | undefined>) => ({ partner: params['partner'] ?? '', item: params['item'] ?? '' })

export const loader = ({ context, params }: LoaderFunctionArgs) => context.get(consoleContext).call(listItemCoupons, { params: placeOf(params) })

const numberOf = (text: string): number | null => {
  const plain = latinDigits(text).trim().replace(/[٫,]/, '.')
  return plain === '' ? null : Number(plain)
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const screen = context.get(consoleContext)
  const form = await request.formData()
  const name = textOf(form, 'form')
  if (name === 'end') return answerOf(name, form, await screen.attempt(endItemCoupon, { params: { ...placeOf(params), coupon: textOf(form, 'id') } }))
  const kind = textOf(form, 'kind') as 'percent' | 'amount'
  const value = numberOf(textOf(form, 'value'))
  const made = await screen.attempt(createItemCoupon, {
    params: placeOf(params),
    body: {
      code: textOf(form, 'word'), kind, percent: kind === 'percent' ? value : null, amount_minor: kind === 'amount' && value !== null ? toMinor(value) ?? Number.NaN : null, until: textOf(form, 'until') || null,
      total_limit: numberOf(textOf(form, 'total_limit')), store_limit: numberOf(textOf(form, 'store_limit')), first_purchase: form.get('first_purchase') === 'yes',
    },
  })
  const answer = answerOf('coupon', form, made)
  // The page asks for one value, whatever kind it is of.
  const { percent, amount_minor: amount, code, ...others } = answer.error?.mistakes ?? {}
  const value_ = percent ?? amount
  return answer.error ? { ...answer, error: { ...answer.error, mistakes: { ...others, ...(value_ && { value: value_ }), ...(code && { word: code }) } } } : answer
}

/** Coupons of one item: made, and ended. What was used of them stays. */
export default function PartnerItemCoupons() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { coupons, currency } = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useActionData<FormAnswer>()
  const field = useField(answer, 'coupon')
  if (!item) return null
  const may = item.role !== 'developer'
  return (
    <div className="grid gap-6">
      {answer?.done?.['code'] !== undefined && <Notice tone="done" alert>{t('portal.coupons.made')} <bdi dir="ltr" className="strong">{String(answer.done['code'])}</bdi></Notice>}
      {coupons.length === 0 ? <EmptyState title={t('portal.coupons.none')}>{t('portal.coupons.none_lead')}</EmptyState> : (
        <DeskTable label={t('portal.tab.coupons')} rows={coupons} columns={[
          { name: t('portal.coupons.code'), cell: one => <bdi dir="ltr" className="strong">{one.code}</bdi> },
          { name: t('portal.coupons.value'), cell: one => (one.kind === 'percent' ? <bdi className="figures">{one.percent}%</bdi> : <bdi className="figures">{formatAmount(one.amount_minor ?? 0, one.currency ?? currency)}</bdi>) },
          { name: t('portal.coupons.until'), cell: one => (one.until === null ? t('portal.coupons.endless') : dates.day(new Date(Date.parse(one.until) - 1).toISOString())) },
          { name: t('portal.coupons.used'), end: true, cell: one => <bdi className="figures">{countOf(one.used, locale)}{one.total_limit !== null && ` / ${countOf(one.total_limit, locale)}`}</bdi> },
          { name: t('console.item.state'), cell: one => <Badge tone={one.active && !one.over ? 'green' : 'neutral'}>{t(one.active && !one.over ? 'portal.coupons.live' : 'portal.coupons.over')}</Badge> },
          { name: t('console.actions'), end: true, cell: one => may && one.active && !one.over && <PressForm name="end" hidden={{ id: one.id }} label={t('portal.coupons.end')} about={one.code} kind="danger-quiet" /> },
        ]} />
      )}
      {may && (
        <Panel as="section" label={t('portal.coupons.new')} className="max-w-170">
          <PanelPart>
            <h2 className="type-d4 mb-5">{t('portal.coupons.new')}</h2>
            <DeskForm name="coupon" answer={answer} submit={t('portal.coupons.create')} key={coupons.length}>
              <TextField {...field('word')} label={t('portal.coupons.code')} hint={t('portal.coupons.code_hint')} dir="ltr" maxLength={64} autoComplete="off" spellCheck={false} />
              <div className="grid gap-4 md:grid-cols-2">
                <SelectField label={t('portal.coupons.kind')} name="kind" value={field('kind', 'percent').defaultValue} options={[{ value: 'percent', name: t('portal.coupons.percent') }, { value: 'amount', name: t('portal.coupons.amount', { currency }) }]} />
                <TextField {...field('value')} label={t('portal.coupons.value')} dir="ltr" inputMode="decimal" maxLength={14} autoComplete="off" required />
                <TextField {...field('until')} label={t('portal.coupons.until')} hint={t('portal.coupons.until_hint')} type="date" />
                <TextField {...field('total_limit')} label={t('portal.coupons.total_limit')} hint={t('portal.coupons.limit_hint')} dir="ltr" inputMode="numeric" maxLength={7} />
                <TextField {...field('store_limit')} label={t('portal.coupons.store_limit')} hint={t('portal.coupons.limit_hint')} dir="ltr" inputMode="numeric" maxLength={7} />
              </div>
              <Checkbox name="first_purchase" value="yes">{t('portal.coupons.first_purchase')}</Checkbox>
            </DeskForm>
          </PanelPart>
        </Panel>
      )}
    </div>
  )
}
