import { hasPartnerRight } from '#kernel/actor.ts'
import {
  useLoaderData,
  useRouteLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { listPlanVersions } from '#modules/billing/partner-contract.ts'
import { getListing, type ListingAnswer } from '#modules/publishing/partners/item-contract.ts'
import { MOST_PLANS } from '#modules/catalog/plan-terms.ts'
import { changePlans } from '#modules/publishing/partners/plan-contract.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import { type Currency, formatAmount, toMinor } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { DataTable } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { FormDone, PostForm, SelectField, useField, useFormAnswer } from '../forms.tsx'
import { readForm } from '../read-form.ts'
import { COPY, PlanFields } from '../listing/plan-fields.tsx'
import { fieldsOf, readPlans } from '../listing/read-plans.ts'
import type { Writing } from '../listing/writing.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'
import type { loader as itemLoader } from './partner-item.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const screen = context.get(consoleContext)
  const place = { params: { partner: params.partner ?? '', item: params.item ?? '' } }
  const [listing, { versions }] = await Promise.all([
    screen.call(getListing, place),
    screen.call(listPlanVersions, place),
  ])
  const copied = new URL(request.url).searchParams.get(COPY)
  return { ...listing, versions, copied: copied === null ? null : Number(copied) }
}

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
    content: { plans: saved },
    revision,
    currencies,
    versions,
    copied,
  } = useLoaderData<typeof loader>()
  const item = useRouteLoaderData<typeof itemLoader>('partner-item')
  const answer = useFormAnswer()
  const field = useField(answer, 'plans')
  if (!item) return null
  const may = hasPartnerRight(item.role, 'money')
  const source = may && saved.length < MOST_PLANS && copied !== null ? saved[copied] : undefined
  const plans = source ? [...saved, copyOf(source, t('portal.plans.copy'))] : saved
  const writing: Writing = { form: 'plans', answer, saved: fieldsOf(plans), may }
  const own = plans[0]?.currency ?? currencies[0] ?? 'USD'
  const offered = currencies.includes(own) ? currencies : [own, ...currencies]
  const rows = Math.min(MOST_PLANS, plans.length + (may && !source ? 1 : 0))
  return (
    <div className="grid gap-6">
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
            key={`${revision} ${copied ?? ''}`}
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
                isFolded={index < saved.length && plans.length > 1}
                mayCopy={index < saved.length && saved.length < MOST_PLANS}
              />
            ))}
          </PostForm>
        </PanelPart>
      </Panel>
      {versions.length > 0 && <Versions versions={versions} />}
    </div>
  )
}

type Plan = ListingAnswer['content']['plans'][number]

/** A plan with the terms of another one, to be changed and saved. */
const copyOf = ({ soldTo: _none, ...plan }: Plan, words: string): Plan => ({
  ...plan,
  name: Object.fromEntries(
    Object.entries(plan.name).map(([locale, name]) => [locale, `${words} ${name}`.slice(0, 60)]),
  ),
})

type Version = AnswerOf<typeof listPlanVersions>['versions'][number]

/** What stores have agreed to, and which stores are on it. */
function Versions({ versions }: { versions: Version[] }) {
  const { t, locale } = useWords()
  const dates = useDates()
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="type-d4">
        {t('portal.plans.versions')}
      </h2>
      <p className="type-sm mt-1 mb-4 text-ink2">{t('portal.plans.versions_lead')}</p>
      <DataTable
        label={t('portal.plans.versions')}
        rows={versions}
        columns={[
          {
            name: t('portal.plans.version'),
            cell: (one) => (
              <>
                <bdi className="strong">{one.name}</bdi>
                <span className="figures block">
                  {t(`portal.offers.${one.period}`, {
                    price: formatAmount(toMinor(one.price, one.currency) ?? 0, one.currency),
                  })}
                </span>
              </>
            ),
          },
          {
            name: t('console.item.state'),
            cell: (one) => (
              <Badge tone={one.is_current ? 'green' : 'neutral'}>
                {one.offered_to === null
                  ? t(`portal.plans.version.${one.is_current ? 'current' : 'old'}`)
                  : t('portal.plans.version.private', { store: one.offered_to })}
              </Badge>
            ),
          },
          { name: t('portal.plans.since'), cell: (one) => dates.day(one.since) },
          {
            name: t('portal.plans.stores'),
            end: true,
            cell: (one) =>
              one.stores === 0 ? (
                countOf(0, locale)
              ) : (
                <details>
                  <summary className="inline-flex min-h-8 items-center text-link figures">
                    {countOf(one.stores, locale)}
                  </summary>
                  <ul className="type-sm text-start">
                    {one.domains.map((domain) => (
                      <li key={domain}>
                        <bdi dir="ltr">{domain}</bdi>
                      </li>
                    ))}
                  </ul>
                </details>
              ),
          },
        ]}
      />
    </section>
  )
}
