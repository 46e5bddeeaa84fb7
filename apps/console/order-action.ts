import type { ActionFunctionArgs } from 'react-router'
import { orderShelves } from '#modules/catalog/merchandising-contract.ts'
import type { OrderedList } from '#modules/catalog/merchandising-rules.ts'
import type { Market } from '#lib/market.ts'
import { orderOf } from './ordered-table.tsx'
import { readForm } from './read-form.ts'

/** Saves the order that a table of `ByMarket` posts. */
export async function orderAction({ context, request }: ActionFunctionArgs) {
  const { form, text, submit } = await readForm(context, request)
  return submit(orderShelves, {
    body: {
      market: text('market') as Market,
      list: text('list') as OrderedList,
      ids: orderOf(form),
    },
  })
}
