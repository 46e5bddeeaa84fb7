import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { planBulk } from '#modules/market/bulk-contract.ts'
import { BULK_ACTS, BULK_ACT_NAMES, type BulkAct } from '#modules/market/bulk-rules.ts'
import { NOTICE_RULES } from '#modules/publishing/statements/rules.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Panel, PanelPart } from '#ui/panel.tsx'
import { BULK, pageOfList } from '../bulk/places.ts'
import { FilterText } from '../filter-text.tsx'
import { FormError, PostForm, useField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { filterFields, filtersIn } from '../list-filters.ts'
import { PageHeader } from '../page-header.tsx'
import { readForm } from '../read-form.ts'
import { ReasonsFields, reasonsOf } from '../reasons-fields.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const act = BULK_ACT_NAMES.find((one) => one === asked.get('act'))
  if (!act) throw context.get(consoleContext).refusal('not_found')
  return {
    act,
    rows: asked.getAll('row'),
    filters: asked.get('all') === 'yes' ? Object.entries(filtersIn(asked)) : null,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  const act = text('act') as BulkAct
  const asks = BULK_ACTS[act]?.asks
  const answer = await submit(planBulk, {
    body: {
      act,
      ids: form.getAll('row').map(String),
      filters: text('all') === 'yes' ? filtersIn(form) : null,
      given: {
        ...(asks !== 'nothing' && reasonsOf(form)),
        ...(asks === 'decision' && { notice: text('notice') }),
      },
    },
  })
  if (answer.done) throw goTo(`${BULK}/${String(answer.done.id)}`)
  return answer
}

/** What is said once for all rows, before each is tried. */
export default function OperatorBulkNew() {
  const { t } = useWords()
  const { act, rows, filters } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  const field = useField(answer, 'plan')
  const { list, asks } = BULK_ACTS[act]
  const back = { href: pageOfList(list), name: t(`console.nav.${list}`) }
  return (
    <>
      <PageHeader
        title={t(`console.bulk.act.${act}`)}
        lead={
          filters ? (
            <>
              {t('console.bulk.of_filters')} <FilterText filters={filters} />
            </>
          ) : (
            t('console.bulk.selected', { count: rows.length })
          )
        }
        back={back}
      />
      {!filters && rows.length === 0 ? (
        <EmptyState
          title={t('console.bulk.nothing')}
          action={
            <LinkButton href={back.href} kind="secondary">
              {back.name}
            </LinkButton>
          }
        />
      ) : (
        <Panel className="max-w-200">
          <PanelPart>
            {answer?.error?.fieldErrors && <FormError answer={answer} className="mb-5" />}
            <PostForm
              name="plan"
              answer={answer}
              submit={t('console.bulk.try')}
              hidden={{ act, ...(filters && { all: 'yes', ...filterFields(filters) }) }}
            >
              {!filters &&
                rows.map((row) => <input key={row} type="hidden" name="row" value={row} />)}
              {asks !== 'nothing' && <ReasonsFields answer={answer} form="plan" />}
              {asks === 'decision' && (
                <TextField
                  {...field('notice')}
                  label={t('console.items.notice')}
                  hint={t('console.items.notice_hint')}
                  dir="auto"
                  maxLength={NOTICE_RULES.notice.max}
                  required
                />
              )}
              <p className="type-body text-ink2">{t('console.bulk.try_lead')}</p>
            </PostForm>
          </PanelPart>
        </Panel>
      )}
    </>
  )
}
