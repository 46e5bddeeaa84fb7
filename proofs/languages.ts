import { spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { addPseudoLanguage, copyCheckout } from '#tools/pseudo-language.ts'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { Proof } from './proof.ts'

const CHECKS = ['types', 'test/whole/messages', 'test/whole/untranslated']

/**
 * Adds the pseudo-language to a copy of the product, compiles and builds it there, and reads every
 * screen in it. Each text that is neither a message nor data is a violation.
 */
export const prove: Proof = async ({ root, screen, onChild, onEnd }) => {
  const copy = temporaryFolder()
  onEnd({ stop: async () => copy.remove(), kill: copy.remove })
  const step = screen.step('Adding the pseudo-language to a copy')
  copyCheckout(root, copy.path)
  addPseudoLanguage(copy.path)
  cpSync(
    join(root, 'proofs/languages/untranslated.ts'),
    join(copy.path, 'test/whole/untranslated.test.ts'),
  )
  step.done('The pseudo-language is added to a copy')
  const child = spawn('npm', ['test', '--', ...CHECKS], {
    cwd: copy.path,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onChild(child)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { checked: 'every screen in a language that was added', violations: code === 0 ? 0 : 1 }
}
