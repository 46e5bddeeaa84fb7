import type { LoaderFunctionArgs } from 'react-router'
import { getItemFigures } from '#contexts/figures/contract.ts'
import { figuresFile, daysAsked } from '../figures-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) =>
  figuresFile(await context.get(consoleContext).call(getItemFigures, { params: { partner: params.partner ?? '', item: params.item ?? '' }, query: daysAsked(request) }))
