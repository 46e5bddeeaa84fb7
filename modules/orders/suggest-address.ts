import type { z } from 'zod'
import { defineOperation } from '#kernel/define-operation.ts'
import { callPlatform, connectorOf } from '#modules/stores/platforms/public.ts'
import type { billingDetails } from '#modules/stores/platforms/store-connector.ts'
import { suggestAddress as contract } from './contract.ts'

type Known = z.output<typeof billingDetails>

/** The platform's own invoice data as a form of ours. Nothing is stored before the owner sends it. */
const asAddress = (known: Known) => ({
  name: known.company ?? [known.firstname, known.lastname].filter(Boolean).join(' '),
  invoice_type: known.company ? ('institutional' as const) : ('individual' as const),
  country: known.country,
  company: known.company ?? null,
  firstname: known.firstname ?? null,
  lastname: known.lastname ?? null,
  tax_office: known.tax_office ?? null,
  tax_number: known.tax_number ?? null,
  email: known.email ?? '',
  phone: known.phone ?? '',
  city: known.city ?? '',
  district: known.district ?? null,
  zip_code: known.zip_code ?? null,
  address: known.address ?? '',
})

export const suggestAddress = defineOperation({
  ...contract,
  run: async (ctx) => {
    const connector = await connectorOf(ctx, ctx.actor.storeId)
    const { billing_details: known } = await callPlatform(() => connector.getStore())
    return { data: known ? asAddress(known) : null }
  },
})
