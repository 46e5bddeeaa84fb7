import { askAlong } from '#lib/foreign/follow.ts'
import type { Services } from '#kernel/context.ts'
import { tryConsumeRateLimits } from '#kernel/rate-limits.ts'
import { judgeAnswer, PROBES, type Answered } from './rules.ts'

const HOPS = 2
const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1024

export interface AskedPage {
  url: string
  answered: Answered
}

/**
 * Asks pages of a store as a visitor would, each redirect checked like the first. Null when as many
 * were asked in this minute as may be.
 */
export async function askPages(
  services: Pick<Services, 'db' | 'clock' | 'http'>,
  urls: readonly string[],
): Promise<AskedPage[] | null> {
  if (
    !(await tryConsumeRateLimits(
      services,
      urls.map(() => PROBES),
    ))
  )
    return null
  return Promise.all(urls.map(async (url) => ({ url, answered: await askPage(services, url) })))
}

async function askPage({ http }: Pick<Services, 'http'>, address: string): Promise<Answered> {
  try {
    // What the page says is not looked at.
    const found = await askAlong(http, address, {
      hops: HOPS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      cut: true,
      headers: { accept: 'text/html', 'user-agent': 'Arasta (health check)' },
    })
    return found.end === 'answer' ? judgeAnswer({ status: found.answer.status }) : 'unclear'
  } catch (error) {
    return judgeAnswer(error as Error)
  }
}
