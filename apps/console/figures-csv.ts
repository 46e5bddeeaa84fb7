import { csvOf } from '#lib/csv.ts'
import type { AnswerOf } from '#lib/operation.ts'
import type { getItemFigures } from '#contexts/figures/contract.ts'
import { csvFile } from './csv-file.ts'

type Figures = AnswerOf<typeof getItemFigures>

/** A day a line, in the form that spreadsheets read: names in English, points for decimals, amounts in major units. */
export function figuresCsv({ series, money }: Figures): string {
  const head = ['day', 'views', 'installs', 'uninstalls', 'active', 'ratings', 'stars', ...money.flatMap(({ currency }) => [`paid_${currency}`, `refunded_${currency}`])]
  const lines = series.map((one, index) => [
    one.day, ...[one.views, one.installs, one.uninstalls, one.active, one.ratings, one.stars ?? ''].map(String),
    ...money.flatMap(({ series: days }) => [((days[index]?.paid_minor ?? 0) / 100).toFixed(2), ((days[index]?.refunded_minor ?? 0) / 100).toFixed(2)]),
  ])
  return csvOf(head, lines)
}

export const figuresFile = (figures: Figures): Response => csvFile({ name: `figures-${figures.from}-${figures.to}.csv`, csv: figuresCsv(figures) })

/** The period that an address asks for, as the operation takes it. */
export const daysAsked = (request: Request): { days?: string } => {
  const days = new URL(request.url).searchParams.get('days')
  return days === null ? {} : { days }
}
