import { createHash } from 'node:crypto'

/**
 * Merkle trees of RFC 9162, section 2.1, over SHA-256: leaves are hashed with a prefix 0x00, inner
 * nodes with 0x01. Hashes are lower-case hex.
 */
const sha256 = (...parts: (Buffer | string)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
const [LEAF, INNER] = [Buffer.from([0]), Buffer.from([1])]

export const EMPTY_ROOT = sha256('')
export const leafHash = (entry: string | Buffer): string => sha256(LEAF, entry)
const innerHash = (left: string, right: string): string =>
  sha256(INNER, Buffer.from(left, 'hex'), Buffer.from(right, 'hex'))

/** The largest power of two below `size`, for sizes from 2 on. */
const splitOf = (size: number): number => 2 ** Math.ceil(Math.log2(size) - 1)

/**
 * The whole subtrees that a tree consists of, the largest first: as many as its size has binary
 * ones. One leaf more.
 *
 * @param size of the tree before it
 */
export function growPeaks(peaks: readonly string[], size: number, leaf: string): string[] {
  const grown = [...peaks]
  let last = leaf
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2)
    last = innerHash(grown.pop() as string, last)
  return [...grown, last]
}

export const rootOfPeaks = (peaks: readonly string[]): string =>
  peaks.length === 0 ? EMPTY_ROOT : peaks.reduceRight((right, left) => innerHash(left, right))

/** An append-only tree in memory: two hashes per leaf, and proofs in logarithmic time. */
export class MerkleTree {
  /** Of complete subtrees: `levels[k][n]` covers the leaves from `n * 2^k` on. */
  readonly #levels: string[][] = [[]]

  get size(): number {
    return this.#levels[0]?.length ?? 0
  }

  leaf(index: number): string | undefined {
    return this.#levels[0]?.[index]
  }

  append(leaf: string): void {
    let last = leaf
    for (let level = 0; ; level += 1) {
      const row = (this.#levels[level] ??= [])
      row.push(last)
      const left = row.at(-2)
      if (row.length % 2 === 1 || left === undefined) return
      last = innerHash(left, last)
    }
  }

  root(size = this.size): string {
    this.#check(size)
    return size === 0 ? EMPTY_ROOT : this.#rangeHash(0, size)
  }

  /** The sibling hashes on the path from a leaf to the root. */
  inclusionProof(index: number, size = this.size): string[] {
    this.#check(size)
    if (index < 0 || index >= size) throw new RangeError('no such leaf')
    const path = (start: number, end: number): string[] => {
      if (end - start === 1) return []
      const middle = start + splitOf(end - start)
      return index < middle
        ? [...path(start, middle), this.#rangeHash(middle, end)]
        : [...path(middle, end), this.#rangeHash(start, middle)]
    }
    return path(0, size)
  }

  /** Proves that the first tree is a prefix of the second. */
  consistencyProof(first: number, second = this.size): string[] {
    this.#check(second)
    if (first < 0 || first > second) throw new RangeError('no earlier tree')
    const part = (start: number, end: number, whole: boolean): string[] => {
      if (end === first) return whole ? [] : [this.#rangeHash(start, end)]
      const middle = start + splitOf(end - start)
      return first <= middle
        ? [...part(start, middle, whole), this.#rangeHash(middle, end)]
        : [...part(middle, end, false), this.#rangeHash(start, middle)]
    }
    return first === 0 || first === second ? [] : part(0, second, true)
  }

  #check(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > this.size)
      throw new RangeError('the tree is not that large')
  }

  #rangeHash(start: number, end: number): string {
    const size = end - start
    const level = Math.log2(size)
    if (Number.isInteger(level)) return this.#levels[level]?.[start / size] as string
    const middle = start + splitOf(size)
    return innerHash(this.#rangeHash(start, middle), this.#rangeHash(middle, end))
  }
}

const isOdd = (n: number) => n % 2 === 1
const half = (n: number) => Math.floor(n / 2)

/** RFC 9162, 2.1.3.2. */
export function verifyInclusion({
  leaf,
  index,
  size,
  proof,
  root,
}: {
  leaf: string
  index: number
  size: number
  proof: readonly string[]
  root: string
}): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false
  let [at, last, hash] = [index, size - 1, leaf]
  for (const one of proof) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = innerHash(one, hash)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      hash = innerHash(hash, one)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && hash === root
}

interface TreeSize {
  size: number
  root: string
}

/** RFC 9162, 2.1.4.2. An empty tree is a prefix of every tree. */
export function verifyConsistency(
  first: TreeSize,
  second: TreeSize,
  proof: readonly string[],
): boolean {
  if (first.size > second.size) return false
  if (first.size === 0) return proof.length === 0 && first.root === EMPTY_ROOT
  if (first.size === second.size) return proof.length === 0 && first.root === second.root
  const path = Number.isInteger(Math.log2(first.size)) ? [first.root, ...proof] : [...proof]
  const [start, ...rest] = path
  if (start === undefined || proof.length === 0) return false
  let [at, last] = [first.size - 1, second.size - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [before, after] = [start, start]
  for (const one of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      before = innerHash(one, before)
      after = innerHash(one, after)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      after = innerHash(after, one)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && before === first.root && after === second.root
}
