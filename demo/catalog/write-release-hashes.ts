import { writeFile } from 'node:fs/promises'
import { buildDemoCatalogue } from './build-packages.ts'

/**
 * Records the hash of every release. Only before a release is out: afterwards other bytes need
 * another version.
 */
const items = await buildDemoCatalogue()
const lines = items.flatMap((item) =>
  item.releases.map((release) => `  '${item.prefix} ${release.version}': '${release.sha256}',`),
)
const text = `/** Written by write-release-hashes.ts. A release is immutable: its bytes are these for ever. */
export const RELEASE_HASHES: Record<string, string> = {
${lines.join('\n')}
}
`
await writeFile(new URL('release-hashes.ts', import.meta.url), text)
