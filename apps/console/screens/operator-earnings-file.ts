import type { LoaderFunctionArgs } from 'react-router'
import { getAnyEarningsFile } from '#modules/earnings/contract.ts'
import { csvFile } from '../analytics-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  csvFile(
    await context
      .get(consoleContext)
      .call(getAnyEarningsFile, { params: { statement: params.statement ?? '' } }),
  )
