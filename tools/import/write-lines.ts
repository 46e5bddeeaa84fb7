import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { z } from 'zod'
import { FILES, type Format } from './format.ts'
import type { FileKind } from './parse-line.ts'

/** As a line may be written: before anything is repaired. */
export type Written<K extends FileKind> = z.input<Format[K]>

export interface LineWriter {
  write<K extends FileKind>(kind: K, line: Written<K>): Promise<void>
  /** How many lines of each kind. */
  counts: Partial<Record<FileKind, number>>
  close(): Promise<void>
}

const BUFFER_SIZE = 128 * 1024 // characters

/** For converters: writes a catalogue in the form of docs/protocols/catalogue-import.md. */
export async function openLineWriter(
  folder: string,
  catalogue: z.input<Format['catalogue']>,
): Promise<LineWriter> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'catalogue.json'), `${JSON.stringify(catalogue, null, 2)}\n`)
  const open = new Map<FileKind, { stream: WriteStream; room: string }>()
  const flush = async (file: { stream: WriteStream; room: string }): Promise<void> => {
    const text = file.room
    file.room = ''
    if (!file.stream.write(text)) await once(file.stream, 'drain')
  }
  const writer: LineWriter = {
    counts: {},
    async write(kind, line) {
      let file = open.get(kind)
      if (!file)
        open.set(kind, (file = { stream: createWriteStream(join(folder, FILES[kind])), room: '' }))
      file.room += `${JSON.stringify(line)}\n`
      writer.counts[kind] = (writer.counts[kind] ?? 0) + 1
      if (file.room.length > BUFFER_SIZE) await flush(file)
    },
    async close() {
      for (const file of open.values()) {
        await flush(file)
        file.stream.end()
        await finished(file.stream)
      }
    },
  }
  return writer
}

/** Values by a key, in the order in which they came. */
export function groupBy<T>(list: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}
