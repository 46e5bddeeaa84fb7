import { spawn, type ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { LogFile } from './log-file.ts'
import { withoutNpm } from './npm.mjs'
import type { Part } from './parts.ts'
import type { Screen } from './screen.ts'
import { StartError } from './start-error.ts'
import { supervise, type Supervised } from './supervisor.ts'

const TETHER = fileURLToPath(new URL('./tether.mjs', import.meta.url))

export interface PartPlace {
  root: string
  dataFolder: string
  screen: Screen
  /** True: settings of the person at the terminal win over those of the launcher. */
  open: boolean
  onGiveUp?: (error: StartError) => void
}

function launch(part: Part, { root, dataFolder, open }: PartPlace): ChildProcess {
  // Compiled code is kept between starts: half of a start's work is reading TypeScript.
  const given = {
    NODE_COMPILE_CACHE: join(dataFolder, 'compile-cache'),
    ...withoutNpm(process.env),
  }
  return spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', TETHER, resolve(root, part.file)],
    {
      cwd: root,
      env: open
        ? {
            ...part.env,
            ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
          }
        : { ...given, ...part.env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In a group of its own: Ctrl-C reaches the launcher alone, which ends the parts in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    },
  )
}

/** Keeps a part running; it is ready when it prints a line that ends in `ready`. */
export function runPart(part: Part, place: PartPlace): Supervised {
  return supervise({
    name: part.title,
    launch: () => launch(part, place),
    isReady: (line) => /\bready\.?$/.test(line.trim()),
    logPath: join(place.dataFolder, `logs/${part.name}.log`),
    screen: place.screen,
    onGiveUp: place.onGiveUp,
  })
}

/** What the preparation has to say to the person at the terminal alone: it stands in no log. */
const TOLD = /^FIRST OPERATOR (\S+)$/

/**
 * Runs a part that ends by itself; refuses with its last words when it ends badly. Answers with the
 * first operator's link, when it printed one.
 */
export async function runOnce(
  part: Part,
  place: PartPlace,
  onStart: (child: ChildProcess) => void,
): Promise<string | undefined> {
  const logPath = join(place.dataFolder, `logs/${part.name}.log`)
  const log = new LogFile(logPath)
  const child = launch(part, place)
  onStart(child)
  const lines: string[] = []
  let told: string | undefined
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      const link = TOLD.exec(line)?.[1]
      if (link) {
        told = link
        return
      }
      log.write(`${line}\n`)
      lines.push(line)
      if (lines.length > 12) lines.shift()
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code === 0) return told
  if (lines.some((line) => /ENOSPC|No space left/.test(line))) {
    throw new StartError(
      `The disk is full, ${part.title.replace(/^The/, 'the')} could not be finished: free some space and start again.`,
    )
  }
  throw new StartError(
    `${part.title} failed; its last words (more in ${logPath}):\n${lines.join('\n') || '(none)'}`,
  )
}
