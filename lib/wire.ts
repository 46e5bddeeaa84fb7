import { z } from 'zod'
import { COUNTRIES } from './countries.ts'
import { CURRENCIES } from './currencies.ts'

/** Schemas that several contracts share (calls.md). */
export const amount = z
  .number()
  .describe('major units, with at most the decimals of the `currency` beside it (D9)')
export const currency = z.enum(CURRENCIES).describe('ISO 4217')
/** ISO 3166-1 alpha-2, from lib/countries.ts. */
export const countryCode = z
  .enum(COUNTRIES as [string, ...string[]], {
    error: ({ input }) =>
      input === undefined || input === '' ? 'field.required' : 'field.country',
  })
  .describe('ISO 3166-1 alpha-2')
export const time = z.string().describe('ISO 8601')
/** A calendar day. Years that neither people mean nor databases take are refused. */
export const day = z.iso.date().refine((text) => text >= '1900-01-01', { error: 'field.invalid' })
export const flag = z.union([z.literal(0), z.literal(1)])
/** `?page=2` as a positive whole number; anything else is refused. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)
export const perPage = z.coerce.number().int().min(1).max(100).default(24)

/** The response of an operation with `file`. */
export const fileAnswer = z.object({
  filename: z.string(),
  contentType: z.string(),
  content: z.instanceof(Uint8Array),
})

/** Metadata of every list (S7.3, calls.md): the total, and the part that this is. */
export const listMeta = z.object({
  total: z.number().int(),
  page: z.number().int(),
  per_page: z.number().int(),
})
export const list = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), meta: listMeta })
/** The response of a list without pages. */
export const wholeList = <T>(data: T[]): { data: T[]; meta: z.output<typeof listMeta> } => ({
  data,
  meta: { total: data.length, page: 1, per_page: Math.max(1, data.length) },
})

export const one = <T extends z.ZodType>(data: T) => z.object({ data })

export const picture = z.object({
  sources: z.array(z.object({ path: z.string(), type: z.string(), width: z.number().int() })),
  width: z.number().int(),
  height: z.number().int(),
  placeholder: z.string().nullable(),
  alt: z.string(),
})
export type Picture = z.output<typeof picture>

/** Headers of a call signed by an app, described in docs/in-app-purchase.md. */
export const SIGNED = {
  'arasta-key-id': { required: true, description: "of the installation's credential" },
  'arasta-timestamp': { required: true, description: 'Unix seconds, at most 300 off' },
  'arasta-nonce': { required: true, description: 'at least 96 random bits, URL safe, used once' },
  'arasta-signature': {
    required: true,
    description: "`v1=` and HMAC-SHA256 over method, path, timestamp, nonce and the body's SHA-256",
  },
} as const
