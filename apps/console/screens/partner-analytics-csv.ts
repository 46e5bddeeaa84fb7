import type { LoaderFunctionArgs } from 'react-router'
import { getPartnerFigures } from '#modules/analytics/contract.ts'
import { analyticsFile, daysAsked } from '../analytics-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) =>
  analyticsFile(
    await context.get(consoleContext).call(getPartnerFigures, {
      params: { partner: params.partner ?? '' },
      query: daysAsked(request),
    }),
  )
