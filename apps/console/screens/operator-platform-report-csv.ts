import type { LoaderFunctionArgs } from 'react-router'
import { getPlatformReport } from '#modules/publishing/rollouts/contract.ts'
import { reportFile } from '../analytics-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  reportFile(request, (query) =>
    context.get(consoleContext).call(getPlatformReport, {
      params: { platform: params.platform as unknown as number },
      query,
    }),
  )
