import { csvOf } from '#lib/csv.ts'
import { plainAmount, toMinor } from '#lib/money.ts'
import type { AnswerOf } from '#kernel/operation.ts'
import type { getItemFigures } from '#modules/analytics/contract.ts'
import type { getTaxReport } from '#modules/orders/operator-contract.ts'
import type { PlatformReport } from '#modules/publishing/rollouts/contract.ts'
import { MOST_LINES } from '#modules/publishing/rollouts/rules.ts'

type Figures = AnswerOf<typeof getItemFigures>

/**
 * One line per day for spreadsheets: English column names, decimal points, amounts in major units.
 */
export function analyticsCsv({ series, money }: Figures): string {
  const head = [
    'day',
    'views',
    'installs',
    'uninstalls',
    'active',
    'ratings',
    'stars',
    ...money.flatMap(({ currency }) => [`paid_${currency}`, `refunded_${currency}`]),
  ]
  const lines = series.map((one, index) => [
    one.day,
    ...[one.views, one.installs, one.uninstalls, one.active, one.ratings, one.stars ?? ''].map(
      String,
    ),
    ...money.flatMap(({ currency, series: days }) => [
      plainAmount(days[index]?.paid_minor ?? 0, currency),
      plainAmount(days[index]?.refunded_minor ?? 0, currency),
    ]),
  ])
  return csvOf(head, lines)
}

export const analyticsFile = (figures: Figures): Response =>
  csvFile({ name: `figures-${figures.from}-${figures.to}.csv`, csv: analyticsCsv(figures) })

/** The period in the query, as input of the operation. */
export const daysAsked = (request: Request): { days?: string } => {
  const days = new URL(request.url).searchParams.get('days')
  return days === null ? {} : { days }
}

export const MARKETS = ['all', 'app', 'theme'] as const

/** The market in the query; both when it is missing or unknown. */
export function marketAsked(request: Request): (typeof MARKETS)[number] {
  const asked = new URL(request.url).searchParams.get('market')
  return MARKETS.find((market) => market === asked) ?? 'all'
}

/** A CSV response to download. Its name consists of our own letters and digits. */
export const csvFile = ({ name, csv }: { name: string; csv: string }): Response =>
  new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })

export const taxReportFile = ({ from, to, lines }: AnswerOf<typeof getTaxReport>): Response =>
  csvFile({
    name: `tax-${from}-${to}.csv`,
    csv: csvOf(
      [
        'country',
        'currency',
        'rate_percent',
        'exemption',
        'invoices',
        'net',
        'tax',
        'credit_notes',
        'credited_net',
        'credited_tax',
        'net_left',
        'tax_left',
      ],
      lines.map((line) => {
        const plain = (amount: number) =>
          plainAmount(toMinor(amount, line.currency) ?? 0, line.currency)
        return [
          line.country ?? '',
          line.currency,
          String(line.rate),
          line.exemption ?? '',
          String(line.invoices),
          plain(line.net),
          plain(line.tax),
          String(line.credit_notes),
          plain(line.credited_net),
          plain(line.credited_tax),
          plain(line.net_left),
          plain(line.tax_left),
        ]
      }),
    ),
  })

/** All lines of the report; screens show them page by page. */
export async function reportFile(
  request: Request,
  readPage: (query: { version: string; page: number; per_page: number }) => Promise<PlatformReport>,
): Promise<Response> {
  const version = new URL(request.url).searchParams.get('version') ?? ''
  let report = await readPage({ version, page: 1, per_page: MOST_LINES })
  const { lines } = report
  while (report.next !== null) {
    report = await readPage({ version, page: report.next, per_page: MOST_LINES })
    lines.push(...report.lines)
  }
  return csvFile({
    name: `platform-${report.platform.id}-${report.version}.csv`,
    csv: csvOf(
      ['item', 'partner', 'version', 'outcome', 'works_with', 'installations', 'partner_told_at'],
      lines.map((one) => [
        one.name,
        one.partner,
        one.version,
        one.outcome,
        one.to ?? '',
        String(one.installations),
        one.told_at ?? '',
      ]),
    ),
  })
}

/** The proofs of reverse charge, for the recapitulative statement. */
export const reverseChargeFile = ({
  from,
  to,
  reverse_charge: proofs,
}: AnswerOf<typeof getTaxReport>): Response =>
  csvFile({
    name: `reverse-charge-${from}-${to}.csv`,
    csv: csvOf(
      ['invoice', 'day', 'country', 'vat_id', 'consultation', 'confirmed_on', 'net', 'currency'],
      proofs.map((one) => [
        one.invoice,
        one.day,
        one.country ?? '',
        one.vat_id ?? '',
        one.consultation ?? '',
        one.confirmed_on ?? '',
        plainAmount(toMinor(one.net, one.currency) ?? 0, one.currency),
        one.currency,
      ]),
    ),
  })
