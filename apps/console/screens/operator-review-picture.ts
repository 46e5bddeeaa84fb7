import type { LoaderFunctionArgs } from 'react-router'
import { getReviewPicture } from '#modules/publishing/submissions/operator-contract.ts'
import { consoleContext } from '../screen-context.ts'

/** A picture of the scratch shop, for the reviewer's page alone. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const moment = params.moment === 'before' ? 'before' : 'after'
  const { png } = await context
    .get(consoleContext)
    .call(getReviewPicture, { params: { submission: params.submission ?? '', moment } })
  return new Response(new Uint8Array(Buffer.from(png, 'base64')), {
    headers: {
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
