import {
  LOOK_LIMITS,
  readCandidate,
  readContents,
  type CandidateFile,
} from '#modules/catalog/public.ts'

/**
 * A file before and after. Texts are there where they can be shown: of what changed, and not too
 * long.
 */
export interface FileChange {
  path: string
  what: 'same' | 'changed' | 'added' | 'removed'
  kind: CandidateFile['kind']
  /** Bytes; null where it is not there. */
  before: number | null
  after: number | null
  texts: { before: string; after: string } | null
}

/** What a person still reads of one file, and of all of them. */
const MOST_TEXT = 60_000
const MOST_ALL = 600_000
const MOST_FILES = 2000

type KnownFile = CandidateFile & { sha256: string }

/** Both packages, file by file, what differs first. */
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
    }
  })
  return [
    ...changes.filter((one) => one.what !== 'same'),
    ...changes.filter((one) => one.what === 'same'),
  ].slice(0, MOST_FILES)
}

async function filesOf(bytes: Uint8Array): Promise<Map<string, KnownFile>> {
  const { refusal, files } = await readCandidate({ bytes })
  if (refusal) throw new Error(`the package cannot be read: ${refusal.code}`)
  if (files.length > LOOK_LIMITS.files) throw new Error('there are too many files to compare')
  const hashes = new Map(
    (await readContents({ bytes }, { judge: false })).files.map((file) => [file.path, file.sha256]),
  )
  return new Map(files.map((file) => [file.path, { ...file, sha256: hashes.get(file.path) ?? '' }]))
}
