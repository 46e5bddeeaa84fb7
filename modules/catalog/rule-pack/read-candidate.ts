import { isRefusal } from '#lib/refusal.ts'
import { PACKAGE_LIMITS, type PackageLimits } from '../packages/limits.ts'
import { readManifestBytes } from '../packages/manifest.ts'
import type { PackageRefusalCode } from '../packages/problems.ts'
import {
  missingAsset,
  readContents,
  type PackageContents,
  type PackageSource,
} from '../packages/read-package.ts'
import type { CandidateFile, ReadCandidate } from './rule.ts'

/** Larger files are not searched, and so do not pass (PKG-3). */
export const LOOK_LIMITS = { fileBytes: 4 * 1024 * 1024, totalBytes: 64 * 1024 * 1024, files: 2000 }

/** The name matters too: `GIF89a=1;…` is a script if a page loads it as one. */
const MEDIA_NAME =
  /\.(?:png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp4|m4v|m4a|webm|ogg|oga|ogv|mp3|wav|pdf)$/i

/** Signatures of pictures, sound and film. */
const MEDIA: readonly [at: number, bytes: string][] = [
  [0, '\x89PNG\r\n\x1a\n'],
  [0, '\xff\xd8\xff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
  [4, 'ftyp'],
  [0, '\x00\x00\x01\x00'],
  [0, 'wOFF'],
  [0, 'wOF2'],
  [0, 'OTTO'],
  [0, '\x00\x01\x00\x00'],
  [0, '\x1aE\xdf\xa3'],
  [0, 'OggS'],
  [0, 'ID3'],
  [0, 'RIFF'],
  [0, '%PDF-'],
]
/** Signatures of programs: Linux, Windows (also installers and links), macOS, Java, WebAssembly. */
const PROGRAMS = [
  '\x7fELF',
  'MZ',
  '\xfe\xed\xfa\xce',
  '\xfe\xed\xfa\xcf',
  '\xcf\xfa\xed\xfe',
  '\xce\xfa\xed\xfe',
  '\xca\xfe\xba\xbe',
  '\x00asm',
  'L\x00\x00\x00\x01\x14\x02',
  '#!',
]
/** Names of programs that desktops and servers start. */
const PROGRAM_NAME =
  /\.(?:exe|dll|com|scr|pif|cpl|msi|bat|cmd|sh|bash|ps1|psm1|vb|vbs|vbe|jse|wsf|wsh|hta|lnk|reg|jar|class|apk|dex|wasm|elf|so|dylib|php\d?|phtml|phar|pht|phps|asp|aspx|jsp|jspx|cgi|pl|py|rb)$/i

/** Reads a package for the rules. Refusals of the reader become part of the candidate. */
export async function readCandidate(
  source: PackageSource,
  limits: PackageLimits = PACKAGE_LIMITS,
): Promise<ReadCandidate> {
  const unread = {
    size: 0,
    manifestPath: null,
    manifestProblems: [],
    manifest: null,
    files: [],
    problems: [],
  }
  let contents: PackageContents
  try {
    contents = await readContents(source, { limits })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...unread, refusal: refusalOf(error) }
  }
  const { size, manifestPath, problems } = contents
  const files = await readFiles(contents)
  return { refusal: null, size, manifestPath, files, problems, ...judgeManifest(contents) }
}

const refusalOf = (error: {
  code: string
  details: { params?: Record<string, string | number> }
}): NonNullable<ReadCandidate['refusal']> => ({
  code: error.code as PackageRefusalCode,
  params: error.details.params ?? {},
})

function judgeManifest({
  manifestPath,
  manifestBytes,
  files,
}: PackageContents): Pick<ReadCandidate, 'manifest' | 'manifestProblems'> {
  try {
    const result = readManifestBytes(manifestPath, manifestBytes)
    if (!result.success) {
      return {
        manifest: null,
        manifestProblems: result.error.issues.map(({ path, message }) => ({
          place: path.join('.') || '(root)',
          message,
        })),
      }
    }
    const missing = missingAsset(result.data, files)
    return {
      manifest: result.data,
      manifestProblems:
        missing === undefined
          ? []
          : [{ place: missing, message: 'the manifest names this file, and it is not there' }],
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return {
      manifest: null,
      manifestProblems: [
        { place: '(root)', message: String(error.details.params?.['detail'] ?? 'not JSON') },
      ],
    }
  }
}

async function readFiles(contents: PackageContents): Promise<CandidateFile[]> {
  const files: CandidateFile[] = []
  let left = LOOK_LIMITS.totalBytes
  if (contents.files.length > LOOK_LIMITS.files)
    return contents.files.map(({ path, size }) => ({ path, size, kind: 'unread', text: null }))
  for (const { path, size } of contents.files) {
    const first = await beginning(contents, path, size)
    if (PROGRAM_NAME.test(path) || PROGRAMS.some((program) => first.startsWith(program)))
      files.push({ path, size, kind: 'executable', text: null })
    else if (MEDIA_NAME.test(path) && MEDIA.some(([at, bytes]) => first.startsWith(bytes, at)))
      files.push({ path, size, kind: 'media', text: null })
    else if (size > LOOK_LIMITS.fileBytes || size > left)
      files.push({ path, size, kind: 'unread', text: null })
    else {
      left -= size
      files.push({
        path,
        size,
        kind: 'text',
        text: (await bytesOf(contents, path)).toString('utf8'),
      })
    }
  }
  return files
}

async function beginning(contents: PackageContents, path: string, size: number): Promise<string> {
  if (size <= LOOK_LIMITS.fileBytes)
    return (await bytesOf(contents, path)).subarray(0, 16).toString('latin1')
  const stream = await contents.openFile(path)
  for await (const chunk of stream) {
    stream.destroy()
    return (chunk as Buffer).subarray(0, 16).toString('latin1')
  }
  return ''
}

async function bytesOf(contents: PackageContents, path: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await contents.openFile(path)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
