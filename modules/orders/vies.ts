import { z } from 'zod'
import { type HttpClient, HttpFailure } from '#lib/http.ts'
import { vatIdParts } from '#lib/vat-number.ts'

/**
 * The VAT Information Exchange System of the European Union, its REST service: whether a VAT id is
 * valid for trade within the Union. It asks the member state, some of which are slow or closed at
 * night.
 */
export interface VatAuthority {
  check(request: VatQuestion): Promise<VatAnswer>
}

/** Countries by ISO code; ids with or without their prefix. */
export interface VatQuestion {
  country: string
  vatId: string
  /** Who asks: only then there is a consultation number. */
  seller: { country: string; vatId: string }
}

export type VatAnswer =
  | { kind: 'confirmed'; consultation: string | null }
  | { kind: 'refused' }
  /** Nothing is known; `why` is the service's code or what failed. */
  | { kind: 'unavailable'; why: string }

/** Denmark and Germany take up to this long in the evening; the owner waits for the form. */
const TIMEOUT_MS = 8_000
const MOST_BYTES = 32 * 1024

const answerSchema = z.object({
  countryCode: z.string().max(2),
  vatNumber: z.string().max(32),
  valid: z.boolean(),
  requestIdentifier: z.string().max(60).nullish(),
})
const failureSchema = z.object({
  errorWrappers: z
    .array(z.object({ error: z.string().max(100) }))
    .min(1)
    .max(20),
})

/** `url`: of the service without a path of its own, e.g. `https://ec.europa.eu/…/rest-api`. */
export function createVies({ http, url }: { http: HttpClient; url: string }): VatAuthority {
  return {
    async check({ country, vatId, seller }) {
      const asked = vatIdParts(country, vatId)
      const own = vatIdParts(seller.country, seller.vatId)
      const answer = await http
        .request(`${url.replace(/\/$/, '')}/check-vat-number`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify({
            countryCode: asked.prefix,
            vatNumber: asked.number,
            requesterMemberStateCode: own.prefix,
            requesterNumber: own.number,
          }),
          timeoutMs: TIMEOUT_MS,
          maxBytes: MOST_BYTES,
        })
        .catch((error: unknown) => {
          if (error instanceof HttpFailure) return error
          throw error
        })
      if (answer instanceof HttpFailure) return { kind: 'unavailable', why: answer.kind }
      return readAnswer(jsonOf(answer.body), asked)
    },
  }
}

function readAnswer(body: unknown, asked: { prefix: string; number: string }): VatAnswer {
  const answer = answerSchema.safeParse(body)
  if (answer.success) {
    const { countryCode, vatNumber, valid, requestIdentifier } = answer.data
    // An answer about another id would confirm what nobody asked.
    if (countryCode !== asked.prefix || vatNumber !== asked.number)
      return { kind: 'unavailable', why: 'another id' }
    return valid
      ? { kind: 'confirmed', consultation: requestIdentifier || null }
      : { kind: 'refused' }
  }
  const failure = failureSchema.safeParse(body)
  const why = failure.success ? (failure.data.errorWrappers[0]?.error ?? '') : 'unreadable'
  // The member state will never know a number of this form.
  return why === 'INVALID_INPUT' ? { kind: 'refused' } : { kind: 'unavailable', why }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
