import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { RuleId } from './rules.ts'

/** Bytes. */
export const LONGEST_LINE = 1_000_000

export interface RawLine {
  number: number
  /** An object of JSON, or which rule it breaks. */
  value?: Record<string, unknown>
  broken?: RuleId
}

const LINE_FEED = 0x0a
const BYTE_ORDER_MARK = '\uFEFF'

function readLine(number: number, bytes: Buffer): RawLine | undefined {
  if (!isUtf8(bytes)) return { number, broken: 'R-LINE-UTF8' }
  let text = bytes.toString('utf8')
  if (number === 1 && text.startsWith(BYTE_ORDER_MARK)) text = text.slice(1)
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { number, value: value as Record<string, unknown> }
  } catch {
    // Said below.
  }
  return { number, broken: 'R-LINE-JSON' }
}

/**
 * The lines of a file, one after the other; whatever a file holds, never more than one longest line
 * of it is in memory.
 */
export async function* readLines(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<RawLine> {
  let pieces: Buffer[] = []
  let length = 0
  let number = 1
  const take = (piece: Buffer): void => {
    length += piece.length
    if (length > LONGEST_LINE) pieces = []
    else pieces.push(piece)
  }
  const end = (): RawLine | undefined => {
    const line =
      length > LONGEST_LINE
        ? { number, broken: 'R-LINE-LONG' as const }
        : readLine(number, Buffer.concat(pieces))
    pieces = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of createReadStream(path, {
    highWaterMark: 256 * 1024,
  }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    let from = 0
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, at))
      from = at + 1
      const line = end()
      if (line) yield line
    }
    if (from < chunk.length) take(chunk.subarray(from))
  }
  if (length > 0) {
    const line = end()
    if (line) yield line
  }
}
