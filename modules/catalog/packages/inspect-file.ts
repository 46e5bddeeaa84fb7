import { isJudged, judgeContent, MOST_JUDGED_BYTES } from './content/judge-content.ts'
import {
  BINARY_HEAD_BYTES,
  contentProblem,
  fileNameProblem,
  isTextFile,
  type PackageKind,
} from './file-types.ts'
import type { PackageRefusalCode } from './problems.ts'
import { inMegabytes } from './zip-structure.ts'

/** Why a file may not be in a package. */
export interface FileProblem {
  code: PackageRefusalCode
  path: string
  /** The type, the element or the address that was found. */
  detail: string
  /** Where the text says it; null for a problem of the whole file. */
  line: number | null
}

/** More of one file tell its author nothing more. */
const MOST_PROBLEMS = 20

/**
 * Looks at one file while its bytes flow by: its name against the types that the kind of package
 * may hold, its content against its name, and what markup and style sheets would run or load. Keeps
 * only what it must: the beginning, or a text that is judged whole.
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

/** Of a text of any length: valid UTF-8 throughout, and no zero byte. */
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
