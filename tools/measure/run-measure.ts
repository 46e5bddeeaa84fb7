import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LAST_FULL_RUN } from '#tools/launch/test-plan.ts'
import { callClosure } from './call-closure.ts'
import { importCycles } from './import-cycles.ts'
import { longestFunctions } from './longest-functions.ts'
import { isProduct, readSources, trackedFiles } from './sources.ts'
import { tablesOf, tableWriters } from './table-statements.ts'

/** The operations whose size stands for the whole: buying, browsing, installing. */
const FLOWS = ['payOrder', 'listItems', 'startInstall']
const WIDE = [100, 120]
const SHOWN = 10

export interface Measured {
  files: number
  lines: number
  /** Lines above each width, as a share of all. */
  wide: { width: number; share: number }[]
  longest: { at: string; name: string; lines: number }[]
  closures: { name: string; files: number; functions: number }[]
  /** Tables by the number of modules that write them. */
  sharedTables: { table: string; writers: string[] }[]
  tables: number
  cycles: string[][]
  /** Direct dependencies of the root package and of each workspace. */
  dependencies: { folder: string; production: number; development: number }[]
  /** Null where `npm test` has not run with all kinds. */
  lastTestRun: { endedAt: string; minutes: number; summary: string } | null
}

/** Size and structure of the product below `root`; everything is read from the source. */
export function measure(root: string): Measured {
  const sources = readSources(root)
  const counted = trackedFiles(root).filter((path) => /\.(tsx?|css)$/.test(path) && isProduct(path))
  const lines = counted.flatMap((path) =>
    readFileSync(join(root, path), 'utf8').trimEnd().split('\n'),
  )
  const tables = tablesOf(readFileSync(join(root, 'db/types.gen.ts'), 'utf8'))
  const writers = [...tableWriters(sources.values(), tables)]
  return {
    files: counted.length,
    lines: lines.length,
    wide: WIDE.map((width) => ({
      width,
      share: lines.filter((line) => line.length > width).length / lines.length,
    })),
    longest: longestFunctions(sources.values()).slice(0, SHOWN),
    closures: FLOWS.flatMap((name) => {
      const source = [...sources.values()].find(
        ({ path, text }) =>
          !path.startsWith('apps/') && text.includes(`export const ${name} = defineOperation`),
      )
      if (!source) return []
      const { files, functions } = callClosure(sources, { path: source.path, name })
      return [{ name, files: files.length, functions }]
    }),
    tables: tables.size,
    sharedTables: writers
      .filter(([, modules]) => modules.length > 1)
      .map(([table, modules]) => ({ table, writers: modules })),
    cycles: importCycles(sources),
    dependencies: dependenciesByWorkspace(root),
    lastTestRun: lastTestRun(root),
  }
}

function lastTestRun(root: string): Measured['lastTestRun'] {
  const file = join(root, '.arasta/test-logs', LAST_FULL_RUN)
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Measured['lastTestRun'])
    : null
}

interface PackageFile {
  workspaces?: string[]
  dependencies?: object
  devDependencies?: object
}

function dependenciesByWorkspace(root: string): Measured['dependencies'] {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageFile
  return ['.', ...(read('.').workspaces ?? [])].map((folder) => {
    const { dependencies = {}, devDependencies = {} } = read(folder)
    return {
      folder,
      production: Object.keys(dependencies).length,
      development: Object.keys(devDependencies).length,
    }
  })
}

const percent = (share: number): string => `${(share * 100).toFixed(2)} %`

/** For a terminal. */
export function describeMeasured(measured: Measured): string {
  const { files, lines, wide, longest, closures, tables, sharedTables, cycles, dependencies } =
    measured
  const { lastTestRun: run } = measured
  return [
    `Product files            ${files}`,
    `Product lines            ${lines}`,
    ...wide.map(({ width, share }) => `Lines over ${width} columns   ${percent(share)}`),
    ...closures.map(
      (one) => `Closure of ${one.name.padEnd(13)} ${one.files} files, ${one.functions} functions`,
    ),
    `Tables                   ${tables}, ${sharedTables.length} of them written by several modules`,
    ...sharedTables.map(({ table, writers }) => `  ${table}: ${writers.join(', ')}`),
    `Import cycles            ${cycles.length}`,
    ...cycles.map((group) => `  ${group.join(', ')}`),
    'Direct dependencies',
    ...dependencies.map(
      ({ folder, production, development }) =>
        `  ${(folder === '.' ? 'server (root)' : folder).padEnd(22)} ${production}, and ${development} for development`,
    ),
    `Last full test run       ${run ? `${run.minutes.toFixed(1)} minutes, ${run.summary} (${run.endedAt})` : 'none'}`,
    'Longest functions',
    ...longest.map((one) => `  ${String(one.lines).padStart(4)} lines  ${one.name}  ${one.at}`),
  ].join('\n')
}
