import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EMPTY_ROOT,
  growPeaks,
  leafHash,
  MerkleTree,
  rootOfPeaks,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts'

/** The leaves and roots that implementations of RFC 6962 test themselves with. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const treeOf = (entries: readonly (string | Buffer)[]) => {
  const tree = new MerkleTree()
  for (const entry of entries) tree.append(leafHash(entry))
  return tree
}
const numbered = (size: number) => treeOf(Array.from({ length: size }, (_, n) => `entry ${n}`))

describe('the Merkle tree of the release log (D11)', () => {
  test("has the roots of RFC 6962's test entries, from leaves and from peaks", () => {
    const entries = LEAVES.map((hex) => Buffer.from(hex, 'hex'))
    const tree = treeOf(entries)
    expect(tree.root(0)).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    let peaks: string[] = []
    for (const [n, root] of ROOTS.entries()) {
      peaks = growPeaks(peaks, n, leafHash(entries[n] as Buffer))
      expect(tree.root(n + 1)).toBe(root)
      expect(rootOfPeaks(peaks)).toBe(root)
    }
    expect(rootOfPeaks([])).toBe(EMPTY_ROOT)
  })

  test("returns the proofs of RFC 6962's own example", () => {
    const tree = treeOf(LEAVES.map((hex) => Buffer.from(hex, 'hex')))
    expect(tree.inclusionProof(0, 8)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
    expect(tree.consistencyProof(6, 8)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })

  test('proves every entry and every earlier size, for all sizes up to 40', () => {
    const tree = numbered(40)
    for (let size = 1; size <= 40; size += 1) {
      const root = tree.root(size)
      for (let index = 0; index < size; index += 1) {
        expect(
          verifyInclusion({
            leaf: leafHash(`entry ${index}`),
            index,
            size,
            proof: tree.inclusionProof(index, size),
            root,
          }),
        ).toBe(true)
      }
      for (let first = 0; first <= size; first += 1) {
        expect(
          verifyConsistency(
            { size: first, root: tree.root(first) },
            { size, root },
            tree.consistencyProof(first, size),
          ),
        ).toBe(true)
      }
    }
  })

  test('rejects every altered proof', () => {
    const tree = numbered(100)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (size, which, where, bit) => {
          const [index, root] = [which % size, tree.root(size)]
          const proof = tree.inclusionProof(index, size)
          const good = { leaf: leafHash(`entry ${index}`), index, size, proof, root }
          const flip = (hash: string) => {
            const bytes = Buffer.from(hash, 'hex')
            bytes[bit % 32] = (bytes[bit % 32] ?? 0) ^ 1
            return bytes.toString('hex')
          }
          const changed = [
            { ...good, leaf: leafHash('another') },
            { ...good, root: flip(root) },
            { ...good, index: (index + 1) % size },
            { ...good, proof: [...proof, root] },
            { ...good, size: index },
            ...(proof.length > 0
              ? [
                  { ...good, proof: proof.slice(1) },
                  {
                    ...good,
                    proof: proof.with(
                      where % proof.length,
                      flip(proof[where % proof.length] as string),
                    ),
                  },
                ]
              : []),
          ].filter(
            (one) =>
              size > 1 ||
              one.index !== good.index ||
              one.proof !== proof ||
              one.leaf !== good.leaf ||
              one.root !== root ||
              one.size !== size,
          )
          for (const one of changed) expect(verifyInclusion(one)).toBe(false)

          const first = 1 + (where % size)
          const earlier = tree.consistencyProof(first, size)
          const [from, to] = [
            { size: first, root: tree.root(first) },
            { size, root },
          ]
          expect(verifyConsistency({ ...from, root: flip(from.root) }, to, earlier)).toBe(false)
          expect(verifyConsistency(from, { ...to, root: flip(root) }, earlier)).toBe(false)
          if (earlier.length > 0) {
            expect(verifyConsistency(from, to, earlier.slice(1))).toBe(false)
            expect(
              verifyConsistency(
                from,
                to,
                earlier.with(bit % earlier.length, flip(earlier[bit % earlier.length] as string)),
              ),
            ).toBe(false)
            expect(verifyConsistency(to, from, earlier)).toBe(false)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})
