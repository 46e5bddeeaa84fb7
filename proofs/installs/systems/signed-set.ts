import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * What the line in a page says: where the loader asks, for which site, and whose signature counts.
 */
export interface PastedLine {
  base: string
  site: string
  key: string
}

/** A part of a page as its visitors get it, with the author's names of files. */
export interface ShownPart {
  id: string
  placement: number
  html: string
}

/** An answer of the market's, as it came. */
export interface Came {
  status: number
  body: Buffer
}

export interface ReadSet {
  parts: ShownPart[]
  /** In words, why a visitor would see nothing, or something else. */
  faults: string[]
}

const DAY_MS = 86_400_000

/** From the line as its owner pasted it. */
export function readLine(html: string): PastedLine {
  const attribute = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(html)?.[1] ?? ''
  return {
    base: new URL('.', attribute('src')).href,
    site: attribute('data-site'),
    key: attribute('data-key'),
  }
}

function isSigned({ key }: PastedLine, text: string, signature: string): boolean {
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').toString('base64url') },
    format: 'jwk',
  })
  return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64'))
}

/**
 * Reads what a page of the site would be shown by this answer, as the loader does: signed by the
 * key in the line, of a day that has not passed, and every file that is named there of the bytes
 * that were signed. `file` fetches one.
 */
export async function readSet(
  line: PastedLine,
  { status, body }: Came,
  now: Date,
  file: (address: string) => Promise<Came>,
): Promise<ReadSet> {
  if (status === 410) return { parts: [], faults: [] }
  if (status !== 200) return { parts: [], faults: [`the set was answered ${status}`] }
  const { text, signature } = JSON.parse(body.toString('utf8')) as {
    text: string
    signature: string
  }
  if (!isSigned(line, text, signature))
    return { parts: [], faults: ['the set is not signed by the key in the line'] }
  const set = JSON.parse(text) as {
    e?: number
    l: { i: string; c: number; h: string }[]
    f: Record<string, string>
  }
  if ((set.e ?? 0) < Math.floor(now.getTime() / DAY_MS))
    return { parts: [], faults: ['the set is of a day that has passed'] }
  const faults: string[] = []
  const ours = new RegExp(
    `${line.base.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}files/[0-9a-f]{64}/([^"'\\s<>]+)`,
    'g',
  )
  for (const { i, h } of set.l) {
    for (const [address] of h.matchAll(ours)) {
      const integrity = set.f[address]
      if (integrity === undefined) {
        faults.push(`${i} names a file whose bytes nobody signed`)
        continue
      }
      const came = await file(address)
      const seen = `sha384-${createHash('sha384').update(came.body).digest('base64')}`
      if (came.status !== 200) faults.push(`a file of ${i} was answered ${came.status}`)
      else if (seen !== integrity) faults.push(`a file of ${i} has other bytes than were signed`)
    }
  }
  return {
    parts: set.l.map(({ i, c, h }) => ({
      id: i,
      placement: c,
      html: h.replaceAll(ours, (_, path: string) => `{{asset:${decodeURIComponent(path)}}}`),
    })),
    faults,
  }
}
