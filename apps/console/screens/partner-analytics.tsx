import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getPartnerFigures } from '#modules/analytics/contract.ts'
import { PageHeader } from '../page-header.tsx'
import { daysAsked } from '../analytics-csv.ts'
import { AnalyticsView } from '../analytics-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { useWords } from '../words.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const partner = params.partner ?? ''
  return {
    partner,
    figures: await context
      .get(consoleContext)
      .call(getPartnerFigures, { params: { partner }, query: daysAsked(request) }),
  }
}

/** Analytics of all items of a partner. */
export default function PartnerAnalytics() {
  const { t } = useWords()
  const { partner, figures } = useLoaderData<typeof loader>()
  const here = `/partner/${partner}/figures`
  return (
    <>
      <PageHeader
        title={t('console.figures.nav')}
        lead={t('console.figures.lead', { n: figures.days })}
      />
      <AnalyticsView
        figures={figures}
        here={here}
        itemHref={(id) => `/partner/${partner}/items/${id}/figures?days=${figures.days}`}
      />
    </>
  )
}
