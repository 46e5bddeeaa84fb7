/** What a reviewer should see in new code although no rule forbids it. */
export const REMARKS = ['network', 'fields', 'storage', 'address'] as const
export type RemarkKind = (typeof REMARKS)[number]

export interface Remark {
  what: RemarkKind
  /** In the submitted file, from 1. */
  line: number
  /** The word that was found. */
  evidence: string
}

const CODE = /\.(?:m?js|html|json|svg)$/i
/** A licence names addresses; nobody calls them. */
const SEARCHED = /\.(?:m?js|html|json|svg|css)$/i

const PATTERNS: readonly [RemarkKind, RegExp][] = [
  ['network', /\b(?:fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource)\b/],
  ['fields', /\bFormData\b|\.value\b|['"](?:input|change|keydown|keyup|keypress|paste|submit)['"]/],
  ['storage', /\bdocument\.cookie\b|\b(?:localStorage|sessionStorage|indexedDB)\b/],
]
const ADDRESS = /https?:\/\/([a-z0-9.-]{1,100})/gi

/** Of one kind in a file: whoever has seen these has opened the file. */
const MOST_OF_KIND = 5
/** Longer lines are not written by people; only their beginning is searched. */
const LONGEST_LINE = 20_000

const hostsIn = (text: string): string[] =>
  [...text.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase())

/** Remarks on the lines that the file published before does not have, one of a kind in a line. */
export function remarksOn(path: string, before: string, after: string): Remark[] {
  if (!SEARCHED.test(path)) return []
  const known = new Set(before.split('\n'))
  const hosts = new Set(hostsIn(before))
  const found: Remark[] = []
  const put = (remark: Remark) => {
    if (found.filter((one) => one.what === remark.what).length < MOST_OF_KIND) found.push(remark)
  }
  for (const [index, whole] of after.split('\n').entries()) {
    if (known.has(whole)) continue
    const text = whole.slice(0, LONGEST_LINE)
    const line = index + 1
    if (CODE.test(path))
      for (const [what, pattern] of PATTERNS) {
        const evidence = pattern.exec(text)?.[0]
        if (evidence) put({ what, line, evidence })
      }
    const host = hostsIn(text).find((one) => !hosts.has(one))
    if (host) {
      hosts.add(host)
      put({ what: 'address', line, evidence: host })
    }
  }
  return found
}
