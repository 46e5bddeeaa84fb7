import { z } from 'zod'
import { declareOperation } from '#kernel/operation.ts'
import { one, pageNumber, perPage, time } from '#lib/wire.ts'
import { itemCard, verified } from '#modules/catalog/contract.ts'

export const developer = z.object({
  slug: z.string(),
  name: z.string(),
  about: z.string().nullable().describe("in the reader's language, else in one that there is"),
  logo: z.string().nullable(),
  website: z.string().nullable(),
  support_email: z.string().nullable(),
  support_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  verified: verified.nullable(),
  seller: z
    .object({
      legal_name: z.string().nullable(),
      legal_address: z.string().nullable(),
      tax_office: z.string().nullable(),
      tax_number: z.string().nullable(),
      registry_number: z.string().nullable(),
      registered_mail: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .describe('who sells, as far as it is known'),
  since: time,
  items: z.array(itemCard),
  total: z.int().describe('items in this market'),
})
export type Developer = z.output<typeof developer>

export const getDeveloper = declareOperation({
  id: 'getDeveloper',
  summary: 'Who lists items, in their own words, and which',
  tag: 'Catalogue',
  source: 'S2.17 D19',
  method: 'get',
  path: '/developers/{developer}',
  policy: { who: 'anyone' },
  params: z.object({ developer: z.string().max(120) }),
  query: z.object({ page: pageNumber, per_page: perPage }),
  output: one(developer),
  refusals: ['partners.developer_not_found'],
})
