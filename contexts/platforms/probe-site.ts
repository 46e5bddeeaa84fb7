import { HttpFailure, type HttpAnswer } from '#lib/http.ts'
import type { Services } from '../ctx.ts'
import { cdnOf } from './cdn.ts'
import { findStoreById } from './data.ts'
import { writeSite } from './site-data.ts'

const HOPS = 3
const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const NO_HEAD = [404, 405, 501]

/**
 * The job `probe-site`: asks the store's own site how it answers (D7). Only through `lib/http.ts`, so public addresses only; each redirect
 * is a request of its own, checked like the first, three at most. A site that cannot be asked has told nothing.
 */
export async function probeSite(services: Services, storeId: string): Promise<void> {
  const store = await findStoreById(services.db, storeId)
  if (!store || store.status !== 'active') return
  const seen = await lookAt(services, store.url)
  if (seen) await writeSite(services.db, storeId, seen)
}

async function lookAt({ http }: Pick<Services, 'http'>, address: string): Promise<{ cdn: string | null; redirectsTo: string | null } | null> {
  let cdn: string | null = null
  let url = address
  for (let hop = 0; hop <= HOPS; hop += 1) {
    const answer = await ask(http, url)
    if (!answer) return hop === 0 ? null : { cdn, redirectsTo: elsewhere(address, url) }
    cdn ??= cdnOf(answer.headers)
    const next = answer.status >= 300 && answer.status < 400 ? URL.parse(answer.headers.location ?? '', url) : null
    if (!next) return { cdn, redirectsTo: elsewhere(address, url) }
    url = next.href
  }
  return { cdn, redirectsTo: elsewhere(address, url) }
}

async function ask(http: Services['http'], url: string): Promise<HttpAnswer | null> {
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, headers: { accept: 'text/html', 'user-agent': 'Arasta (site check)' } }
  try {
    const head = await http.request(url, { ...limits, method: 'HEAD' })
    return NO_HEAD.includes(head.status) ? await http.request(url, limits) : head
  } catch (error) {
    if (error instanceof HttpFailure) return null
    throw error
  }
}

/** http → https and with or without `www.` is the same site. */
function elsewhere(from: string, to: string): string | null {
  const bare = (url: string) => new URL(url).hostname.replace(/^www\./, '')
  return bare(from) === bare(to) ? null : new URL(to).hostname
}
