import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FILES, PARTS, type Part } from './format.ts'
import { makeParser } from './parse-line.ts'
import { readLines } from './read-lines.ts'

export interface Survey {
  /** The place of every item that can be read, by its id, in the order of the file. */
  places: Map<string, number>
  /**
   * Files whose lines stand in the order of the items: they are read in step, the others are kept
   * in memory.
   */
  inOrder: Set<Part>
  /** Lines of items that could not be read: the file may name an item there. */
  unreadable: number
}

/** A first look through the catalogue, so that the second can go through all files in step. */
export async function surveyCatalogue(
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<Survey> {
  const places = new Map<string, number>()
  const parse = makeParser('item')
  let unreadable = 0
  for await (const raw of readLines(join(folder, FILES.item), onBytes)) {
    const item = parse(raw)
    if (!item) unreadable += 1
    else if (item.title !== '' && !places.has(item.id)) places.set(item.id, places.size)
  }
  const inOrder = new Set<Part>()
  for (const part of PARTS) {
    const path = join(folder, FILES[part])
    if (!existsSync(path) || (await isInOrder(path, places, onBytes))) inOrder.add(part)
  }
  return { places, inOrder, unreadable }
}

async function isInOrder(
  path: string,
  places: Map<string, number>,
  onBytes: (bytes: number) => void,
): Promise<boolean> {
  let last = 0
  let ordered = true
  for await (const { value } of readLines(path, onBytes)) {
    const place = places.get(String(value?.item))
    if (place === undefined) continue
    if (place < last) ordered = false
    last = place
  }
  return ordered
}
