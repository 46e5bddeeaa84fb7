import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { fetchStoreData } from '#modules/market/operator-contract.ts'
import { goTo } from '../go-to.ts'
import { consoleContext } from '../screen-context.ts'

export const loader = ({ params }: LoaderFunctionArgs) => goTo(`/operator/stores/${params.store}`)

/** By a POST: taking the file is written down. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { json } = await context
    .get(consoleContext)
    .call(fetchStoreData, { params: { store: params.store ?? '', request: params.request ?? '' } })
  return new Response(json, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="store-data.json"',
    },
  })
}
