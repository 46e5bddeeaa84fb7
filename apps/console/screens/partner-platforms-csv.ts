import type { LoaderFunctionArgs } from 'react-router'
import { getOwnPlatformReport } from '#contexts/rollouts/platform-contract.ts'
import { reportFile } from '../platform-report-csv.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = async ({ context, params, request }: LoaderFunctionArgs) => reportFile(await context.get(consoleContext).call(getOwnPlatformReport, {
  params: { partner: params.partner ?? '', platform: params.platform as unknown as number }, query: { version: new URL(request.url).searchParams.get('version') ?? '' },
}))
