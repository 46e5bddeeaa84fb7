import { Form, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { LANGUAGE_TAGS, type Locale } from '#lib/locale.ts'
import { getTaxReport } from '#modules/orders/operator-contract.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { DataTable, queryOf } from '../data-table.tsx'
import { countOf, useDates } from '../dates.ts'
import { PageHeader } from '../page-header.tsx'
import { consoleContext } from '../screen-context.ts'
import { Money } from '../state-badges.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = queryOf(request, ['from', 'to'])
  const found = await context.get(consoleContext).attempt(getTaxReport, { query })
  return {
    from: found.ok ? found.answer.from : (query.from ?? ''),
    to: found.ok ? found.answer.to : (query.to ?? ''),
    lines: found.ok ? found.answer.lines : [],
    proofs: found.ok ? found.answer.reverse_charge : [],
    message: found.ok ? null : found.error.message,
  }
}

const countryName = (code: string, locale: Locale): string =>
  new Intl.DisplayNames(LANGUAGE_TAGS[locale], { type: 'region' }).of(code) ?? code

/** Tax by country and rate, from the documents that were issued in a period. */
export default function OperatorTaxReport() {
  const { t, locale } = useWords()
  const dates = useDates()
  const { from, to, lines, proofs, message } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.tax_report.nav')}
        lead={t('console.tax_report.lead')}
        end={
          <LinkButton
            href={`/operator/tax-report.csv?${new URLSearchParams({ from, to })}`}
            kind="secondary"
            size="small"
            icon="download"
            download=""
          >
            {t('console.figures.csv')}
          </LinkButton>
        }
      />
      <Form method="get" className="mb-7 grid items-end gap-4 md:grid-cols-[1fr_1fr_auto]">
        <TextField
          name="from"
          type="date"
          label={t('console.tax_report.from')}
          defaultValue={from}
        />
        <TextField name="to" type="date" label={t('console.tax_report.to')} defaultValue={to} />
        <Button type="submit" kind="secondary" icon="search">
          {t('console.tax_report.show')}
        </Button>
      </Form>
      <DataTable
        label={t('console.tax_report.nav')}
        rows={lines.map((line) => ({
          id: `${line.country} ${line.currency} ${line.rate} ${line.exemption}`,
          ...line,
        }))}
        empty={
          <EmptyState
            title={
              message ?? t('console.tax_report.none', { from: dates.day(from), to: dates.day(to) })
            }
          />
        }
        columns={[
          {
            name: t('console.tax_report.country'),
            cell: (line) => (
              <span className="strong">
                {line.country === null
                  ? t('console.figures.unknown')
                  : countryName(line.country, locale)}
              </span>
            ),
          },
          {
            name: t('console.tax_report.rate'),
            cell: (line) => (
              <>
                <bdi className="figures">
                  {new Intl.NumberFormat(LANGUAGE_TAGS[locale], {
                    style: 'percent',
                    maximumFractionDigits: 2,
                  }).format(line.rate / 100)}
                </bdi>
                {line.exemption && (
                  <span className="type-sm block text-ink2">
                    {t(`console.tax_report.${line.exemption}`)}
                  </span>
                )}
              </>
            ),
          },
          {
            name: t('console.tax_report.invoices'),
            end: true,
            cell: (line) => (
              <Sums
                count={countOf(line.invoices, locale)}
                net={line.net}
                tax={line.tax}
                currency={line.currency}
              />
            ),
          },
          {
            name: t('console.tax_report.credit_notes'),
            end: true,
            cell: (line) => (
              <Sums
                count={countOf(line.credit_notes, locale)}
                net={line.credited_net}
                tax={line.credited_tax}
                currency={line.currency}
              />
            ),
          },
          {
            name: t('console.tax_report.net_left'),
            end: true,
            cell: (line) => <Money amount={line.net_left} currency={line.currency} />,
          },
          {
            name: t('console.tax_report.tax_left'),
            end: true,
            cell: (line) => (
              <span className="strong">
                <Money amount={line.tax_left} currency={line.currency} />
              </span>
            ),
          },
        ]}
      />
      {proofs.length > 0 && <ReverseCharge from={from} to={to} proofs={proofs} />}
    </>
  )
}

type Proof = Awaited<ReturnType<typeof loader>>['proofs'][number]

/** Invoices without tax, each with the proof that its buyer's VAT id was confirmed. */
function ReverseCharge({ from, to, proofs }: { from: string; to: string; proofs: Proof[] }) {
  const { t, locale } = useWords()
  const dates = useDates()
  return (
    <section aria-labelledby="reverse-charge" className="mt-9">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="reverse-charge" className="type-d3">
          {t('console.tax_report.reverse_charge')}
        </h2>
        <LinkButton
          href={`/operator/reverse-charge.csv?${new URLSearchParams({ from, to })}`}
          kind="secondary"
          size="small"
          icon="download"
          download=""
        >
          {t('console.figures.csv')}
        </LinkButton>
      </div>
      <DataTable
        label={t('console.tax_report.reverse_charge')}
        rows={proofs.map((one) => ({ id: one.invoice, ...one }))}
        empty={null}
        columns={[
          {
            name: t('console.tax_report.invoice'),
            cell: (one) => (
              <>
                <bdi className="strong">{one.invoice}</bdi>
                <span className="type-sm block text-ink2">{dates.day(one.day)}</span>
              </>
            ),
          },
          {
            name: t('console.tax_report.vat_id'),
            cell: (one) => (
              <>
                <bdi dir="ltr">{one.vat_id}</bdi>
                <span className="type-sm block text-ink2">
                  {one.country && countryName(one.country, locale)}
                </span>
              </>
            ),
          },
          {
            name: t('console.tax_report.consultation'),
            cell: (one) => (
              <>
                <bdi dir="ltr">{one.consultation ?? '—'}</bdi>
                <span className="type-sm block text-ink2">
                  {one.confirmed_on && dates.day(one.confirmed_on)}
                </span>
              </>
            ),
          },
          {
            name: t('console.tax_report.net_left'),
            end: true,
            cell: (one) => <Money amount={one.net} currency={one.currency} />,
          },
        ]}
      />
    </section>
  )
}

/** How many documents, their net amount and the tax on it. */
function Sums({
  count,
  net,
  tax,
  currency,
}: {
  count: string
  net: number
  tax: number
  currency: string
}) {
  const { t } = useWords()
  return (
    <>
      <span className="figures">{count}</span>
      <span className="type-sm block text-ink2">
        <Money amount={net} currency={currency} /> + <Money amount={tax} currency={currency} />{' '}
        {t('console.tax_report.tax')}
      </span>
    </>
  )
}
