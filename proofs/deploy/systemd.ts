import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { ProofRun } from '../proof.ts'
import { lastWords, runTool, skip, type PartResult } from './tool.ts'

const INSTANCES = ['web', 'worker', 'installer', 'preview'].map((role) => `arasta@${role}.service`)
const BACKUPS = [
  'arasta-backup@full.service',
  'arasta-backup@incr.service',
  'arasta-files-copy.service',
  'arasta-backup-full.timer',
  'arasta-backup-incr.timer',
  'arasta-files-copy.timer',
]
const UNITS = ['arasta.target', 'arasta-prepare.service', ...INSTANCES, ...BACKUPS]
/** Tenths on systemd's scale of exposure, from 0 (safe) to 100. */
const MAX_EXPOSURE = 20

/** systemd reads the units without a complaint, and calls what they may do safe. */
export async function proveSystemd(run: ProofRun): Promise<PartResult> {
  const version = await runTool(run, 'systemd-analyze', ['--version'])
  if (version.code !== 0) return skip('systemd-analyze is not installed here.')
  const folder = temporaryFolder()
  try {
    cpSync(join(run.root, 'deploy/systemd'), folder.path, { recursive: true })
    // It wants the program to be there.
    for (const name of readdirSync(folder.path).filter((one) => one.endsWith('.service'))) {
      const file = join(folder.path, name)
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll(
          /\/usr\/(?:local\/bin\/node|bin\/pgbackrest|bin\/rclone)/g,
          process.execPath,
        ),
      )
    }
    const faults: string[] = []
    const files = UNITS.map((name) => join(folder.path, name))
    const verified = await runTool(run, 'systemd-analyze', [
      'verify',
      '--man=no',
      '--recursive-errors=no',
      ...files,
    ])
    const complaints = verified.words.split('\n').filter((line) => line.includes('arasta'))
    if (verified.code !== 0 || complaints.length > 0) faults.push(lastWords(verified))
    for (const file of files.filter((one) => one.endsWith('.service'))) {
      const safe = await runTool(run, 'systemd-analyze', [
        'security',
        '--offline=true',
        '--no-pager',
        `--threshold=${MAX_EXPOSURE}`,
        file,
      ])
      if (safe.code !== 0) faults.push(lastWords(safe))
    }
    return { checked: `${UNITS.length} units`, faults }
  } finally {
    folder.remove()
  }
}
