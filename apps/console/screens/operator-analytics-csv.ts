import type { LoaderFunctionArgs } from 'react-router'
import { getMarketFigures } from '#modules/analytics/contract.ts'
import { analyticsFile, daysAsked, marketAsked } from '../analytics-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) =>
  analyticsFile(
    await context
      .get(consoleContext)
      .call(getMarketFigures, { query: { ...daysAsked(request), market: marketAsked(request) } }),
  )
