import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A store of the plain platform: one JSON file, read and written whole. What happens between two
 * turns of the event loop happens alone.
 */

export interface Layer {
  effect_id: string
  kind: string
  slot: string
  package: string
  item: { prefix: string; version: string }
  content: Record<string, unknown>
  body: string
  revision: number
  place: number
}
export interface Preview {
  token: string
  layers: Layer[]
  packages: string[]
  alone: boolean
  locale: string
  until: number
}
export interface Secret {
  effect_id: string
  secret: string
  until: number | null
}

export interface StoreFile {
  revision: number
  places: number
  layers: Layer[]
  /** When an effect was asked for last, Unix seconds. */
  turns: Record<string, number>
  packages: string[]
  previews: Preview[]
  secrets: Secret[]
  calls: Record<string, number>
}

const NEW: StoreFile = {
  revision: 0,
  places: 0,
  layers: [],
  turns: {},
  packages: [],
  previews: [],
  secrets: [],
  calls: {},
}

export function openFolder(folder: string) {
  mkdirSync(join(folder, 'packages'), { recursive: true })
  const fileOf = (name: string) => join(folder, `${name}.json`)
  const readJson = (name: string): unknown => {
    try {
      return JSON.parse(readFileSync(fileOf(name), 'utf8'))
    } catch {
      return undefined
    }
  }
  const writeJson = (name: string, value: unknown) => {
    writeFileSync(`${fileOf(name)}.new`, JSON.stringify(value))
    renameSync(`${fileOf(name)}.new`, fileOf(name))
  }
  return {
    folder,
    read: (store: string): StoreFile =>
      (readJson(`store-${store}`) as StoreFile | undefined) ?? structuredClone(NEW),
    write: (store: string, value: StoreFile) => writeJson(`store-${store}`, value),
    /** Reads, changes and writes; nothing is written when the change throws. */
    change<T>(store: string, work: (value: StoreFile) => T): T {
      const value = this.read(store)
      const answer = work(value)
      this.write(store, value)
      return answer
    },
    packageOf: (hash: string) =>
      readJson(`packages/${hash}`) as
        | { prefix: string; version: string; files: Record<string, string> }
        | undefined,
    keepPackage: (hash: string, prefix: string, version: string, files: Record<string, string>) =>
      writeJson(`packages/${hash}`, { prefix, version, files }),
  }
}
export type Folder = ReturnType<typeof openFolder>
