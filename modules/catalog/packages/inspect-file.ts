import { fileTypeFromBuffer } from 'file-type'
import { isJudged, judgeContent, MOST_JUDGED_BYTES } from './judge-content.ts'
import type { PackageRefusalCode } from './problems.ts'
import { inMegabytes } from './zip.ts'

/** Why a file may not be in a package. */
export interface FileProblem {
  code: PackageRefusalCode
  path: string
  /** The type, element or address that was found. */
  detail: string
  /** Null for a problem of the whole file. */
  line: number | null
}

const MOST_PROBLEMS = 20

/**
 * Checks one file while it is read: its name, its type, and what markup and style sheets would run
 * or load. It stores only the beginning, or a text that must be checked whole.
 */
export function inspectFile(path: string, kind: PackageKind, files: ReadonlySet<string>) {
  const named = fileNameProblem(path, kind)
  const keptBytes = isJudged(path) ? MOST_JUDGED_BYTES : BINARY_HEAD_BYTES
  const kept: Buffer[] = []
  const text = isTextFile(path) ? new TextChecker() : null
  let [bytes, held] = [0, 0]
  const problem = (
    code: PackageRefusalCode,
    detail: string,
    line: number | null = null,
  ): FileProblem => ({ code, path, detail, line })

  return {
    update(chunk: Buffer): void {
      bytes += chunk.length
      text?.update(chunk)
      const part = chunk.subarray(0, Math.max(0, keptBytes - held))
      if (part.length > 0) kept.push(part)
      held += part.length
    },
    async finish(): Promise<FileProblem[]> {
      const content = Buffer.concat(kept)
      const differs = (await contentProblem(path, content)) ?? text?.problem() ?? null
      const found = named ? [problem(named.code, named.extension)] : []
      if (differs !== null && (bytes > 0 || !text))
        found.push(problem('package.content_differs', differs))
      if (found.length > 0 || !isJudged(path)) return found
      if (bytes > MOST_JUDGED_BYTES)
        return [problem('package.file_too_large', inMegabytes(MOST_JUDGED_BYTES))]
      const source = content.toString('utf8')
      return judgeContent(source, path, files)
        .slice(0, MOST_PROBLEMS)
        .map(({ code, detail, index }) => problem(code, detail, lineOf(source, index)))
    },
  }
}

/** Checks for valid UTF-8 without zero bytes. */
class TextChecker {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  #problem: string | null = null

  update(chunk: Buffer): void {
    if (this.#problem === null && chunk.includes(0)) this.#problem = 'binary'
    this.#decode(() => this.#decoder.decode(chunk, { stream: true }))
  }

  problem(): string | null {
    this.#decode(() => this.#decoder.decode())
    return this.#problem
  }

  #decode(decode: () => void): void {
    if (this.#problem !== null) return
    try {
      decode()
    } catch {
      this.#problem = 'not UTF-8'
    }
  }
}

function lineOf(text: string, index: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
    line += 1
  return line
}

/**
 * The types of files that a package may hold. All others are refused, because a list of dangerous
 * types is never complete.
 */
type PackageKind = 'app' | 'theme'

interface FileType {
  /** The `Content-Type` with which it is served. */
  media: string
  kinds: readonly PackageKind[]
  /** What `file-type` must detect; null for text, in which it must detect nothing. */
  detected: readonly string[] | null
}

const BOTH = ['app', 'theme'] as const
const APP = ['app'] as const
const text = (media: string, kinds: readonly PackageKind[] = BOTH): FileType => ({
  media: `${media}; charset=utf-8`,
  kinds,
  detected: null,
})
const binary = (
  media: string,
  detected: readonly string[],
  kinds: readonly PackageKind[] = BOTH,
): FileType => ({ media, kinds, detected })

const TYPES: ReadonlyMap<string, FileType> = new Map(
  Object.entries({
    css: text('text/css'),
    json: text('application/json'),
    map: text('application/json'),
    txt: text('text/plain'),
    md: text('text/plain'),
    // Block templates of a WordPress theme: checked to be inert, and never served as a page.
    html: text('text/plain', ['theme']),
    svg: { ...text('image/svg+xml'), media: 'image/svg+xml' },
    js: text('text/javascript', APP),
    mjs: text('text/javascript', APP),
    vtt: text('text/vtt', APP),
    png: binary('image/png', ['png', 'apng']),
    jpg: binary('image/jpeg', ['jpg']),
    jpeg: binary('image/jpeg', ['jpg']),
    gif: binary('image/gif', ['gif']),
    webp: binary('image/webp', ['webp']),
    avif: binary('image/avif', ['avif']),
    ico: binary('image/x-icon', ['ico']),
    woff: binary('font/woff', ['woff']),
    woff2: binary('font/woff2', ['woff2']),
    ttf: binary('font/ttf', ['ttf']),
    otf: binary('font/otf', ['otf']),
    mp4: binary('video/mp4', ['mp4', 'm4v'], APP),
    webm: binary('video/webm', ['webm'], APP),
    mp3: binary('audio/mpeg', ['mp3'], APP),
  }),
)

/** Text files without an extension; everything else needs one. */
const PLAIN_NAMES = /^(?:licen[cs]e|copying|notice|readme|changelog|authors|contributors)$/i

/**
 * Extensions that servers, desktops or browsers run. They may not stand before the last dot either:
 * some web servers run `x.php.js` as PHP. Language codes that are also extensions (`ar`, `cs`) are
 * left out.
 */
const ACTED_ON = new Set([
  ...TYPES.keys(),
  ...`php php3 php4 php5 php6 php7 php8 phtml phtm phps pht phar inc hphp shtml shtm stm asp aspx asa asax ascx ashx asmx cer cshtml vbhtml jsp jspx
    jspf jsw jsv cfm cfml cgi fcgi pl pm py pyc pyo rb erb lua tcl sh bash zsh ksh csh fish bat cmd com exe dll sys drv ocx cpl scr pif msi msix msp
    mst appx reg inf lnk vb vbs vbe jse ws wsf wsh wsc sct hta ps1 psm1 psd1 jar war ear jnlp dex apk ipa dmg pkg deb rpm so dylib ko wasm swf xap
    htm xhtml xht xml xsl xslt xsd rss atom rdf mathml mht mhtml svgz eml msg htaccess htpasswd htc ini yaml yml toml sql sqlite ts tsx jsx cjs vue
    coffee scss sass less zip rar 7z tar tgz gz bz2 xz zst lz lzh arj cab ace iso img vhd doc docx docm dot dotm xls xlsx xlsm xlsb xlam ppt pptx
    pptm pps odt ods odp rtf pdf ps eps chm hlp mdb accdb ttc eot bmp tif tiff psd ogg oga ogv wav avi mov mkv flv wmv`.split(
    /\s+/,
  ),
])

/**
 * `app.js.map` is written by tools, `driver.js.txt` is the license of a library; nothing runs
 * either.
 */
const COMPOUND = { last: new Set(['map', 'txt', 'md']), before: new Set(['js', 'mjs', 'css']) }

const BLOCK_TEMPLATE = /^wordpress\/[^/]+\/(?:templates|parts)\//

type NameProblem = {
  code: 'package.file_type' | 'package.two_extensions'
  extension: string
}

const nameParts = (path: string): string[] =>
  (path.split('/').at(-1) ?? '').toLowerCase().split('.')

/** Null for a good name; never looks at the content. */
export function fileNameProblem(path: string, kind: PackageKind): NameProblem | null {
  const [stem = '', ...extensions] = nameParts(path)
  const last = extensions.at(-1)
  if (last === undefined)
    return PLAIN_NAMES.test(stem) ? null : { code: 'package.file_type', extension: stem }
  const type = TYPES.get(last)
  if (!type?.kinds.includes(kind)) return { code: 'package.file_type', extension: last }
  if (last === 'html' && !BLOCK_TEMPLATE.test(path))
    return { code: 'package.file_type', extension: last }
  const acted = extensions.slice(0, -1).filter((part) => ACTED_ON.has(part))
  const isCompound =
    acted.length === 1 && COMPOUND.last.has(last) && COMPOUND.before.has(extensions.at(-2) ?? '')
  if (acted[0] !== undefined && !isCompound)
    return { code: 'package.two_extensions', extension: acted[0] }
  return null
}

/** The media type for serving a file of a package, or null if it must not be served. */
export function servedMediaType(path: string): string | null {
  if (
    /^arasta\.(?:app|theme)\.json$/i.test(path) ||
    path.split('/').some((segment) => segment.startsWith('.'))
  )
    return null
  const extensions = nameParts(path).slice(1)
  const last = extensions.at(-1) ?? ''
  const isServed = last !== 'html' && BOTH.some((kind) => fileNameProblem(path, kind) === null)
  return isServed ? (TYPES.get(last)?.media ?? 'text/plain; charset=utf-8') : null
}

const isTextFile = (path: string): boolean => {
  const parts = nameParts(path)
  return parts.length === 1 || TYPES.get(parts.at(-1) ?? '')?.detected === null
}

/** How much of a binary file is read; text is checked whole. */
const BINARY_HEAD_BYTES = 1024 * 1024

/**
 * The detected type if it contradicts the name, else null. The caller checks texts to their end.
 */
async function contentProblem(path: string, head: Uint8Array): Promise<string | null> {
  const extension = nameParts(path).slice(1).at(-1) ?? ''
  const expected = TYPES.get(extension)?.detected ?? null
  const found = await fileTypeFromBuffer(head)
  if (expected !== null)
    return found && expected.includes(found.ext) ? null : (found?.ext ?? 'unknown')
  if (head[0] === 0x23 && head[1] === 0x21) return '#!'
  // A text may begin with “BM” as a bitmap does, but it has no zero bytes.
  const isText =
    !found ||
    (found.ext === 'bmp' && !head.includes(0)) ||
    (found.ext === 'xml' && extension === 'svg')
  return isText ? null : found.ext
}
