import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sameText } from '#lib/same-text.ts'

/**
 * What goes over the wire between Arasta and iyzico: docs/gateways.md names the pages it was
 * written from.
 */

/** Decimal text of a positive amount, always with two decimals: 24990 → "249.90". */
export const decimalOf = (amountMinor: number): string =>
  `${Math.floor(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`

/**
 * Minor units of a decimal text, or null when it is not an amount to the last minor unit: "249.9" →
 * 24990, "249.901" → null.
 */
export function minorOf(decimal: string): number | null {
  const read = /^(\d{1,12})(?:\.(\d{1,20}))?$/.exec(decimal)
  if (!read) return null
  const [, whole = '', fraction = ''] = read
  if (/[1-9]/.test(fraction.slice(2))) return null
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'))
}

/** "1.20" → "1.2", "10.00" → "10": the form in which iyzico has been seen to sign amounts. */
export const strippedDecimal = (decimal: string): string =>
  decimal.includes('.')
    ? decimal.slice(0, lastOtherThan(decimal, '0') + 1).replace(/\.$/, '')
    : decimal

function lastOtherThan(text: string, character: string): number {
  let at = text.length - 1
  while (text[at] === character) at -= 1
  return at
}

/**
 * Amounts stay the text that came: a signature covers it, and a float would lose it. Null when it
 * is no JSON.
 */
export function parseAnswer(text: string): unknown {
  const keepAmounts = (key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && /price$/i.test(key) ? (source ?? String(value)) : value
  try {
    return JSON.parse(text, keepAmounts as (key: string, value: unknown) => unknown)
  } catch {
    return null
  }
}

export function iyzicoSigner(secretKey: string) {
  const hex = (message: string) => createHmac('sha256', secretKey).update(message).digest('hex')
  return {
    /** Of a request: `path` without host and query. */
    authorization: (apiKey: string, randomKey: string, path: string, body: string): string => {
      const signed = `apiKey:${apiKey}&randomKey:${randomKey}&signature:${hex(randomKey + path + body)}`
      return `IYZWSv2 ${Buffer.from(signed).toString('base64')}`
    },
    /**
     * Of an answer or a return: values in the documented order; amounts count as they came or
     * without trailing zeros.
     */
    isSigned(
      signature: string | undefined,
      values: readonly string[],
      amounts: readonly string[] = [],
      last: readonly string[] = [],
    ): boolean {
      const forms = [amounts, amounts.map(strippedDecimal)]
      return forms.some((form) => sameText(signature, hex([...values, ...form, ...last].join(':'))))
    },
    notice: (values: readonly string[]): string => hex([secretKey, ...values].join('')),
  }
}
export type IyzicoSigner = ReturnType<typeof iyzicoSigner>

export const id = z.union([z.string().min(1).max(200), z.number().int()]).transform(String)
export const amount = z.string().max(40)
const optionalText = z
  .string()
  .max(4_000)
  .nullish()
  .transform((value) => value ?? undefined)

export const failureAnswer = z.object({
  status: z.literal('failure'),
  errorCode: z
    .union([z.string(), z.number()])
    .transform(Number)
    .nullish()
    .transform((code) => code ?? 0),
  errorGroup: optionalText,
})

export const startAnswer = z.object({
  status: z.literal('success'),
  paymentId: id,
  conversationId: z.string(),
  threeDSHtmlContent: z.string().min(1),
  signature: z.string(),
})

/** A payment, as the completing call and the look-up answer it. */
export const paymentAnswer = z.object({
  status: z.literal('success'),
  paymentId: id,
  conversationId: z.string(),
  basketId: z.string(),
  currency: z.string(),
  price: amount,
  paidPrice: amount,
  signature: z.string(),
  /** Only the look-up and the hosted form say it. */
  paymentStatus: z.string().nullish(),
  fraudStatus: z.number().int().nullish(),
  mdStatus: z.union([z.string(), z.number()]).transform(String).nullish(),
  cardAssociation: optionalText,
  lastFourDigits: optionalText,
  binNumber: optionalText,
  cardUserKey: optionalText,
  cardToken: optionalText,
  errorCode: z.union([z.string(), z.number()]).transform(Number).nullish(),
  errorGroup: optionalText,
  token: optionalText,
})
export type PaymentAnswer = z.infer<typeof paymentAnswer>

export const refundAnswer = z.object({
  status: z.literal('success'),
  paymentId: id,
  price: amount,
  currency: z.string(),
  conversationId: z.string(),
  signature: z.string(),
})

/** Of the report on a payment only what was given back is read. */
export const reportAnswer = z.object({
  status: z.literal('success'),
  payments: z
    .array(
      z.object({
        paymentId: id,
        itemTransactions: z
          .array(
            z.object({
              refunds: z
                .array(
                  z.object({
                    refundPrice: amount,
                    currencyCode: z.string(),
                    refundStatus: z.union([z.string(), z.number()]).transform(Number),
                    refundConversationId: optionalText,
                  }),
                )
                .nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
})

export const cardsAnswer = z.object({
  status: z.literal('success'),
  cardUserKey: z.string(),
  cardDetails: z
    .array(
      z.object({
        cardToken: z.string(),
        cardAlias: optionalText,
        binNumber: optionalText,
        lastFourDigits: optionalText,
        cardAssociation: optionalText,
      }),
    )
    .nullish()
    .transform((cards) => cards ?? []),
})

export const installmentAnswer = z.object({
  status: z.literal('success'),
  installmentDetails: z.array(
    z.object({
      binNumber: optionalText,
      installmentPrices: z.array(
        z.object({ installmentNumber: z.number().int().positive(), totalPrice: amount }),
      ),
    }),
  ),
})

export const pageAnswer = z.object({
  status: z.literal('success'),
  conversationId: z.string(),
  token: z.string().min(1).max(200),
  paymentPageUrl: z.url({ protocol: /^https?$/ }),
  signature: z.string(),
})

/** The browser's return; what is empty may be left out. */
export const returnForm = z.object({
  status: z.enum(['success', 'failure']),
  paymentId: z.string().min(1).max(100),
  conversationId: z.string().min(1).max(100),
  conversationData: z.string().max(10_000).default(''),
  mdStatus: z.string().max(10).default(''),
  signature: z.string().max(200),
})

export const noticeBody = z.object({
  paymentConversationId: z.string().min(1).max(100),
  status: z.string().min(1).max(60),
  iyziReferenceCode: z.string().min(1).max(100),
  iyziEventType: z.string().min(1).max(60),
  paymentId: id.optional(),
  iyziPaymentId: id.optional(),
  token: z.string().max(200).optional(),
})
