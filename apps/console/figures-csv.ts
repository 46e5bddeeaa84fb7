import type { AnswerOf } from '#lib/operation.ts'
import type { getItemFigures } from '#contexts/figures/contract.ts'

type Figures = AnswerOf<typeof getItemFigures>

/** A day a line, in the form that spreadsheets read: names in English, points for decimals, amounts in major units. */
export function csvOf({ series, money }: Figures): string {
  const head = ['day', 'views', 'installs', 'uninstalls', 'active', 'ratings', 'stars', ...money.flatMap(({ currency }) => [`paid_${currency}`, `refunded_${currency}`])]
  const lines = series.map((one, index) => [
    one.day, one.views, one.installs, one.uninstalls, one.active, one.ratings, one.stars ?? '',
    ...money.flatMap(({ series: days }) => [((days[index]?.paid_minor ?? 0) / 100).toFixed(2), ((days[index]?.refunded_minor ?? 0) / 100).toFixed(2)]),
  ])
  return [head, ...lines].map(line => line.join(',')).join('\r\n').concat('\r\n')
}

/** The file as a browser keeps it. Its name is made of dates alone. */
export const csvAnswer = (figures: Figures): Response => new Response(csvOf(figures), {
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="figures-${figures.from}-${figures.to}.csv"`, 'cache-control': 'private, no-store' },
})

/** The period that an address asks for, as the operation takes it. */
export const daysAsked = (request: Request): { days?: string } => {
  const days = new URL(request.url).searchParams.get('days')
  return days === null ? {} : { days }
}
