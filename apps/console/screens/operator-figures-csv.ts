import type { LoaderFunctionArgs } from 'react-router'
import { getMarketFigures } from '#contexts/figures/contract.ts'
import { csvAnswer, daysAsked } from '../figures-csv.ts'
import { consoleContext } from '../screen-context.ts'
import { marketAsked } from '../figures-market.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) =>
  csvAnswer(await context.get(consoleContext).call(getMarketFigures, { query: { ...daysAsked(request), market: marketAsked(request) } }))
