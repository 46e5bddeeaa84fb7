// What `npm start`, `npm test` and `npm run import` call. Runs on Node 18 with nothing installed:
// finds or fetches a Node that is new enough and hands over to it. Everything else is TypeScript
// beside this file.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explainNpm, npmCi } from './npm.mjs'

const NEEDED = 24
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../..')
const commands = {
  start: 'start-command.ts',
  build: 'build-command.ts',
  secrets: 'secrets-command.ts',
  test: 'test-command.ts',
  import: 'import-command.ts',
  convert: 'convert-command.ts',
  bench: 'bench-command.ts',
  prove: 'prove-command.ts',
  money: 'money-command.ts',
  'verify-log': 'verify-log-command.ts',
  keys: 'keys-command.ts',
  releases: 'releases-command.ts',
  arasta: 'arasta-command.ts',
  connector: 'connector-command.ts',
  pack: 'pack-command.ts',
  measure: 'measure-command.ts',
}

function fail(line) {
  console.error(line)
  process.exit(1)
}

/** Where the fetched Node of this machine lies; undefined where the registry has none for it. */
function fetchedNode() {
  const windows = process.platform === 'win32'
  const end = `${windows ? 'win' : process.platform}-${process.arch}`
  const { optionalDependencies } = JSON.parse(readFileSync(join(here, 'node/package.json'), 'utf8'))
  const name = [`node-${end}`, `node-bin-${end}`].find(
    (candidate) => candidate in optionalDependencies,
  )
  if (!name) return undefined
  const folder = join(here, 'node/node_modules', name)
  return {
    file: join(folder, windows ? 'bin/node.exe' : 'bin/node'),
    version: optionalDependencies[name],
  }
}

/** Asked by running it: a fetch that was cut short leaves a file behind. */
function isThere(node) {
  return (
    existsSync(node.file) &&
    spawnSync(node.file, ['--version'], { encoding: 'utf8' }).stdout?.trim() === `v${node.version}`
  )
}

/**
 * The npm that started us (and the shell that it may have put in between): when they are killed,
 * what they started ends too.
 */
function starters() {
  // Only under npm: without it a shell may go and leave us on purpose.
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return []
  const ask = (column) =>
    execFileSync('ps', ['-o', `${column}=`, '-p', String(process.ppid)], {
      encoding: 'utf8',
    }).trim()
  try {
    const linux = process.platform === 'linux'
    const line = linux ? readFileSync(`/proc/${process.ppid}/cmdline`, 'utf8') : ask('args')
    const above = linux
      ? /\) \S+ (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8'))?.[1]
      : ask('ppid')
    return line.includes('launch.mjs') ? [process.ppid, Number(above)] : [process.ppid]
  } catch {
    return [process.ppid]
  }
}

function isGone(pid) {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** What is under way and must end with this process. */
const children = { installing: undefined, running: undefined }

async function newEnoughNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED) return process.execPath
  const node = fetchedNode()
  if (!node) {
    fail(
      `Arasta needs Node.js ${NEEDED} and the registry has none for ${process.platform}-${process.arch}: install it from https://nodejs.org and start again.`,
    )
  }
  if (!isThere(node)) {
    console.log(
      `This is Node.js ${process.versions.node}; fetching ${node.version} from the npm registry, for Arasta alone (once) …`,
    )
    const folder = join(here, 'node')
    const { ok, output } = await npmCi(folder, {
      cache: join(root, '.arasta/npm-cache'),
      megabytes: 180,
      args: ['--include=optional'],
      onStart: (child) => {
        children.installing = child
      },
    })
    children.installing = undefined
    // The package is optional for npm, so a fetch that failed still ends well.
    if (!ok || !isThere(node)) fail(explainNpm(output, folder))
  }
  return node.file
}

const command = commands[process.argv[2]]
if (!command)
  fail(
    'Say `npm start`, `npm test`, `npm run import`, `npm run convert`, `npm run bench` or one of the other commands in package.json.',
  )

let stopAsked = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopAsked = true
    if (children.running) return children.running.kill(signal)
    children.installing?.kill('SIGKILL')
    process.exit(0)
  })
}

const above = starters()
const node = await newEnoughNode()
const running = (children.running = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', join(here, command), ...process.argv.slice(3)],
  {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      npm_node_execpath: process.env.npm_node_execpath ?? process.execPath,
      ARASTA_STARTERS: [process.pid, ...above].join(),
    },
  },
))
running.on('error', (error) =>
  fail(
    `${node} does not run here (${error.message}): install Node.js ${NEEDED} from https://nodejs.org and start again.`,
  ),
)
running.on('exit', (code, signal) => process.exit(code ?? (stopAsked ? 0 : signal ? 1 : 0)))
if (above.length > 0) {
  const watch = setInterval(() => {
    if (!above.some(isGone)) return
    clearInterval(watch)
    running.kill('SIGTERM')
  }, 500)
}
