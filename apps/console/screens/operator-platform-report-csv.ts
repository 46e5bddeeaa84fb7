import type { LoaderFunctionArgs } from 'react-router'
import { getPlatformReport } from '#contexts/rollouts/platform-contract.ts'
import { reportFile } from '../platform-report-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = ({ context, params, request }: LoaderFunctionArgs) => reportFile(request, query => context.get(consoleContext).call(getPlatformReport, {
  params: { platform: params.platform as unknown as number }, query,
}))
