import { followRedirects } from '#lib/foreign/follow.ts'
import { HEAD_BYTES, readHtmlHead } from '#lib/foreign/html-head.ts'
import { HttpFailure } from '#lib/http.ts'
import type { Services } from '#kernel/context.ts'
import { type ProofKind, isOriginOf } from './sites.ts'
import { secondsAfter } from '#lib/clock.ts'
import { listSitesToCheck, recordProof } from './site-data.ts'

/**
 * Why no proof was found, as shown to the owner: nothing from the body of an answer, and nothing
 * about other hosts of a network (D7).
 */
const PROOF_FAILURES = [
  'absent',
  'other_value',
  'unreachable',
  'not_public',
  'too_large',
  'status',
  'elsewhere',
  'no_names',
] as const
type ProofFailure = (typeof PROOF_FAILURES)[number]
type Proof = { found: true; url: string } | { found: false; failure: ProofFailure }

const PROOF_FILE = '/.well-known/arasta-site.txt'
const PROOF_META = 'arasta-site'
const proofText = (token: string): string => `arasta-site=${token}`
const proofRecord = (domain: string): string => `_arasta.${domain.split(':')[0]}`

/** What to publish where, and the result of the last check. */
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
 * Looks for a proof that only somebody who runs the site can publish. Public addresses only, each
 * redirect checked like the first; over https, and over http when https does not answer. Never
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

/** The site's address, when it was proved by DNS. */
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
    const found = await followRedirects(http, address, {
      hops: HOPS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: HEAD_BYTES,
      cut: kind === 'meta',
      headers: { accept: 'text/html, text/plain', 'user-agent': 'Arasta (site proof)' },
      // https and `www.` are the same site; a redirect elsewhere would prove that other site.
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

/** Reads the head only, because visitors may write into the body. */
const tokensOfPage = (body: Buffer): string[] =>
  readHtmlHead(body)
    .metas.filter(({ name }) => name === PROOF_META)
    .map(({ content }) => content)

const DAY = 86_400
const MOST = 40

/**
 * Checks daily whether each site still has its proof. A missing proof is shown to the owner and
 * changes nothing else.
 */
export async function checkSiteProofs(
  services: Pick<Services, 'db' | 'clock' | 'http' | 'names'>,
): Promise<void> {
  for (const site of await listSitesToCheck(
    services.db,
    secondsAfter(services.clock.now(), -DAY),
    MOST,
  )) {
    const proof = await findProof(services, {
      domain: site.domain,
      token: site.proof_token,
      kind: site.proved_by as ProofKind,
    })
    await recordProof(
      services.db,
      site.store_id,
      proof.found ? null : proof.failure,
      services.clock.now(),
    )
  }
}
