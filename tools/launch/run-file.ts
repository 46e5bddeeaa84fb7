import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, isAlive, waitForEnd } from './processes.ts'
import { explainFile, StartError } from './start-error.ts'

interface RunNote {
  pid: number
  /**
   * The processes that started the launcher: when one of them is gone, the launcher is about to
   * end.
   */
  starters: number[]
  panel: string
}

export interface Run {
  /** The former run did not end properly: what it left may need a moment to go. */
  afterCrash: boolean
  release: () => void
}

function readNote(file: string): RunNote | undefined {
  try {
    const note = JSON.parse(readFileSync(file, 'utf8')) as Partial<RunNote>
    return typeof note.pid === 'number' && Array.isArray(note.starters)
      ? ({ panel: '', ...note } as RunNote)
      : undefined
  } catch {
    return undefined
  }
}

function startersOf(env: NodeJS.ProcessEnv): number[] {
  return env.ARASTA_STARTERS?.split(',').map(Number).filter(Number.isInteger) ?? []
}

/** Folders whose product this process runs. */
const held = new Set<string>()

function isLauncher(pid: number, dataFolder: string): boolean {
  if (pid === process.pid) return held.has(dataFolder)
  if (!isAlive(pid)) return false
  const line = commandLine(pid)
  // Ids are given out anew; a test runner may hold a product too.
  return line === undefined || /launch|vitest/.test(line)
}

/** The process that runs the product out of this folder now, if there is one. */
export function runningFrom(dataFolder: string): number | undefined {
  const note = readNote(join(dataFolder, 'run.json'))
  return note && isLauncher(note.pid, dataFolder) ? note.pid : undefined
}

/**
 * Writes down that this process runs the product out of this folder. Refuses while another one
 * does; waits for one that is ending. `patienceMs` bounds that wait.
 */
export async function claimRun(
  dataFolder: string,
  panel: string,
  patienceMs = 15_000,
): Promise<Run> {
  const file = join(dataFolder, 'run.json')
  const former = readNote(file)
  if (former && isLauncher(former.pid, dataFolder)) {
    const ending = former.starters.some((pid) => !isAlive(pid))
    if (!ending || !(await waitForEnd(former.pid, patienceMs))) {
      throw new StartError(
        `Arasta runs already out of ${dataFolder} (process ${former.pid}${former.panel ? `, ${former.panel}` : ''}): ` +
          `stop it with \`kill ${former.pid}\`, or give this one a folder and ports of its own (ARASTA_DATA, APPS_PORT …).`,
      )
    }
  }
  const note: RunNote = { pid: process.pid, starters: startersOf(process.env), panel }
  try {
    writeFileSync(file, JSON.stringify(note), { mode: 0o600 })
  } catch (error) {
    throw explainFile(error, file, 'choose another folder with ARASTA_DATA')
  }
  held.add(dataFolder)
  return {
    afterCrash: former !== undefined,
    release() {
      held.delete(dataFolder)
      if (readNote(file)?.pid === process.pid) rmSync(file, { force: true })
    },
  }
}
