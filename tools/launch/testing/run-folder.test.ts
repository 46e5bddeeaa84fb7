import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { clearDead, makeIn } from './run-folder.ts'
import { temporaryFolder } from './test-cluster.ts'

test('what a run that was killed has left goes with the next one; what a living one keeps, and what is not ours, stays', () => {
  const place = temporaryFolder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const [dead, living, foreign] = [
    makeIn(place.path, pid),
    makeIn(place.path),
    join(place.path, `arasta-run-elsewhere-${pid}-abc`),
  ]
  mkdirSync(foreign)
  writeFileSync(join(dead, 'left'), 'behind')
  clearDead(place.path)
  expect([dead, living, foreign].map(existsSync)).toEqual([false, true, true])
  place.remove()
})
