import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimRun } from './run-file.ts'
import { temporaryFolder } from './testing/test-cluster.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string
beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, 'run.json')
})
afterEach(() => folder.remove())

/** A process that looks like a launcher and lives until it is told. */
function pretendLauncher(): { pid: number; end: () => Promise<unknown> } {
  const child = spawn(
    process.execPath,
    ['-e', 'process.stdin.resume()', 'tools/launch/start-command.ts'],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  )
  return {
    pid: child.pid ?? 0,
    end() {
      const gone = once(child, 'exit')
      child.stdin.end()
      return gone
    },
  }
}

async function goneProcess(): Promise<number> {
  const launcher = pretendLauncher()
  await launcher.end()
  return launcher.pid
}

const note = (pid: number, starters: number[]): void =>
  writeFileSync(file, JSON.stringify({ pid, starters, panel: 'http://panel.localhost:3100' }))

describe('the note of who runs the product out of a folder', () => {
  test('is there while it runs and goes with it', async () => {
    const run = await claimRun(folder.path, 'http://panel.localhost:3100')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid })
    expect(run.afterCrash).toBe(false)
    run.release()
    expect(existsSync(file)).toBe(false)
  })

  test('keeps a second one away, with the way to stop the first', async () => {
    const other = pretendLauncher()
    try {
      note(other.pid, [process.pid])
      await expect(claimRun(folder.path, '')).rejects.toThrow(
        new RegExp(`runs already .*panel\\.localhost:3100.*kill ${other.pid}`),
      )
    } finally {
      await other.end()
    }
  })

  test('of a run that was killed tells the next one to be patient', async () => {
    note(await goneProcess(), [])
    expect((await claimRun(folder.path, '')).afterCrash).toBe(true)
  })

  test('of a run whose starter was killed makes the next one wait until it has ended', async () => {
    const ending = pretendLauncher()
    note(ending.pid, [await goneProcess()])
    const next = claimRun(folder.path, '', 60_000)
    await ending.end()
    expect((await next).afterCrash).toBe(true)
  })

  test.runIf(process.platform === 'linux')(
    'that names a process which is long somebody else keeps nobody away',
    async () => {
      const stranger = spawn('/bin/sh', ['-c', 'read -r _'], {
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      try {
        note(stranger.pid ?? 0, [process.pid])
        await expect(claimRun(folder.path, '')).resolves.toMatchObject({ afterCrash: true })
      } finally {
        stranger.stdin.end()
      }
    },
  )

  test('that is half written keeps nobody away', async () => {
    writeFileSync(file, '{"pid":')
    await expect(claimRun(folder.path, '')).resolves.toBeDefined()
  })
})
