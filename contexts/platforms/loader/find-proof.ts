import { HttpFailure, type HttpAnswer } from '#lib/http.ts'
import type { Services } from '../../ctx.ts'
import { isOriginOf, type ProofKind } from './sites.ts'

/** Why no proof was found, for the owner's eyes: nothing of an answer's body, and nothing that tells what else there is in a network (D7). */
export const PROOF_FAILURES = ['absent', 'other_value', 'unreachable', 'not_public', 'too_large', 'status', 'elsewhere', 'no_names'] as const
export type ProofFailure = (typeof PROOF_FAILURES)[number]
export type Proof = { found: true; url: string } | { found: false; failure: ProofFailure }

export const PROOF_FILE = '/.well-known/arasta-site.txt'
export const PROOF_META = 'arasta-site'
export const proofText = (token: string): string => `arasta-site=${token}`
export const proofRecord = (domain: string): string => `_arasta.${domain.split(':')[0]}`

/** What to put where, in the forms that owners need; and what the last look found. */
export const presentProof = ({ domain, token, looked_at, failure }: { domain: string; token: string; looked_at: Date | null; failure: string | null }) => ({
  token, record: { name: proofRecord(domain), value: proofText(token) }, file: { path: PROOF_FILE, text: proofText(token) }, tag: `<meta name="${PROOF_META}" content="${token}">`,
  looked_at: looked_at?.toISOString() ?? null, failure,
})

const HOPS = 3
const TIMEOUT_MS = 5_000
const failed = (failure: ProofFailure): Proof => ({ found: false, failure })

type Needs = Pick<Services, 'http' | 'names'>

/**
 * Looks for what only somebody who runs the site can have put there. Over `lib/http.ts`, so public addresses only, each redirect checked like the first; over
 * https, and over http where nothing answers there. Never inside a transaction.
 */
export async function findProof(services: Needs, { domain, token, kind }: { domain: string; token: string; kind: ProofKind }): Promise<Proof> {
  if (kind === 'dns') {
    const records = await services.names.txt(proofRecord(domain))
    if (records === null) return failed('no_names')
    if (!records.some(text => text.trim() === proofText(token))) return failed(records.some(text => text.startsWith('arasta-site=')) ? 'other_value' : 'absent')
    return { found: true, url: await addressOf(services, domain) }
  }
  let last: Proof = failed('unreachable')
  for (const scheme of ['https', 'http']) {
    last = await readSite(services, domain, `${scheme}://${domain}${kind === 'file' ? PROOF_FILE : '/'}`, body => (kind === 'file' ? tokensOfFile(body) : tokensOfPage(body)), token)
    if (last.found || (last.failure !== 'unreachable' && last.failure !== 'not_public')) return last
  }
  return last
}

/** How the site's pages are reached, for whoever proved it by its names. */
async function addressOf({ http }: Needs, domain: string): Promise<string> {
  try {
    await http.request(`https://${domain}/`, { method: 'HEAD', timeoutMs: TIMEOUT_MS, maxBytes: 64 * 1024 })
    return `https://${domain}`
  } catch (error) {
    if (error instanceof HttpFailure) return error.kind === 'timeout' || error.kind === 'too_large' ? `https://${domain}` : `http://${domain}`
    throw error
  }
}

async function readSite({ http }: Needs, domain: string, address: string, tokensOf: (body: string) => string[], token: string): Promise<Proof> {
  let url = address
  for (let hop = 0; hop <= HOPS; hop += 1) {
    let answer: HttpAnswer
    try {
      answer = await http.request(url, { timeoutMs: TIMEOUT_MS, maxBytes: 1024 * 1024, headers: { accept: 'text/html, text/plain', 'user-agent': 'Arasta (site proof)' } })
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error
      return failed(error.kind === 'blocked' ? 'not_public' : error.kind === 'too_large' ? 'too_large' : 'unreachable')
    }
    const next = answer.status >= 300 && answer.status < 400 ? URL.parse(answer.headers.location ?? '', url) : null
    if (next) {
      // http → https and with or without `www.` is the same site; anything else proves that other site.
      if (!isOriginOf(domain, next.origin)) return failed('elsewhere')
      url = next.href
      continue
    }
    if (answer.status === 404) return failed('absent')
    if (answer.status !== 200) return failed('status')
    const found = tokensOf(answer.body.toString('utf8'))
    if (found.includes(token)) return { found: true, url: new URL(url).origin }
    return failed(found.length > 0 ? 'other_value' : 'absent')
  }
  return failed('elsewhere')
}

const tokensOfFile = (body: string): string[] => body.split(/\r?\n/).flatMap(line => /^arasta-site=([\w-]+)$/.exec(line.trim())?.[1] ?? [])

/** Of the head alone: what visitors may write into a page stands below it. */
function tokensOfPage(body: string): string[] {
  const head = body.replaceAll(/<!--[\s\S]*?-->/g, '').split(/<body\b/i)[0] ?? ''
  return [...head.matchAll(/<meta\s([^>]*)>/gi)].flatMap(([, attributes = '']) => {
    const value = (name: string) => new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)?.slice(1).find(one => one !== undefined)
    return value('name') === PROOF_META ? (value('content') ?? '') : []
  })
}
