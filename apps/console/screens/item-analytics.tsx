import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getItemFigures, getItemInsights } from '#modules/analytics/contract.ts'
import { daysAsked } from '../analytics-csv.ts'
import { AnalyticsView } from '../analytics-view.tsx'
import { InsightsView } from '../insights-view.tsx'
import { consoleContext } from '../screen-context.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [partner, item] = [params.partner ?? '', params.item ?? '']
  const screen = context.get(consoleContext)
  const [figures, insights] = await Promise.all([
    screen.call(getItemFigures, { params: { partner, item }, query: daysAsked(request) }),
    screen.call(getItemInsights, { params: { partner, item } }),
  ])
  return {
    here: `/partner/${partner}/items/${item}/figures`,
    subscriptions: `/partner/${partner}/subscriptions?item=${item}`,
    figures,
    insights,
  }
}

/** Analytics of one item. */
export default function ItemAnalytics() {
  const { here, subscriptions, figures, insights } = useLoaderData<typeof loader>()
  return (
    <>
      <AnalyticsView figures={figures} here={here} />
      <InsightsView insights={insights} subscriptions={subscriptions} />
    </>
  )
}
