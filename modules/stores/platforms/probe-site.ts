import { askAlong } from '#lib/foreign/follow.ts'
import { HttpFailure, type HttpAnswer } from '#lib/http.ts'
import type { Services } from '#kernel/context.ts'
import { cdnOf } from './cdn.ts'
import { findStoreById } from './data.ts'
import { writeSite } from './site-data.ts'

const HOPS = 3
const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024
const NO_HEAD = [404, 405, 501]

/**
 * Asks the store's own site how it answers (D7). Public addresses only; each redirect is a request
 * of its own, checked like the first, three at most. A site that cannot be asked has told nothing.
 */
export async function probeSite(
  services: Pick<Services, 'db' | 'http'>,
  storeId: string,
): Promise<void> {
  const store = await findStoreById(services.db, storeId)
  if (!store || store.status !== 'active') return
  const seen = await lookAt(services, store.url)
  if (seen) await writeSite(services.db, storeId, seen)
}

async function lookAt(
  { http }: Pick<Services, 'http'>,
  address: string,
): Promise<{ cdn: string | null; redirectsTo: string | null } | null> {
  let cdn: string | null = null
  let last = address
  let isAnswered = false
  const options = {
    hops: HOPS,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    cut: true,
    headers: { accept: 'text/html', 'user-agent': 'Arasta (site check)' },
    onAnswer: ({ headers }: HttpAnswer) => {
      isAnswered = true
      cdn ??= cdnOf(headers)
    },
    mayLead: ({ href }: URL) => {
      last = href
      return true
    },
  }
  try {
    const head = await askAlong(http, address, { ...options, method: 'HEAD' })
    if (head.end === 'answer' && NO_HEAD.includes(head.answer.status))
      await askAlong(http, head.url, options)
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
  }
  return isAnswered ? { cdn, redirectsTo: elsewhere(address, last) } : null
}

/** http → https and with or without `www.` is the same site. */
function elsewhere(from: string, to: string): string | null {
  const bare = (url: string) => new URL(url).hostname.replace(/^www\./, '')
  return bare(from) === bare(to) ? null : new URL(to).hostname
}
