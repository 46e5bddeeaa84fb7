import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Proof } from './proof.ts'

/** Of these `npm test` takes a share. */
const FILES = [
  'demo/catalog/items',
  'demo/catalog/every',
  'modules/catalog/lists',
  'modules/installs/every-item',
  'test/whole/naughty-strings',
  'server/console/console.test',
  'test/whole/page-tokens',
]

/**
 * What properties these state is tried with the same values in every `npm test`; here with new ones
 * each time.
 */
const PROPERTIES = [
  'lib',
  'modules/catalog/packages',
  'modules/catalog/release-log',
  'modules/catalog/rule-pack',
  'modules/orders/rules',
  'modules/orders/coupon',
  'modules/earnings/rules',
  'modules/installs/any-order',
  'modules/installs/ui',
  'modules/reviews/ratings',
  'tools/import',
  'apps/storefront/safe-markup',
]
const ROUNDS = 10

/**
 * The tests of which `npm test` takes a sample, whole: every item in every language, every string
 * in every field, many more lists; and the properties with values of their own.
 */
export const prove: Proof = async ({ root, args, screen, onChild }) => {
  let violations = 0
  const runs =
    args.length > 0
      ? args.map((file) => [file])
      : [...FILES.map((file) => [file]), ...Array.from({ length: ROUNDS }, () => PROPERTIES)]
  for (const files of runs) {
    const what = files === PROPERTIES ? 'the properties, drawn anew' : files.join()
    const step = screen.step(what)
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--reporter=dot',
        '--testTimeout=3600000',
        ...files,
      ],
      { cwd: root, env: { ...process.env, EVERY: '1' }, stdio: ['ignore', 'inherit', 'inherit'] },
    )
    onChild(child)
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    if (code !== 0) violations += 1
    step.done(`${what}: ${code === 0 ? 'whole and right' : 'FAILED'}`)
  }
  return { checked: `${runs.length} runs of tests, whole`, violations }
}
