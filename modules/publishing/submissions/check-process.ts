import type { Locale } from '#lib/locale.ts'
import {
  type CandidateFile,
  type KnownName,
  type ListingCandidate,
  type RuleReport,
  LOOK_LIMITS,
  RULES,
  ownTokensIn,
  readCandidate,
  readContents,
  runRules,
} from '#modules/catalog/public.ts'
import { type Remark, remarksOn } from './remarks.ts'

export type IsolatedRequest =
  | {
      kind: 'check'
      zip: Uint8Array | null
      listing: ListingCandidate
      names: readonly KnownName[]
      language: Locale
      rules: readonly string[]
    }
  | { kind: 'compare'; before: Uint8Array | null; after: Uint8Array }
  | { kind: 'unpack'; zip: Uint8Array }
export type IsolatedAnswer =
  /**
   * `leaked`: tokens of this market found in the package. They are only passed on to be revoked
   * (PKG-7).
   */
  | { kind: 'checked'; reports: RuleReport[]; leaked: string[] }
  | { kind: 'compared'; files: FileChange[] }
  | { kind: 'unpacked'; files: UnpackedFile[] }
  | { kind: 'failed'; message: string }

const MOST_LEAKED = 100

/**
 * Entry of the process that `run-isolated.ts` starts to inspect submitted packages; it holds
 * nothing that a package could steal. Answers one request.
 */
async function answer(request: IsolatedRequest): Promise<IsolatedAnswer> {
  try {
    if (request.kind === 'compare')
      return { kind: 'compared', files: await comparePackages(request.before, request.after) }
    if (request.kind === 'unpack') return { kind: 'unpacked', files: await unpack(request.zip) }
    const { zip, rules, listing, names, language } = request
    const candidate = {
      package: zip && (await readCandidate({ bytes: zip })),
      listing,
      names,
      language,
    }
    const leaked = (candidate.package?.files ?? [])
      .flatMap((file) => (file.text === null ? [] : ownTokensIn(file.text)))
      .slice(0, MOST_LEAKED)
    return {
      kind: 'checked',
      reports: runRules(
        RULES.filter((rule) => rules.includes(rule.id)),
        candidate,
      ),
      leaked,
    }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

process.once('message', async (request: IsolatedRequest) => process.send?.(await answer(request)))
process.on('disconnect', () => process.exit())

/** One file of a package, for the malware scanner. */
export interface UnpackedFile {
  path: string
  bytes: Uint8Array
}

/** More than this is not sent to another process. */
const UNPACK_LIMITS = { files: 2000, totalBytes: 64 * 1024 * 1024 }

async function unpack(zip: Uint8Array): Promise<UnpackedFile[]> {
  const contents = await readContents({ bytes: zip }, { judge: false })
  const total = contents.files.reduce((sum, file) => sum + file.size, 0)
  if (contents.files.length > UNPACK_LIMITS.files || total > UNPACK_LIMITS.totalBytes)
    throw new Error('Too many files, or too large ones, to scan each')
  const files: UnpackedFile[] = []
  for (const { path } of contents.files) {
    const chunks: Buffer[] = []
    for await (const chunk of await contents.openFile(path)) chunks.push(chunk as Buffer)
    files.push({ path, bytes: Buffer.concat(chunks) })
  }
  return files
}

/** A file before and after. `texts` only for changed text files that are not too long. */
export interface FileChange {
  path: string
  what: 'same' | 'changed' | 'added' | 'removed'
  kind: CandidateFile['kind']
  /** Sizes in bytes; null where the file does not exist. */
  before: number | null
  after: number | null
  texts: { before: string; after: string } | null
  /** On its new lines; missing where the comparison was stored before there were remarks. */
  remarks?: Remark[]
}

/** Characters shown of one file and of all files: more, nobody reads. */
const MOST_TEXT = 60_000
const MOST_ALL = 600_000
const MOST_FILES = 2000

type KnownFile = CandidateFile & { sha256: string }

/** Compares two packages file by file; different files come first. */
export async function comparePackages(
  before: Uint8Array | null,
  after: Uint8Array,
): Promise<FileChange[]> {
  const [old, now] = await Promise.all([
    before ? filesOf(before) : new Map<string, KnownFile>(),
    filesOf(after),
  ])
  let left = MOST_ALL
  const changes = [...new Set([...now.keys(), ...old.keys()])].sort().map((path): FileChange => {
    const [was, is] = [old.get(path), now.get(path)]
    const what = !was ? 'added' : !is ? 'removed' : was.sha256 === is.sha256 ? 'same' : 'changed'
    const texts = what === 'same' ? null : { before: was?.text ?? '', after: is?.text ?? '' }
    const length = texts ? texts.before.length + texts.after.length : 0
    const shown =
      texts !== null &&
      (was?.kind ?? 'text') === 'text' &&
      (is?.kind ?? 'text') === 'text' &&
      length <= MOST_TEXT &&
      length <= left
    if (shown) left -= length
    return {
      path,
      what,
      kind: (is ?? was)?.kind ?? 'unread',
      before: was?.size ?? null,
      after: is?.size ?? null,
      texts: shown ? texts : null,
      remarks: shown ? remarksOn(path, texts.before, texts.after) : [],
    }
  })
  return [
    ...changes.filter((one) => one.what !== 'same'),
    ...changes.filter((one) => one.what === 'same'),
  ].slice(0, MOST_FILES)
}

async function filesOf(bytes: Uint8Array): Promise<Map<string, KnownFile>> {
  const { refusal, files } = await readCandidate({ bytes })
  if (refusal) throw new Error(`The package cannot be read: ${refusal.code}`)
  if (files.length > LOOK_LIMITS.files) throw new Error('Too many files to compare')
  const hashes = new Map(
    (await readContents({ bytes }, { judge: false })).files.map((file) => [file.path, file.sha256]),
  )
  return new Map(files.map((file) => [file.path, { ...file, sha256: hashes.get(file.path) ?? '' }]))
}
