import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readyForTests } from './ready-for-tests.ts'
import { openScreen } from './screen.ts'
import { readSettings } from './settings.ts'
import { plainly, StartError } from './start-error.ts'
import { openRunFolder } from './testing/run-folder.ts'
import { watchUnderWay } from './under-way.ts'
import type { Proof } from '../../proofs/proof.ts'

/**
 * `npm run prove -- <name>`: what takes too long for `npm test`. Ends with `<what was checked>: N
 * violations`, and with 1 when there is one.
 */

const screen = openScreen()
const underWay = watchUnderWay({ graceMs: 5_000, onStop: () => screen.line('Stopping …') })
const KNOWN_ELSE = ['proof.ts']

const proofs = (root: string): string[] =>
  readdirSync(join(root, 'proofs'), { withFileTypes: true }).flatMap(({ name }) =>
    name.endsWith('.ts') && !name.includes('.test.') && !KNOWN_ELSE.includes(name)
      ? [name.replace(/\.ts$/, '')]
      : [],
  )

try {
  const [name, ...args] = process.argv.slice(2)
  const { root, dataFolder } = readSettings(process.env)
  const known = proofs(root)
  if (name === undefined || !known.includes(name))
    throw new StartError(`Say what to prove: npm run prove -- <${known.join(' | ')}>.`)
  await readyForTests({
    root,
    dataFolder,
    logFolder: join(root, '.arasta/prove'),
    who: 'The proofs',
    built: true,
    screen,
    underWay,
  })
  openRunFolder(underWay)
  // Only now: these need the packages.
  const { prove } = (await import(`../../proofs/${name}.ts`)) as { prove: Proof }
  const { checked, violations, skipped } = await prove({
    root,
    args,
    screen,
    onChild: underWay.onChild,
    onEnd: underWay.onEnd,
    isStopping: underWay.stopping,
  })
  await underWay.endAll()
  screen.line(
    skipped === undefined
      ? `${checked}: ${violations} violations`
      : `${checked}: SKIPPED, nothing is proven: ${skipped}`,
  )
  process.exit(skipped !== undefined ? 3 : violations === 0 ? 0 : 1)
} catch (error) {
  if (!underWay.stopping()) {
    await underWay.endAll()
    screen.error(plainly(error))
    if (process.env.ARASTA_DEBUG) screen.error(String((error as Error).stack))
    process.exit(1)
  }
}
