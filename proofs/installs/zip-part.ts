import type { Part } from './part.ts'
import { proveZips } from './zips.ts'

const COUNT = 10_000

/** Packages that are no packages, ten thousand of them. */
export const zips: Part = async ({ seed, sample, say }) => {
  const { accepted, refused, violations, megabytes } = await proveZips({
    count: sample ? 100 : COUNT,
    seed: String(seed),
    onProgress: (done) => {
      if (done % 2_000 === 0) say(`${done} of ${COUNT}`)
    },
  })
  const no = Object.values(refused).reduce((sum, count) => sum + count, 0)
  return {
    done: `${accepted + no} zips, ${no} refused for ${Object.keys(refused).length} reasons, ${accepted} read; the reader held ${megabytes ?? '?'} MB at most`,
    violations: violations.map((what) => ({ invariant: 'ZIP', where: `seed ${seed}`, what })),
  }
}
