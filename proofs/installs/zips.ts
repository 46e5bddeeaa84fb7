import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync as inflated, unzipSync } from 'fflate'
import { PACKAGE_REFUSALS } from '#modules/catalog/packages/problems.ts'
import { forgePackage } from '#modules/catalog/packages/zip-forge.support.ts'
import {
  endReader,
  readerPid,
  readIsolated,
  type ReadPackage,
} from '#modules/catalog/packages/read-isolated.ts'
import { isRefusal } from '#lib/refusal.ts'
import { mutatedZip } from './mutate-zip.ts'
import { seededRandom } from './seeded-random.ts'

export interface ZipProof {
  count: number
  seed: string
  /** Told now and then how many are done. */
  onProgress?: (done: number) => void
}

export interface ZipProved {
  accepted: number
  /** How often for which reason. */
  refused: Record<string, number>
  /** Each names the seed by which its zip is made again. */
  violations: string[]
  /** The most that the reader's process held, in megabytes; null where the system does not say. */
  megabytes: number | null
}

const DEADLINE_MS = 10_000
/** A bare Node takes some 50; the rest is the reader. */
const MOST_MEGABYTES = 320
const EVERY_AS_FILE = 7
const LOOK_EVERY = 50

/**
 * Reads zips made from a seed (PKG-1, PKG-2, PKG-4), every seventh from a file. None may end the
 * reader or be refused without a reason of ours, take longer than the deadline or more memory than
 * the cap, or leave anything on the disk; and one that is accepted is read the same by another
 * reader that goes by nothing of ours (fflate, by the directory) and by its local headers alone.
 */
export async function proveZips({ count, seed, onProgress }: ZipProof): Promise<ZipProved> {
  const result: ZipProved = { accepted: 0, refused: {}, violations: [], megabytes: null }
  const outer = await mkdtemp(join(tmpdir(), 'arasta-zips-'))
  const folder = join(outer, 'a', 'b')
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'package.zip')
  try {
    // The reader's own start is nobody's time.
    await readIsolated({ bytes: forgePackage() })
    for (let n = 0; n < count; n += 1) {
      const name = `${seed}/${n}`
      const bytes = mutatedZip(seededRandom(name))
      const asFile = n % EVERY_AS_FILE === 0
      if (asFile) await writeFile(file, bytes)
      const began = performance.now()
      await checkZip(
        name,
        bytes,
        readIsolated(asFile ? { path: file } : { bytes }, { deadlineMs: DEADLINE_MS }),
        result,
      )
      if (performance.now() - began > DEADLINE_MS)
        result.violations.push(`${name}: took longer than ${DEADLINE_MS / 1000} s`)
      if (n % LOOK_EVERY === 0 || n === count - 1) {
        await readFolder(name, outer, result)
        onProgress?.(n + 1)
      }
    }
  } finally {
    await endReader()
    await rm(outer, { recursive: true, force: true })
  }
  return result
}

async function checkZip(
  name: string,
  bytes: Buffer,
  reading: Promise<ReadPackage>,
  result: ZipProved,
): Promise<void> {
  try {
    const read = await reading
    result.accepted += 1
    const [ours, directory, local] = [
      JSON.stringify(read.files),
      readElsewhere(bytes),
      localReading(bytes),
    ]
    if (ours !== directory)
      result.violations.push(`${name}: accepted, but another reader reads it differently`)
    if (ours !== local)
      result.violations.push(`${name}: accepted, but its local headers say something else`)
  } catch (error) {
    const code = isRefusal(error) ? error.code : null
    if (code === null || !(code in PACKAGE_REFUSALS))
      result.violations.push(`${name}: ${String(error)}`)
    // No zip of this size may need that much.
    else if (code === 'package.too_costly')
      result.violations.push(`${name}: ended the reader, or took too long`)
    else result.refused[code] = (result.refused[code] ?? 0) + 1
  }
}

const listed = (files: [path: string, content: Uint8Array][]): string =>
  JSON.stringify(
    files
      .map(([path, content]) => ({
        path,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  )

function readElsewhere(bytes: Buffer): string {
  try {
    return listed(Object.entries(unzipSync(bytes)))
  } catch (error) {
    return String(error)
  }
}

/**
 * As a reader sees it that takes one entry after the other and never inspects the directory but for
 * the sizes of those whose header leaves them to a descriptor.
 */
function localReading(bytes: Buffer): string {
  const sizes = new Map<number, number>()
  for (let at = bytes.readUInt32LE(bytes.length - 6); bytes.readUInt32LE(at) === 0x02014b50;) {
    sizes.set(bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20))
    at +=
      46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  const files: [string, Uint8Array][] = []
  let at = 0
  while (bytes.readUInt32LE(at) === 0x04034b50) {
    const described = (bytes.readUInt16LE(at + 6) & 8) !== 0
    const size = described ? (sizes.get(at) ?? 0) : bytes.readUInt32LE(at + 18)
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    const path = bytes.subarray(at + 30, at + 30 + bytes.readUInt16LE(at + 26)).toString('utf8')
    const data = bytes.subarray(start, start + size)
    files.push([path, bytes.readUInt16LE(at + 8) === 8 ? inflated(data) : data])
    at = start + size
    if (described) at += bytes.readUInt32LE(at) === 0x08074b50 ? 16 : 12
  }
  return listed(files)
}

/** Nothing beside the file that we put there; the reader within its memory. */
async function readFolder(name: string, outer: string, result: ZipProved): Promise<void> {
  const there = (await readdir(outer, { recursive: true }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .join()
  if (!['a,a/b', 'a,a/b,a/b/package.zip'].includes(there) || existsSync(join(outer, '..', 'x')))
    result.violations.push(`up to ${name}: something was written beside it: ${there}`)
  const megabytes = await mostMemory()
  if (megabytes === null) return
  result.megabytes = Math.max(result.megabytes ?? 0, megabytes)
  if (megabytes > MOST_MEGABYTES)
    result.violations.push(`up to ${name}: the reader took ${megabytes} MB`)
}

/** The most that the reader's process has ever held (Linux tells). */
async function mostMemory(): Promise<number | null> {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(
      readFileSync(`/proc/${await readerPid()}/status`, 'utf8'),
    )?.[1]
    return peak === undefined ? null : Math.round(Number(peak) / 1024)
  } catch {
    return null
  }
}
