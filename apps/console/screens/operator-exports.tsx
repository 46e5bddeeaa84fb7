import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '#kernel/operation.ts'
import { deleteExport, listExports, startExport } from '#modules/market/exports-contract.ts'
import { EXPORT_DAYS, EXPORT_FORMATS, type ExportFormat } from '#modules/market/exports-rules.ts'
import {
  LIST_COLUMNS,
  LIST_LABELS,
  LIST_NAMES,
  type ListName,
} from '#modules/market/list-columns.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DataTable } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { EXPORTS } from '../export-link.tsx'
import { FilterText } from '../filter-text.tsx'
import { ButtonForm, FormError, FormKey, PostForm, SelectField, useFormAnswer } from '../forms.tsx'
import { goTo } from '../go-to.ts'
import { filterFields, filtersIn, filtersOf } from '../list-filters.ts'
import { PageHeader } from '../page-header.tsx'
import { useLive } from '../platform/use-live.ts'
import { readForm } from '../read-form.ts'
import { consoleContext } from '../screen-context.ts'
import { Section } from '../section.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const { exports } = await context.get(consoleContext).call(listExports)
  return {
    exports,
    list: LIST_NAMES.find((one) => one === asked.get('list')) ?? null,
    filters: filtersOf(asked),
    columns: asked.get('columns')?.split(',') ?? null,
  }
}

export async function action({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  if (text('form') === 'delete') return submit(deleteExport, { params: { export: text('export') } })
  const answer = await submit(startExport, {
    body: {
      list: text('list') as ListName,
      format: text('format') as ExportFormat,
      columns: form.getAll('column').map(String),
      filters: filtersIn(form),
    },
  })
  if (answer.done) throw goTo(EXPORTS)
  return answer
}

type Export = AnswerOf<typeof listExports>['exports'][number]

const isOpen = ({ state }: Pick<Export, 'state'>) => state === 'waiting' || state === 'running'

/** Files of lists: the form for a new one, and those that the person asked for. */
export default function OperatorExports() {
  const { t } = useWords()
  const { exports, list, filters, columns } = useLoaderData<typeof loader>()
  const answer = useFormAnswer()
  useLive(exports.some(isOpen))
  return (
    <>
      <PageHeader
        title={t('console.exports.title')}
        lead={t('console.exports.lead', { days: EXPORT_DAYS })}
      />
      {/* What is wrong with a filter of the address has no field. */}
      {(answer?.form !== 'start' || answer.error?.fieldErrors) && (
        <FormError answer={answer} className="mb-5" />
      )}
      {list && <NewExport key={list} list={list} filters={filters} columns={columns} />}
      <DataTable
        label={t('console.exports.title')}
        rows={exports}
        empty={
          <EmptyState title={t('console.exports.none')}>{t('console.exports.how')}</EmptyState>
        }
        columns={[
          { name: t('console.views.list'), cell: (one) => <What one={one} /> },
          { name: t('console.item.state'), cell: (one) => <State one={one} /> },
          { name: t('console.exports.rows'), end: true, cell: (one) => <Size one={one} /> },
          { name: t('console.exports.asked'), end: true, cell: (one) => <Days one={one} /> },
          { name: t('console.actions'), end: true, cell: (one) => <Acts one={one} /> },
        ]}
      />
    </>
  )
}

function What({ one }: { one: Export }) {
  const { t } = useWords()
  return (
    <>
      <span className="strong">
        {t(LIST_LABELS[one.list])} · {one.format.toUpperCase()}
      </span>
      <FilterText filters={Object.entries(one.filters)} className="block" />
    </>
  )
}

const TONES = { waiting: 'neutral', running: 'neutral', done: 'green', failed: 'coral' } as const

const State = ({ one }: { one: Export }) => {
  const { t } = useWords()
  return (
    <>
      <Badge tone={TONES[one.state]}>{t(`console.exports.state.${one.state}`)}</Badge>
      {one.is_cut && (
        <span className="type-sm mt-1 block text-ink2">{t('console.exports.cut')}</span>
      )}
    </>
  )
}

function Size({ one }: { one: Export }) {
  const { t, locale } = useWords()
  return (
    <span className="figures">
      {countOf(one.rows, locale)}
      {one.state === 'done' && (
        <span className="type-sm block text-ink2">
          {t('console.exports.kilobytes', { size: countOf(Math.ceil(one.bytes / 1024), locale) })}
        </span>
      )}
    </span>
  )
}

function Days({ one }: { one: Export }) {
  const { t } = useWords()
  const dates = useDates()
  return (
    <>
      {dates.time(one.asked_at)}
      <span className="type-sm block text-ink2">
        {t('console.exports.until', { day: dates.day(one.until) })}
      </span>
    </>
  )
}

function Acts({ one }: { one: Export }) {
  const { t } = useWords()
  const about = t(LIST_LABELS[one.list])
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {one.state === 'done' && (
        <form method="post" action={`${EXPORTS}/${one.id}/file`}>
          <FormKey />
          <Button
            type="submit"
            size="small"
            kind="secondary"
            aria-label={`${t('console.data.download')}: ${about}`}
          >
            {t('console.data.download')}
          </Button>
        </form>
      )}
      <ButtonForm
        name="delete"
        hidden={{ export: one.id }}
        label={t('console.views.delete')}
        about={about}
      />
    </span>
  )
}

/** What the file should have: all columns unless some are taken out. */
function NewExport({
  list,
  filters,
  columns,
}: {
  list: ListName
  filters: readonly (readonly [string, string])[]
  /** Null: all. */
  columns: readonly string[] | null
}) {
  const { t } = useWords()
  const answer = useFormAnswer()
  return (
    <Section
      title={t('console.exports.of', { list: t(LIST_LABELS[list]) })}
      lead={<FilterText filters={filters} />}
      className="mb-7 max-w-200"
    >
      <PostForm
        name="start"
        answer={answer}
        submit={t('console.data.export')}
        hidden={{ list, ...filterFields(filters) }}
      >
        <fieldset>
          <legend className="type-body strong mb-1">{t('console.exports.columns')}</legend>
          <div className="grid gap-x-6 md:grid-cols-2 lg:grid-cols-3">
            {LIST_COLUMNS[list].map((column) => (
              <Checkbox
                key={column.id}
                name="column"
                value={column.id}
                defaultChecked={columns?.includes(column.id) ?? true}
              >
                {t(column.label)}
              </Checkbox>
            ))}
          </div>
        </fieldset>
        <div className="max-w-80">
          <SelectField
            label={t('console.exports.format')}
            name="format"
            value="csv"
            options={EXPORT_FORMATS.map((value) => ({
              value,
              name: t(`console.exports.format.${value}`),
            }))}
          />
        </div>
      </PostForm>
    </Section>
  )
}
