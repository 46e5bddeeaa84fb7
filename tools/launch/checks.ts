import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { MARKETS } from './builds.ts'

export interface CheckPlace {
  root: string
  /** A folder for what a check writes. */
  folder: string
  onStart: (child: ChildProcess) => void
}

export interface Outcome {
  ok: boolean
  words: string
}

interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
}

function run(
  { root, onStart }: CheckPlace,
  file: string,
  args: string[],
  { cwd = root, env = {} }: RunOptions = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', file), ...args], {
      cwd,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onStart(child)
    // Tests run beside it, and some of them watch the clock.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    let words = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        words += String(chunk)
      })
    child.on('error', (error) => resolve({ ok: false, words: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, words }))
  })
}

/** Formatting: `npm run format` writes it. */
export function checkFormat(place: CheckPlace): Promise<Outcome> {
  return run(place, 'oxfmt/bin/oxfmt', ['--check'])
}

/** Common mistakes, and functions that are too long or too deep to read. */
export function checkLint(place: CheckPlace): Promise<Outcome> {
  return run(place, 'oxlint/bin/oxlint', ['--config', '.oxlintrc.json', '--format', 'unix'])
}

/** The types of the whole tree, those that React Router derives from the routes included. */
export async function checkTypes(place: CheckPlace): Promise<Outcome> {
  if (existsSync(join(place.root, 'apps/storefront/react-router.config.ts'))) {
    const derived = await run(place, '@react-router/dev/bin.cjs', ['typegen', 'apps/storefront'], {
      env: { MARKET: MARKETS[0] },
    })
    if (!derived.ok) return derived
  }
  // Each of the compiler's checkers makes most types for itself: more of them than there are
  // processors take longer, not shorter.
  return run(place, 'typescript/bin/tsc', [
    '-p',
    'tsconfig.json',
    '--noEmit',
    '--checkers',
    String(Math.max(1, availableParallelism() - 1)),
  ])
}

const CRUISER = 'dependency-cruiser/bin/dependency-cruiser.mjs'
const PRODUCT_FOLDERS = [
  'apps',
  'demo',
  'modules',
  'kernel',
  'db',
  'lib',
  'locales',
  'server',
  'ui',
]

const PLANTED = ['lib/planted.ts', 'server/planted.ts']

/** Files that break a rule on purpose: a checker that has gone blind would be green for ever. */
function plant(folder: string): void {
  const files = {
    'package.json':
      '{ "type": "module", "imports": { "#demo/*": "./demo/*", "#modules/*": "./modules/*" } }',
    'lib/planted.ts': `import type { Planted } from '#modules/orders/data.ts'\nexport const planted: Planted = 1\n`,
    'server/planted.ts': `export { planted } from '#demo/catalog/load.ts'\n`,
    'demo/catalog/load.ts': 'export const planted = 1\n',
    'modules/orders/data.ts': 'export type Planted = number\n',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** Who may import whom. */
export async function checkRules(place: CheckPlace): Promise<Outcome> {
  const config = join(place.root, '.dependency-cruiser.mjs')
  const planted = join(place.folder, 'planted')
  plant(planted)
  const found = await run(
    place,
    CRUISER,
    ['--config', config, 'demo', 'lib', 'modules', 'server'],
    {
      cwd: planted,
    },
  )
  if (found.ok || !PLANTED.every((file) => found.words.includes(`${file} →`))) {
    return {
      ok: false,
      words: `The import rules do not find a planted violation, so they prove nothing:\n${found.words}`,
    }
  }
  return run(place, CRUISER, [
    '--config',
    config,
    ...PRODUCT_FOLDERS.filter((folder) => existsSync(join(place.root, folder))),
  ])
}
