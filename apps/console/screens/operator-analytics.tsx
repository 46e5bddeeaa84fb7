import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getMarketFigures, getMarketSubscriptionFigures } from '#modules/analytics/contract.ts'
import { Tabs } from '#ui/tabs.tsx'
import { PageHeader } from '../page-header.tsx'
import { daysAsked, MARKETS, marketAsked } from '../analytics-csv.ts'
import { AnalyticsView } from '../analytics-view.tsx'
import { consoleContext } from '../screen-context.ts'
import { SubscriptionFigures } from '../subscription-figures-view.tsx'
import { useWords } from '../words.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const market = marketAsked(request)
  const screen = context.get(consoleContext)
  const [figures, subscriptions] = await Promise.all([
    screen.call(getMarketFigures, { query: { ...daysAsked(request), market } }),
    screen.call(getMarketSubscriptionFigures, { query: { market } }),
  ])
  return { market, figures, subscriptions }
}

const HERE = '/operator/figures'

/** Analytics of the whole market, or of the app or theme store. */
export default function OperatorAnalytics() {
  const { t } = useWords()
  const { market, figures, subscriptions } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={t('console.figures.nav')}
        lead={t('console.figures.lead', { n: figures.days })}
      />
      <Tabs
        label={t('console.figures.market')}
        tabs={MARKETS.map((one) => ({
          href: `${HERE}?market=${one}&days=${figures.days}`,
          name: t(`console.figures.market.${one}`),
          current: one === market,
        }))}
        className="mb-4"
      />
      <AnalyticsView figures={figures} here={HERE} query={{ market }} />
      <h2 className="type-d3 mt-9 mb-4">{t('console.subs.nav')}</h2>
      <SubscriptionFigures figures={subscriptions} />
    </>
  )
}
