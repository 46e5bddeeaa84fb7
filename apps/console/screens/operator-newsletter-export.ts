import type { ActionFunctionArgs } from 'react-router'
import { exportNewsletter } from '#modules/messaging/operator-contract.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = () => goTo('/operator/newsletter')

/** A file for a spreadsheet. By a POST: taking addresses out is written down. */
export async function action({ context }: ActionFunctionArgs) {
  const { csv } = await context.get(consoleContext).call(exportNewsletter)
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="newsletter.csv"',
    },
  })
}
