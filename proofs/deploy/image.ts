import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { createHttp } from '#lib/http.ts'
import { environmentText } from '#tools/environment/environment-file.ts'
import { freePorts } from '#tools/launch/ports.ts'
import { startTestCluster, temporaryFolder } from '#tools/launch/testing/test-cluster.ts'
import type { ProofRun } from '../proof.ts'
import { lastWords, runTool, skip, type Outcome, type PartResult } from './tool.ts'

const MAX_MEGABYTES = 350
const USER = 10_001
const READY_MS = 60_000
/** What an image of Debian leaves out. */
const UNUSED = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man']
const LOCALES = ['usr/share/locale', 'usr/share/info']
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'

type Buildah = (...args: string[]) => Promise<Outcome>

class Failed extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof Failed) return error.message
  throw error
}

function must(outcome: Outcome): Outcome {
  if (outcome.code !== 0) throw new Failed(lastWords(outcome))
  return outcome
}

/**
 * A small Debian, and one with Node.js and npm besides: what the Containerfile takes from Docker
 * Hub.
 */
async function makeBases(run: ProofRun, buildah: Buildah, folder: string): Promise<void> {
  const base = join(folder, 'base')
  const packages = '--include=libstdc++6,ca-certificates'
  must(await runTool(run, 'debootstrap', ['--variant=minbase', packages, 'trixie', base]))
  for (const path of [...UNUSED, ...LOCALES])
    rmSync(join(base, path), { recursive: true, force: true })
  must(await buildah('from', '--name', 'base', 'scratch'))
  must(await buildah('add', 'base', base, '/'))
  must(await buildah('commit', 'base', 'localhost/base'))
  must(await buildah('from', '--name', 'node', 'localhost/base'))
  must(await buildah('copy', 'node', process.execPath, '/usr/local/bin/node'))
  const npm = dirname(dirname(process.env.npm_execpath ?? ''))
  must(await buildah('copy', 'node', npm, '/usr/local/lib/node_modules/npm'))
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm'
  must(await buildah('run', 'node', '--', 'sh', '-c', link))
  // A network may have a certificate of its own.
  if (existsSync(CERTIFICATES)) {
    must(await buildah('copy', 'node', CERTIFICATES, CERTIFICATES))
    must(await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, 'node'))
  }
  must(await buildah('commit', 'node', 'localhost/node'))
}

interface Inspected {
  OCIv1: { config: { User?: string } }
}

/** Size and user of the image. */
async function inspectImage(buildah: Buildah): Promise<{ megabytes: number; user: string }> {
  const list = must(await buildah('images', '--json', 'localhost/arasta'))
  const [{ size }] = JSON.parse(list.output) as [{ size: string }]
  const [number = '0', unit] = size.split(' ')
  const { output } = must(await buildah('inspect', '--type', 'image', 'localhost/arasta'))
  return {
    megabytes: Number(number) * (unit === 'GB' ? 1_000 : 1),
    user: (JSON.parse(output) as Inspected).OCIv1.config.User ?? 'root',
  }
}

/** Until the file is there that its host writes; buildah passes no signal on. */
const UNTIL_STOP =
  'node server/main.ts & server=$!; while [ ! -e /control/stop ]; do sleep 0.1; done; kill -TERM $server; wait $server'

/** A market starts from the image, is ready, and ends in order; nobody can change its files. */
async function startFromImage(run: ProofRun, buildah: Buildah, folder: string): Promise<string[]> {
  const database = await startTestCluster()
  run.onEnd(database)
  const [apps, themes, desk, installer, preview] = (await freePorts(5)) as number[]
  const ports = {
    APPS_PORT: apps,
    THEMES_PORT: themes,
    CONSOLE_PORT: desk,
    INSTALLER_PORT: installer,
    PREVIEW_PORT: preview,
    LISTEN_HOST: '127.0.0.1',
  }
  const text = environmentText({
    domain: 'market.example',
    file: '',
    database: new URL(database.url),
    bucket: null,
  })
  const settings = Object.entries({ ...parseEnv(text), ...ports }).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ])
  const control = join(folder, 'control')
  mkdirSync(control)
  const { output } = must(await buildah('from', 'localhost/arasta'))
  const container = output.trim()
  const start = (...command: string[]) =>
    buildah('run', ...settings, '--volume', `${control}:/control:ro`, container, '--', ...command)
  const faults: string[] = []
  const written = await start('sh', '-c', 'touch /server/x /x 2>/dev/null; [ ! -e /server/x ]')
  if (written.code !== 0) faults.push('the server may change its own files')
  must(await start('node', 'server/prepare.ts'))
  const ended = start('sh', '-c', UNTIL_STOP)
  const http = createHttp({ allowOrigins: [`http://127.0.0.1:${apps}`] })
  const until = performance.now() + READY_MS
  const isReady = () =>
    http.request(`http://127.0.0.1:${apps}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  let ready = false
  while (!ready && performance.now() < until) {
    await sleep(200)
    ready = await isReady()
  }
  if (!ready) faults.push(`not ready within ${READY_MS / 1000} s`)
  writeFileSync(join(control, 'stop'), '')
  const end = await ended
  if (end.code !== 0) faults.push(`it did not end in order: ${lastWords(end)}`)
  return faults
}

/** The Containerfile, on a Debian made here, because Docker Hub may not be reached. */
export async function proveImage(run: ProofRun): Promise<PartResult> {
  for (const [tool, option] of [
    ['buildah', '--version'],
    ['debootstrap', '--version'],
  ] as const)
    if ((await runTool(run, tool, [option])).code === 127) return skip(`${tool} is not installed.`)
  if (process.getuid?.() !== 0) return skip('debootstrap needs root.')
  if (!process.env.npm_execpath) return skip('npm did not start this, so it cannot be copied.')
  const folder = temporaryFolder('/var/tmp')
  const places = ['--root', join(folder.path, 'images'), '--runroot', join(folder.path, 'run')]
  const env = { BUILDAH_ISOLATION: 'chroot' }
  const buildah: Buildah = (...args) => runTool(run, 'buildah', [...places, ...args], { env })
  try {
    const step = run.screen.step('Building the image on a new Debian')
    const reason = await makeBases(run, buildah, folder.path).then(() => '', reasonOf)
    if (reason !== '') return skip(reason)
    must(
      await buildah(
        'build',
        '--build-arg=NODE_IMAGE=localhost/node',
        '--build-arg=BASE_IMAGE=localhost/base',
        '--tag=localhost/arasta',
        `--file=${join(run.root, 'Containerfile')}`,
        run.root,
      ),
    )
    step.done('Building the image on a new Debian')
    const { megabytes, user } = await inspectImage(buildah)
    const faults = await startFromImage(run, buildah, folder.path)
    if (megabytes > MAX_MEGABYTES) faults.push(`${megabytes} MB`)
    if (user !== `${USER}:${USER}`) faults.push(`runs as ${user}`)
    return { checked: `${megabytes} MB, runs as ${user}`, faults }
  } catch (error) {
    return { checked: 'image', faults: [reasonOf(error)] }
  } finally {
    await buildah('rm', '--all')
    folder.remove()
  }
}
