import type { Services } from '#kernel/context.ts'
import { fileAddress, proofText, recordName } from './proof-rules.ts'

/** Where the proof was found; or that it is not there, or that nobody could be asked. */
export type Look = 'dns' | 'file' | 'nowhere' | 'unreachable'

const TIMEOUT_MS = 6_000
const MAX_BYTES = 4_096

/**
 * Looks outside: first for the record, then for the file. Never inside a transaction; what is not
 * public is refused by the client itself (D7).
 */
export async function lookForProof(
  { http, names }: Pick<Services, 'http' | 'names'>,
  { domain, website, proof }: { domain: string; website: string; proof: string },
): Promise<Look> {
  const wanted = proofText(proof)
  const records = await names.txt(recordName(domain))
  if (records?.some((text) => text.trim() === wanted)) return 'dns'
  try {
    const { status, body } = await http.request(fileAddress(website), {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      headers: { accept: 'text/plain' },
    })
    if (
      status === 200 &&
      body
        .toString('utf8')
        .split('\n')
        .some((line) => line.trim() === wanted)
    )
      return 'file'
  } catch {
    if (records === null) return 'unreachable'
  }
  return 'nowhere'
}
