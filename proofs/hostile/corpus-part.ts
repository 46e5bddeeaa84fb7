import { checkCorpus } from '#tools/connector-kit/check-corpus.ts'
import type { HostilePart } from './part.ts'

/**
 * Hostile files in packages: those that the connector kit makes, and Debian's samples where they
 * are installed (`apt-get install clamav-testfiles`).
 */
export const corpusPart: HostilePart = {
  title: 'Hostile files in apps and themes',
  async run({ say }) {
    const { tried, accepted, skipped } = await checkCorpus()
    if (skipped !== null) say(`Left out: ${skipped}`)
    return {
      done: `${tried} packages, ${accepted.length} let in`,
      violations: accepted.map((what) => `let in: ${what}`),
    }
  },
}
