import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofRun } from '../proof.ts'
import { runTool } from '../deploy/tool.ts'

/** Programs of others that back up and restore, in a folder for `PATH`. */
export interface BackupTools {
  folder: string
  versions: string
}

/** pgBackRest knows PostgreSQL 18 and stores without TLS, as on this machine, from here on. */
const [MAJOR, MINOR] = [2, 58]
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** Debian's next release: the present one's pgBackRest does not know PostgreSQL 18. */
const SUITE = 'testing'

/**
 * pgBackRest, psql and rclone: what is installed, or else Debian's packages, unpacked into `folder`
 * and run with the libraries that they were built for. A sentence says what is missing.
 */
export async function findBackupTools(
  run: ProofRun,
  folder: string,
): Promise<BackupTools | string> {
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  if (!(await hasAll(run))) {
    if (process.arch !== 'x64' && process.arch !== 'arm64') return 'Debian has no packages for it.'
    const reason = await unpackDebian(run, folder, bin)
    if (reason !== null) return reason
  }
  const env = { PATH: `${bin}:${process.env.PATH}` }
  const pgbackrest = await runTool(run, 'pgbackrest', ['version'], { env })
  const rclone = await runTool(run, 'rclone', ['version'], { env })
  if (pgbackrest.code !== 0 || rclone.code !== 0)
    return `They do not run here: ${pgbackrest.words} ${rclone.words}`
  const first = (text: string) => text.split('\n', 1)[0]?.trim() ?? ''
  return { folder: bin, versions: `${first(pgbackrest.output)}, ${first(rclone.output)}` }
}

async function hasAll(run: ProofRun): Promise<boolean> {
  const { code, output } = await runTool(run, 'pgbackrest', ['version'])
  const [, major, minor] = /(\d+)\.(\d+)/.exec(output) ?? []
  if (code !== 0 || Number(major) !== MAJOR || Number(minor) < MINOR) return false
  for (const program of ['psql', 'rclone'])
    if ((await runTool(run, program, ['--version'])).code !== 0) return false
  return true
}

/** Null when it is done. */
async function unpackDebian(run: ProofRun, folder: string, bin: string): Promise<string | null> {
  if ((await runTool(run, 'apt-get', ['--version'])).code !== 0)
    return 'pgBackRest 2.58, psql and rclone are not installed, and this is no Debian.'
  const apt = aptOf(run, join(folder, 'apt'))
  const updated = await apt('apt-get', ['update'])
  if (updated.code !== 0) return `Debian's list of packages could not be fetched: ${updated.words}`
  const wanted = new Set(['pgbackrest', 'postgresql-client-18'])
  for (let next = [...wanted]; next.length > 0;) {
    const { output } = await apt('apt-cache', ['depends', '--important', ...next])
    const needed = [...output.matchAll(/^ +(?:Pre)?Depends: ((?:lib|zlib)\S+)$/gm)]
    next = [...new Set(needed.map(([, name = '']) => name))].filter((name) => !wanted.has(name))
    for (const name of next) wanted.add(name)
  }
  const files = join(folder, 'files')
  mkdirSync(files)
  const fetched = await apt('apt-get', ['download', ...wanted], files)
  // Of this machine's own release.
  const own = await runTool(run, 'apt-get', ['download', 'rclone'], { cwd: files })
  if (fetched.code !== 0 || own.code !== 0)
    return `Debian's packages could not be fetched: ${fetched.words} ${own.words}`
  const root = join(folder, 'debian')
  for (const name of readdirSync(files)) {
    const into = name.startsWith('rclone') ? join(folder, 'rclone') : root
    await runTool(run, 'dpkg-deb', ['--extract', join(files, name), into])
  }
  const loader = findLoader(root)
  if (loader === null) return 'The unpacked packages have no loader.'
  for (const [name, file] of [
    ['pgbackrest', 'bin/pgbackrest'],
    ['psql', 'lib/postgresql/18/bin/psql'],
  ] as const)
    // pgBackRest starts itself again by its name.
    wrap(bin, name, `${loader} --argv0 ${bin}/${name} ${root}/usr/${file}`)
  wrap(bin, 'rclone', `${folder}/rclone/usr/bin/rclone`)
  return null
}

function findLoader(root: string): string | null {
  const libraries = join(root, 'usr/lib')
  const triplet = readdirSync(libraries).find((name) => name.endsWith('-linux-gnu'))
  const folder = join(libraries, triplet ?? '')
  const loader = readdirSync(folder).find((name) => /^ld-linux.*\.so\.\d$/.test(name))
  return loader === undefined ? null : `${join(folder, loader)} --library-path ${folder}`
}

function wrap(bin: string, name: string, command: string): void {
  const file = join(bin, name)
  writeFileSync(file, `#!/bin/sh\nexec ${command} "$@"\n`)
  chmodSync(file, 0o755)
}

/** apt with lists of its own: this machine's stay as they are. */
function aptOf(run: ProofRun, folder: string) {
  for (const path of ['etc/apt.conf.d', 'etc/preferences.d', 'state/lists/partial', 'cache'])
    mkdirSync(join(folder, path), { recursive: true })
  const status = join(folder, 'status')
  if (!existsSync(status)) writeFileSync(status, '')
  writeFileSync(
    join(folder, 'etc/sources.list'),
    `deb [signed-by=${KEYRING}] http://deb.debian.org/debian ${SUITE} main\n`,
  )
  const options = [
    `Dir::Etc=${folder}/etc`,
    `Dir::State=${folder}/state`,
    `Dir::State::status=${status}`,
    `Dir::Cache=${folder}/cache`,
    // Its own user may not enter our folder.
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  return (program: string, args: readonly string[], cwd = folder) =>
    runTool(run, program, [...options, ...args], { cwd })
}
