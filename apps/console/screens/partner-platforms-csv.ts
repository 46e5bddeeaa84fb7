import type { LoaderFunctionArgs } from 'react-router'
import { getOwnPlatformReport } from '#modules/publishing/rollouts/contract.ts'
import { reportFile } from '../analytics-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  reportFile(request, (query) =>
    context.get(consoleContext).call(getOwnPlatformReport, {
      params: { partner: params.partner ?? '', platform: params.platform as unknown as number },
      query,
    }),
  )
