import { askAlong } from '#lib/foreign/follow.ts'
import { HEAD_BYTES, readHtmlHead } from '#lib/foreign/html-head.ts'
import { HttpFailure } from '#lib/http.ts'
import type { Services } from '#kernel/context.ts'
import { isOriginOf, type ProofKind } from './sites.ts'

/**
 * Why no proof was found, for the owner's eyes: nothing of an answer's body, and nothing that tells
 * what else there is in a network (D7).
 */
export const PROOF_FAILURES = [
  'absent',
  'other_value',
  'unreachable',
  'not_public',
  'too_large',
  'status',
  'elsewhere',
  'no_names',
] as const
export type ProofFailure = (typeof PROOF_FAILURES)[number]
export type Proof = { found: true; url: string } | { found: false; failure: ProofFailure }

export const PROOF_FILE = '/.well-known/arasta-site.txt'
export const PROOF_META = 'arasta-site'
export const proofText = (token: string): string => `arasta-site=${token}`
export const proofRecord = (domain: string): string => `_arasta.${domain.split(':')[0]}`

/** What to put where, in the forms that owners need; and what the last look found. */
export const presentProof = ({
  domain,
  token,
  looked_at,
  failure,
}: {
  domain: string
  token: string
  looked_at: Date | null
  failure: string | null
}) => ({
  token,
  record: { name: proofRecord(domain), value: proofText(token) },
  file: { path: PROOF_FILE, text: proofText(token) },
  tag: `<meta name="${PROOF_META}" content="${token}">`,
  looked_at: looked_at?.toISOString() ?? null,
  failure,
})

const HOPS = 3
const TIMEOUT_MS = 5_000
const failed = (failure: ProofFailure): Proof => ({ found: false, failure })

type Needs = Pick<Services, 'http' | 'names'>

/**
 * Looks for what only somebody who runs the site can have put there. Public addresses only, each
 * redirect checked like the first; over https, and over http where nothing answers there. Never
 * inside a transaction.
 */
export async function findProof(
  services: Needs,
  { domain, token, kind }: { domain: string; token: string; kind: ProofKind },
): Promise<Proof> {
  if (kind === 'dns') {
    const records = await services.names.txt(proofRecord(domain))
    if (records === null) return failed('no_names')
    if (!records.some((text) => text.trim() === proofText(token)))
      return failed(
        records.some((text) => text.startsWith('arasta-site=')) ? 'other_value' : 'absent',
      )
    return { found: true, url: await addressOf(services, domain) }
  }
  let last: Proof = failed('unreachable')
  for (const scheme of ['https', 'http']) {
    last = await readSite(
      services,
      { domain, token, kind },
      `${scheme}://${domain}${kind === 'file' ? PROOF_FILE : '/'}`,
    )
    if (last.found || (last.failure !== 'unreachable' && last.failure !== 'not_public')) return last
  }
  return last
}

/** How the site's pages are reached, for whoever proved it by its names. */
async function addressOf({ http }: Needs, domain: string): Promise<string> {
  try {
    await http.request(`https://${domain}/`, {
      method: 'HEAD',
      timeoutMs: TIMEOUT_MS,
      maxBytes: 64 * 1024,
    })
    return `https://${domain}`
  } catch (error) {
    if (error instanceof HttpFailure)
      return error.kind === 'timeout' || error.kind === 'too_large'
        ? `https://${domain}`
        : `http://${domain}`
    throw error
  }
}

async function readSite(
  { http }: Needs,
  { domain, token, kind }: { domain: string; token: string; kind: ProofKind },
  address: string,
): Promise<Proof> {
  try {
    const found = await askAlong(http, address, {
      hops: HOPS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: HEAD_BYTES,
      cut: kind === 'meta',
      headers: { accept: 'text/html, text/plain', 'user-agent': 'Arasta (site proof)' },
      // http → https and with or without `www.` is the same site; anything else proves that other
      // site.
      mayLead: (next) => isOriginOf(domain, next.origin),
    })
    if (found.end !== 'answer') return failed('elsewhere')
    const { status, body } = found.answer
    if (status === 404) return failed('absent')
    if (status !== 200) return failed('status')
    const tokens = kind === 'meta' ? tokensOfPage(body) : tokensOfFile(body.toString('utf8'))
    if (tokens.includes(token)) return { found: true, url: new URL(found.url).origin }
    return failed(tokens.length > 0 ? 'other_value' : 'absent')
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error
    return failed(
      error.kind === 'blocked'
        ? 'not_public'
        : error.kind === 'too_large'
          ? 'too_large'
          : 'unreachable',
    )
  }
}

const tokensOfFile = (body: string): string[] =>
  body.split(/\r?\n/).flatMap((line) => /^arasta-site=([\w-]+)$/.exec(line.trim())?.[1] ?? [])

/** Of the head alone: what visitors may write into a page stands below it. */
const tokensOfPage = (body: Buffer): string[] =>
  readHtmlHead(body)
    .metas.filter(({ name }) => name === PROOF_META)
    .map(({ content }) => content)
