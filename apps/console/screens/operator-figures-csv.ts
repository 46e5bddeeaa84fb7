import type { LoaderFunctionArgs } from 'react-router'
import { getMarketFigures } from '#contexts/figures/contract.ts'
import { figuresFile, daysAsked } from '../figures-csv.ts'
import { consoleContext } from '../screen-context.ts'
import { marketAsked } from '../figures-market.ts'

export const loader = async ({ context, request }: LoaderFunctionArgs) =>
  figuresFile(await context.get(consoleContext).call(getMarketFigures, { query: { ...daysAsked(request), market: marketAsked(request) } }))
