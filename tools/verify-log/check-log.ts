import { z } from 'zod'
import {
  verifyPackage,
  publicKeySchema,
  type PublicKey,
} from '#modules/catalog/packages/sign-package.ts'
import {
  type LogEntry,
  type LogHead,
  logHeadSchema,
  readEntry,
  verifyHead,
} from '#modules/catalog/release-log/format.ts'
import {
  leafHash,
  MerkleTree,
  verifyConsistency,
  verifyInclusion,
} from '#modules/catalog/release-log/merkle.ts'
import type { HttpClient } from '#lib/http.ts'

export interface LogCheck {
  http: HttpClient
  /** Origin of the installer. */
  installer: string
  now: Date
  /** The head that was seen last time, if there was one. */
  earlier: LogHead | null
  /** SHA-256 of a package that somebody was given. */
  packageSha256?: string
}

export interface LogReport {
  head: LogHead
  /** The last word on each release. */
  releases: LogEntry[]
  /**
   * Of the package that was asked about; null when the log does not know it, undefined when none
   * was asked about.
   */
  found?: LogEntry | null
  faults: string[]
}

const keySet = z.object({
  keys: z.array(publicKeySchema.extend({ until: z.iso.datetime().optional() })).max(100),
  withdrawn: z
    .array(z.object({ kid: z.string() }))
    .max(1000)
    .default([]),
})
const hashes = z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(64)
const page = z.object({ from: z.number(), to: z.number(), entries: z.array(z.string()).max(1000) })
const MINUTE = 60_000

/**
 * Holds a market's whole release log against what it says of itself
 * (docs/protocols/release-log.md). Throws when it cannot be read.
 */
export async function checkLog({
  http,
  installer,
  now,
  earlier,
  packageSha256,
}: LogCheck): Promise<LogReport> {
  const faults: string[] = []
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const answer = await http.request(`${installer}${path}`, {
      timeoutMs: 30_000,
      maxBytes: 16 * 2 ** 20,
    })
    if (answer.status !== 200) throw new Error(`${installer}${path} answered ${answer.status}`)
    return schema.parse(JSON.parse(answer.body.toString('utf8')))
  }
  const { keys, withdrawn } = await get('/keys.json', keySet)
  const head = await get('/log/head', logHeadSchema)
  faults.push(...headFaults(head, keys, installer, now))
  if (earlier && Date.parse(head.signed_at) < Date.parse(earlier.signed_at))
    faults.push(`the head is older than the one of ${earlier.signed_at}: it is being held back`)

  const [tree, entries] = [new MerkleTree(), [] as LogEntry[]]
  while (tree.size < head.size) {
    const answer = await get(`/log/entries?from=${tree.size}&to=${head.size}`, page)
    if (answer.entries.length === 0) break
    for (const text of answer.entries.slice(0, head.size - tree.size)) {
      const entry = readEntry(text)
      if (entry?.index === tree.size) entries.push(entry)
      else faults.push(`entry ${tree.size} is not of the form that it must have`)
      tree.append(leafHash(text))
    }
  }
  if (tree.size !== head.size)
    faults.push(`the head says ${head.size} entries, but there are ${tree.size}`)
  else if (tree.root() !== head.root)
    faults.push('the entries are not those that the head was signed over')
  if (earlier)
    faults.push(
      ...(await historyFaults(earlier, head, tree, (size) =>
        get(`/log/proof?first=${earlier.size}&second=${size}`, z.object({ proof: hashes })),
      )),
    )

  const { releases, faults: wrong } = lastStates(
    entries,
    keys,
    new Set(withdrawn.map((one) => one.kid)),
  )
  faults.push(...wrong)
  if (packageSha256 === undefined) return { head, releases, faults }
  const found = releases.find((one) => one.sha256 === packageSha256) ?? null
  if (!found)
    return {
      head,
      releases,
      found,
      faults: [...faults, `the log knows no package ${packageSha256}`],
    }
  const { proof } = await get(
    `/log/proof?index=${found.index}&size=${head.size}`,
    z.object({ proof: hashes }),
  )
  if (
    !verifyInclusion({
      leaf: tree.leaf(found.index) ?? '',
      index: found.index,
      size: head.size,
      proof,
      root: head.root,
    })
  )
    faults.push(`the proof for entry ${found.index} does not hold`)
  if (found.state !== 'published')
    faults.push(
      `${found.prefix} ${found.version} was ${found.state} on ${found.logged_at}: ${found.reason ?? 'no reason given'}`,
    )
  return { head, releases, found, faults }
}

function headFaults(
  head: LogHead,
  keys: readonly PublicKey[],
  installer: string,
  now: Date,
): string[] {
  return [
    ...(verifyHead(head, keys) ? [] : ['the head is not signed by a key of this market']),
    ...(head.log === installer ? [] : [`the head is of another log, ${head.log}`]),
    ...(Date.parse(head.expires_at) > now.getTime()
      ? []
      : [`the head ran out on ${head.expires_at}: nobody renews it, or it is being held back`]),
    ...(Date.parse(head.signed_at) < now.getTime() + 5 * MINUTE
      ? []
      : [`the head is of the future, ${head.signed_at}`]),
  ]
}

async function historyFaults(
  earlier: LogHead,
  head: LogHead,
  tree: MerkleTree,
  ask: (size: number) => Promise<{ proof: string[] }>,
): Promise<string[]> {
  if (earlier.size > tree.size)
    return [
      `there were ${earlier.size} entries on ${earlier.signed_at}, now there are ${tree.size}: the log was cut`,
    ]
  if (tree.root(earlier.size) !== earlier.root)
    return [
      `the first ${earlier.size} entries are not those of ${earlier.signed_at}: the log was written anew`,
    ]
  const proof = await ask(head.size).then(
    (answer) => answer.proof,
    () => null,
  )
  return proof && verifyConsistency(earlier, head, proof)
    ? []
    : ["the installer's own proof that the log only grew does not hold"]
}

/**
 * What the log says last of each release; a release keeps its item, version and bytes for ever, and
 * a version its release.
 */
function lastStates(
  entries: readonly LogEntry[],
  keys: readonly (PublicKey & { until?: string | undefined })[],
  withdrawn: ReadonlySet<string>,
): { releases: LogEntry[]; faults: string[] } {
  const faults: string[] = []
  const [last, versions] = [new Map<string, LogEntry>(), new Map<string, string>()]
  for (const entry of entries) {
    const before = last.get(entry.release)
    if (
      before &&
      (before.item !== entry.item ||
        before.version !== entry.version ||
        before.sha256 !== entry.sha256)
    )
      faults.push(`entry ${entry.index} makes another package of ${entry.prefix} ${entry.version}`)
    if (before?.state === 'yanked' && entry.state !== 'yanked')
      faults.push(
        `entry ${entry.index} brings ${entry.prefix} ${entry.version} back, which was withdrawn for good`,
      )
    const version = `${entry.item} ${entry.version}`
    if ((versions.get(version) ?? entry.release) !== entry.release)
      faults.push(`entry ${entry.index} is a second ${entry.prefix} ${entry.version}`)
    versions.set(version, entry.release)
    const until = keys.find((key) => key.kid === entry.key_id)?.until
    if (until !== undefined && Date.parse(entry.logged_at) > Date.parse(until) + 5 * MINUTE)
      faults.push(`entry ${entry.index} came after its key's last day, ${until}`)
    last.set(entry.release, entry)
  }
  for (const entry of last.values()) {
    if (withdrawn.has(entry.key_id)) {
      if (entry.state === 'published')
        faults.push(`${entry.prefix} ${entry.version} is signed by a key that was withdrawn`)
    } else if (
      !verifyPackage(entry.sha256, { keyId: entry.key_id, signature: entry.signature }, keys)
    ) {
      faults.push(
        `the package of ${entry.prefix} ${entry.version} is not signed by a key of this market`,
      )
    }
  }
  return { releases: [...last.values()], faults }
}
