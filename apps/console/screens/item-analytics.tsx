import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getItemFigures } from '#modules/analytics/contract.ts'
import { daysAsked } from '../analytics-csv.ts'
import { AnalyticsView } from '../analytics-view.tsx'
import { consoleContext } from '../screen-context.ts'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [partner, item] = [params.partner ?? '', params.item ?? '']
  return {
    here: `/partner/${partner}/items/${item}/figures`,
    figures: await context
      .get(consoleContext)
      .call(getItemFigures, { params: { partner, item }, query: daysAsked(request) }),
  }
}

/** Analytics of one item. */
export default function ItemAnalytics() {
  const { here, figures } = useLoaderData<typeof loader>()
  return <AnalyticsView figures={figures} here={here} />
}
