import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Lines of docs/requirements.md that no test names yet, and who will. It only gets shorter: what a
 * test names has to leave it.
 */
const NOT_YET: Readonly<Record<string, string>> = {}

/** `S2.1–2.4` and `S9.4/S9.5` name what lies between and both. */
function namedIn(text: string): string[] {
  const ranges = [...text.matchAll(/\bS(\d+)\.(\d+)[–-](?:S?\1\.)?(\d+)\b/g)].flatMap(
    ([, area, from, to]) =>
      Array.from(
        { length: Math.max(0, Number(to) - Number(from) + 1) },
        (_, step) => `S${area}.${Number(from) + step}`,
      ),
  )
  return [...ranges, ...[...text.matchAll(/\bS\d+\.\d+\b/g)].map(([id]) => id)]
}

const demanded = [
  ...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(/\*\*(S\d+\.\d+)\*\*/g),
].map(([, id]) => id as string)
const tests = [
  'apps',
  'demo',
  'modules',
  'kernel',
  'db',
  'lib',
  'server',
  'ui',
  'tools',
  'proofs',
  'bench',
  'test',
  'locales',
]
  .flatMap((folder) => readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }))
  .filter(
    (entry) =>
      entry.isFile() &&
      /\.(test|suite)(-[a-z]+)?\.tsx?$/.test(entry.name) &&
      entry.name !== 'ids.test.ts' &&
      !/node_modules|\.react-router/.test(entry.parentPath),
  )
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
const named = new Set(tests.flatMap(namedIn))

test('every line S1–S9 of the requirements is named by a test, or listed with a reason among the untested', () => {
  expect(demanded.length).toBeGreaterThan(130)
  expect(demanded.filter((id) => !named.has(id) && !Object.hasOwn(NOT_YET, id))).toEqual([])
})

test('no id that a test names is listed as untested', () => {
  expect(Object.keys(NOT_YET).filter((id) => named.has(id) || !demanded.includes(id))).toEqual([])
})
