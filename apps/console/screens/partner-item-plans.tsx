import {
  useLoaderData,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { getListing } from '#modules/publishing/partners/item-contract.ts'
import { changePlans, MOST_PLANS } from '#modules/publishing/partners/plan-contract.ts'
import type { Currency } from '#lib/money.ts'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { PlanFields } from '../listing/plan-fields.tsx'
import { fieldsOf, readPlans } from '../listing/read-plans.ts'
import type { Writing } from '../listing/writing.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context
    .get(consoleContext)
    .call(getListing, { params: { partner: params.partner ?? '', item: params.item ?? '' } })

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const currency = text('currency') as Currency
  const body = { revision: Number(text('revision')), currency, plans: readPlans(form, currency) }
  return submit(changePlans, {
    params: { partner: params.partner ?? '', item: params.item ?? '' },
    body,
  })
}

/** The prices of an item. They are part of the draft: stores pay new prices after approval. */
export default function PartnerItemPlans() {
  const { t } = useWords()
  const {
    content: { plans },
    revision,
    currencies,
  } = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  const field = useField(answer, 'plans')
  if (!item) return null
  const may = item.role !== 'developer'
  const writing: Writing = { form: 'plans', answer, saved: fieldsOf(plans), may }
  const own = plans[0]?.currency ?? currencies[0] ?? 'USD'
  const offered = currencies.includes(own) ? currencies : [own, ...currencies]
  const rows = Math.min(MOST_PLANS, plans.length + (may ? 1 : 0))
  return (
    <Panel as="section" label={t('portal.tab.plans')}>
      <PanelPart>
        <h2 id="plans" className="type-d4 scroll-mt-24">
          {t('portal.tab.plans')}
        </h2>
        <p className="type-sm mt-1 mb-5 text-ink2">{t('portal.plans.lead')}</p>
        {!may && <Notice className="mb-5">{t('portal.plans.read_only')}</Notice>}
        <FormDone answer={answer} form="plans" className="mb-5">
          {t('portal.saved')}
        </FormDone>
        <PostForm
          key={revision}
          name="plans"
          answer={answer}
          submit={t('portal.save')}
          mayPress={may}
          hidden={{ revision: String(revision) }}
          files
          className="grid gap-5"
        >
          <div className="md:max-w-80">
            <SelectField
              label={t('portal.plans.currency')}
              name="currency"
              value={field('currency', own).defaultValue}
              options={offered.map((one) => ({ value: one, name: one }))}
            />
          </div>
          {Array.from({ length: rows }, (_, index) => (
            <PlanFields
              key={index}
              writing={writing}
              index={index}
              plan={plans[index]}
              own={own}
              currencies={currencies}
              isFolded={index < plans.length && plans.length > 1}
            />
          ))}
        </PostForm>
      </PanelPart>
    </Panel>
  )
}
