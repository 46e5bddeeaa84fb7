import type { ForeignHttp, HttpAnswer, HttpRequest } from '../http.ts'

/**
 * The last answer with the address it came from; or that the next redirect leads where `mayLead`
 * says no, or that there were too many.
 */
export type Followed =
  | { end: 'answer'; url: string; answer: HttpAnswer }
  | { end: 'elsewhere' | 'too_many'; url: string }

export interface FollowOptions extends HttpRequest {
  hops: number
  /** Whether a redirect may lead to this address; anywhere (public) when left out. */
  mayLead?: (next: URL) => boolean
  /** Sees each answer on the way, the last one included. */
  onAnswer?: (answer: HttpAnswer) => void
}

/**
 * Asks an address that somebody else gave, and those it redirects to: each is a request of its own,
 * checked like the first. `timeoutMs` is for each of them. Throws `HttpFailure`.
 */
export async function askAlong(
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
