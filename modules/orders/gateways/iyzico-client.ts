import type { z } from 'zod'
import { HttpFailure, type HttpClient } from '#lib/http.ts'
import { newSecret } from '#lib/ids.ts'
import { failureAnswer, parseAnswer, type IyzicoSigner } from './iyzico-wire.ts'

/**
 * An answer of the expected shape, a refusal, or nothing that can be read: `reached` is false when
 * iyzico certainly did not get the request.
 */
export type Called<Answer> =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'failure'; errorCode: number; errorGroup: string | undefined }
  | { kind: 'silent'; reached: boolean }

export interface IyzicoCalls {
  post<S extends z.ZodType>(path: string, body: object, shape: S): Promise<Called<z.output<S>>>
  remove<S extends z.ZodType>(path: string, body: object, shape: S): Promise<Called<z.output<S>>>
  get<S extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    shape: S,
  ): Promise<Called<z.output<S>>>
}

/**
 * Signed calls to iyzico. What is signed is exactly what is sent; nothing that comes out holds what
 * was sent.
 */
export function iyzicoCalls(
  { url, apiKey, timeoutMs }: { url: string; apiKey: string; timeoutMs: number },
  signer: IyzicoSigner,
  http: HttpClient,
): IyzicoCalls {
  async function call<S extends z.ZodType>(
    method: string,
    path: string,
    query: string,
    body: object | undefined,
    shape: S,
  ): Promise<Called<z.output<S>>> {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const randomKey = newSecret()
    // The query of a GET is not part of what is signed.
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-iyzi-rnd': randomKey,
      'x-iyzi-client-version': 'arasta',
      authorization: signer.authorization(apiKey, randomKey, path, sent),
    }
    try {
      const answer = await http.request(url + path + query, {
        method,
        headers,
        ...(sent && { body: sent }),
        timeoutMs,
        maxBytes: 1024 * 1024,
      })
      if (answer.status === 429)
        return { kind: 'failure', errorCode: 50_000, errorGroup: undefined }
      if (answer.status >= 500) return { kind: 'silent', reached: true }
      const parsed = parseAnswer(answer.body.toString('utf8'))
      const failure = failureAnswer.safeParse(parsed)
      if (failure.success)
        return {
          kind: 'failure',
          errorCode: failure.data.errorCode,
          errorGroup: failure.data.errorGroup,
        }
      const read = shape.safeParse(parsed)
      return answer.status === 200 && read.success
        ? { kind: 'answer', answer: read.data }
        : { kind: 'silent', reached: true }
    } catch (error) {
      if (error instanceof HttpFailure) return { kind: 'silent', reached: error.sent }
      throw error
    }
  }
  return {
    post: (path, body, shape) => call('POST', path, '', body, shape),
    remove: (path, body, shape) => call('DELETE', path, '', body, shape),
    get: (path, query, shape) =>
      call('GET', path, `?${new URLSearchParams(query)}`, undefined, shape),
  }
}
