import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from './processes.ts'
import type { Screen } from './screen.ts'
import type { StartError } from './start-error.ts'
import { supervise, type Supervised, type SuperviseOptions } from './supervisor.ts'
import { temporaryFolder } from './testing/test-cluster.ts'

const FILE = fileURLToPath(new URL('./testing/tiny-part.mjs', import.meta.url))
let folder: ReturnType<typeof temporaryFolder>
let said: string[]
const running: Supervised[] = []

beforeEach(() => {
  folder = temporaryFolder()
  said = []
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((part) => part.stop(5_000)))
  folder.remove()
})

const screen: Screen = {
  line: (text) => said.push(text),
  error: (text) => said.push(text),
  step: () => ({ words: () => {}, done: () => {} }),
}

/** A part whose every start runs the next of the given scripts; the last one again and again. */
function keep(scripts: string[], options: Partial<SuperviseOptions> = {}): Supervised {
  let starts = 0
  const part = supervise({
    name: 'The oven',
    launch: () =>
      spawn(process.execPath, ['-e', scripts[Math.min(starts++, scripts.length - 1)] ?? ''], {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    isReady: (line) => line === 'oven ready',
    logPath: join(folder.path, 'oven.log'),
    screen,
    backOffMs: 1,
    ...options,
  })
  running.push(part)
  return part
}

const GOOD = 'console.log("oven ready"); setInterval(() => {}, 1e6)'
const BURNS = 'console.error("smoke"); process.exit(3)'

describe('a part', () => {
  test('is ready when it says so', async () => {
    const part = keep([GOOD])
    await part.ready
    expect(isAlive(part.pid() ?? 0)).toBe(true)
  })

  test('that dies is started again, with one line for the death', async () => {
    await keep([BURNS, BURNS, GOOD]).ready
    expect(
      said.filter((line) => line.startsWith('The oven ended (with code 3); starting it again in')),
    ).toHaveLength(2)
    expect(said).toContain('The oven: smoke')
  })

  test('that dies five times in a minute is given up with its last words', async () => {
    const refusal = await keep([BURNS]).ready.catch((error: unknown) => error as StartError)
    expect((refusal as StartError).message).toMatch(
      /^The oven ended 5 times within a minute \(with code 3\); its last words[^\n]*:\nsmoke\n/,
    )
  })

  test('that dies later on and for good is reported to whoever keeps the whole', async () => {
    const givenUp = Promise.withResolvers<StartError>()
    await keep(['console.log("oven ready"); setTimeout(() => process.exit(4), 20)'], {
      onGiveUp: givenUp.resolve,
    }).ready
    expect((await givenUp.promise).message).toMatch(/ended 5 times within a minute \(with code 4\)/)
    expect(said).toContain('The oven is back.')
  })

  test('that cannot be started at all is given up with the reason', async () => {
    const part = keep([], {
      launch: () =>
        spawn(join(folder.path, 'no-such-program'), { stdio: ['ignore', 'pipe', 'pipe'] }),
    })
    await expect(part.ready).rejects.toThrow(/ENOENT/)
  })

  test('that never gets ready is ended and counted as dead', async () => {
    await expect(
      keep(['setInterval(() => {}, 1e6)'], { patienceMs: 50, retriesFirst: false }).ready,
    ).rejects.toThrow(/not ready after/)
  })

  test('ends in its own way when it is asked to, and is not started again', async () => {
    const part = keep([GOOD])
    await part.ready
    const pid = part.pid() ?? 0
    await part.stop(5_000)
    expect(isAlive(pid)).toBe(false)
    expect(said).toEqual([])
  })

  test('that does not end in time is ended by force', async () => {
    const part = keep(['process.on("SIGTERM", () => {}); ' + GOOD])
    await part.ready
    const pid = part.pid() ?? 0
    await part.stop(50)
    expect(isAlive(pid)).toBe(false)
  })

  test('is run by a file that answers, as the launcher runs it', async () => {
    const part = keep([], {
      launch: () =>
        spawn(process.execPath, [FILE], {
          env: { ...process.env, TINY_NAME: 'oven', TINY_PORT: '0' },
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
    })
    await expect(part.ready).resolves.toBeUndefined()
  })
})
