import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Proof } from './proof.ts'

/** Of these `npm test` takes a share. */
const FILES = ['tools/demo-catalogue/items', 'tools/demo-catalogue/every', 'contexts/catalog/lists', 'contexts/installs/every-item', 'test/whole/naughty-strings']

/** The tests of which `npm test` takes a sample, whole: every item in every language, every string in every field, many more lists. */
export const prove: Proof = async ({ root, args, screen, onChild }) => {
  let violations = 0
  const files = args.length > 0 ? args : FILES
  for (const file of files) {
    const step = screen.step(file)
    const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '--testTimeout=3600000', file],
      { cwd: root, env: { ...process.env, EVERY: '1' }, stdio: ['ignore', 'inherit', 'inherit'] })
    onChild(child)
    const code = await new Promise<number | null>(resolve => child.on('close', resolve))
    if (code !== 0) violations += 1
    step.done(`${file}: ${code === 0 ? 'whole and right' : 'FAILED'}`)
  }
  return { checked: `${files.length} files of tests, whole`, violations }
}
