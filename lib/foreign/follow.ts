import type { ForeignHttp, HttpAnswer, HttpRequest } from '../http.ts'

/**
 * The last response with its URL; or that a redirect was refused by `mayLead`, or that there were
 * too many.
 */
export type Followed =
  | { end: 'answer'; url: string; answer: HttpAnswer }
  | { end: 'elsewhere' | 'too_many'; url: string }

export interface FollowOptions extends HttpRequest {
  hops: number
  /** Whether a redirect to this URL is followed; by default to any public one. */
  mayLead?: (next: URL) => boolean
  /** Called with each response, including the last. */
  onAnswer?: (answer: HttpAnswer) => void
}

/**
 * Requests an untrusted URL and follows its redirects; each is a request of its own, checked like
 * the first. `timeoutMs` applies to each. Throws `HttpFailure`.
 */
export async function followRedirects(
  http: ForeignHttp,
  address: string,
  { hops, mayLead, onAnswer, ...request }: FollowOptions,
): Promise<Followed> {
  let url = address
  for (let hop = 0; hop <= hops; hop += 1) {
    const answer = await http.request(url, request)
    onAnswer?.(answer)
    const next =
      answer.status >= 300 && answer.status < 400 && answer.headers.location !== undefined
        ? URL.parse(answer.headers.location, url)
        : null
    if (!next) return { end: 'answer', url, answer }
    url = next.href
    if (mayLead && !mayLead(next)) return { end: 'elsewhere', url }
  }
  return { end: 'too_many', url }
}
