import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type LogHead, logHeadSchema } from '#modules/catalog/release-log/format.ts'
import { systemClock } from '#lib/clock.ts'
import { createHttp } from '#lib/http.ts'
import type { Screen } from '#tools/launch/screen.ts'
import { StartError } from '#tools/launch/start-error.ts'
import { checkLog } from './check-log.ts'

const USAGE =
  'Say whose log: npm run verify-log -- <address of the installer> [--package <file>] [--heads <folder that remembers what was seen>]'

interface Given {
  installer: string
  file: string | undefined
  heads: string
}

function readArgs(args: string[], folder: string): Given {
  try {
    const {
      positionals: [address = ''],
      values,
    } = parseArgs({
      args,
      allowPositionals: true,
      options: { package: { type: 'string' }, heads: { type: 'string', default: folder } },
    })
    return { installer: new URL(address).origin, file: values.package, heads: values.heads }
  } catch {
    throw new StartError(USAGE)
  }
}

/**
 * `npm run verify-log`: reads a market's whole release log and remembers its head for the next
 * time. True when all of it holds.
 */
export async function runVerifyLog({
  args,
  dataFolder,
  screen,
}: {
  args: string[]
  dataFolder: string
  screen: Screen
}): Promise<boolean> {
  const { installer, file, heads } = readArgs(args, join(dataFolder, 'log-heads'))
  const remembered = join(heads, `${new URL(installer).host.replaceAll(/[^a-z0-9.-]/gi, '_')}.json`)
  const earlier = await readHead(remembered)
  const packageSha256 = file === undefined ? undefined : await hashOf(file)
  const { head, releases, found, faults } = await checkLog({
    http: createHttp({ allowOrigins: [installer] }),
    installer,
    now: systemClock.now(),
    earlier,
    ...(packageSha256 !== undefined && { packageSha256 }),
  }).catch((error: unknown) => {
    throw new StartError(`The log of ${installer} could not be read: ${(error as Error).message}`)
  })
  const count = (state: string) => releases.filter((one) => one.state === state).length
  screen.line(
    `${head.log}: ${head.size} entries, ${count('published')} releases published, ${count('halted')} halted, ${count('yanked')} yanked; root ${head.root}, signed ${head.signed_at}.`,
  )
  if (earlier)
    screen.line(`Compared with the head of ${earlier.signed_at} (${earlier.size} entries).`)
  if (found) screen.line(`The package is ${found.prefix} ${found.version}, entry ${found.index}.`)
  for (const fault of faults) screen.line(`FAULT: ${fault}`)
  screen.line(`The release log of ${installer}: ${faults.length} faults`)
  // A log that does not hold is not what later ones are measured by.
  if (faults.length === 0) {
    await mkdir(heads, { recursive: true })
    await writeFile(`${remembered}.new`, `${JSON.stringify(head, null, 2)}\n`)
    await rename(`${remembered}.new`, remembered)
  }
  return faults.length === 0
}

async function readHead(file: string): Promise<LogHead | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new StartError(`${file} cannot be read: ${error.message}`)
  })
  if (text === null) return null
  try {
    return logHeadSchema.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `${file} is not a head: it says what was seen last time. Put it back from a backup, or delete it to begin anew.`,
    )
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash).catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}`)
  })
  return hash.digest('hex')
}
