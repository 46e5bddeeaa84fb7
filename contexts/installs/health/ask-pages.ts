import type { Services } from '../../ctx.ts'
import { hasTurns } from '../../limits.ts'
import { judgeAnswer, PROBES, type Answered } from './rules.ts'

const HOPS = 2
const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1024

export interface AskedPage { url: string; answered: Answered }

/** Asks pages of a store as a visitor would, each redirect checked like the first. Null when as many were asked in this minute as may be. */
export async function askPages(services: Pick<Services, 'db' | 'clock' | 'http'>, urls: readonly string[]): Promise<AskedPage[] | null> {
  if (!await hasTurns(services, urls.map(() => PROBES))) return null
  return Promise.all(urls.map(async url => ({ url, answered: await askPage(services, url) })))
}

async function askPage({ http }: Pick<Services, 'http'>, address: string): Promise<Answered> {
  let url = address
  for (let hop = 0; hop <= HOPS; hop += 1) {
    const answer = await http.request(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, headers: { accept: 'text/html', 'user-agent': 'Arasta (health check)' } }).catch((error: unknown) => error)
    if (answer instanceof Error) return judgeAnswer(answer)
    const { status, headers } = answer as { status: number; headers: Record<string, string> }
    const next = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url) : null
    if (!next) return judgeAnswer({ status })
    url = next.href
  }
  return 'unclear'
}
