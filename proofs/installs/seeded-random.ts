import { createHash } from 'node:crypto'
import { makeRandom } from '../harness/random.ts'

/** Chance that is the same whenever it begins with the same seed. */
export interface Random {
  /** From 0 up to, and without, `end`. */
  below(end: number): number
  chance(of: number): boolean
  pick<T>(from: readonly T[]): T
  shuffled<T>(all: readonly T[]): T[]
  bytes(length: number): Buffer
}

export function seededRandom(seed: string): Random {
  const { below: next } = makeRandom(createHash('sha256').update(seed).digest().readUInt32LE(0))
  const below = (end: number) => next(Math.max(1, end))
  return {
    below,
    chance: (of) => next(1_000_000) < of * 1_000_000,
    pick: (from) => from[below(from.length)] as never,
    shuffled(all) {
      const left = [...all]
      return all.map(() => left.splice(below(left.length), 1)[0] as never)
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}
